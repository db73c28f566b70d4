import { statSync, unwatchFile, watchFile, type Stats } from 'node:fs';
import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { FolderPaths } from '../app/folder-paths';
import { SettledChanges, type FolderChanges } from '../app/watch-loop';
import type { Inspection } from '../packaging';

export interface WatchedFiles {
  readonly changes: FolderChanges;
  /** What the folder has now, for what need not be watched. */
  inspected(inspection: Inspection): void;
}

/** Milliseconds. */
const QUIET = 300;
/** Of one file, chokidar tells no second change within 50 ms. What was read later has that one too. */
const QUIET_SAVE = 75;
/** Milliseconds between two looks at whether the folder is still the same. */
const REPLACED = 500;

/**
 * Watches a folder. A build may remove it and write it anew, so it is watched by the folder that contains it. If both
 * happen at once, as in each build by WXT, or if that folder is replaced too, chokidar goes on with what is no more: so
 * it begins again where there is another folder.
 */
export function watchFiles(folder: string, first: Inspection): WatchedFiles {
  let paths = new FolderPaths(first);
  const parent = path.dirname(folder);
  const isOut = (file: string): boolean => {
    if (file === parent || file === folder) return false;
    const within = path.relative(folder, file).split(path.sep).join('/');
    return within.startsWith('../') || path.isAbsolute(within) || paths.isExcludedAlone(within);
  };
  const settled = new SettledChanges(QUIET, QUIET_SAVE);
  const open = (): FSWatcher => {
    const opened = watch(parent, { ignored: isOut, ignoreInitial: true, followSymlinks: false });
    opened.on('all', (event, file) => settled.changed(event === 'change' ? file : undefined));
    // What cannot be watched is uploaded at the next change of something else.
    opened.on('error', () => {});
    return opened;
  };
  let watcher = open();
  let known = identityOf(statSync(folder, { throwIfNoEntry: false }));
  const onLook = (now: Stats): void => {
    const identity = identityOf(now);
    if (identity === undefined || identity === known) return;
    known = identity;
    void watcher.close();
    watcher = open();
    // What was written before it was ready.
    watcher.on('ready', () => settled.changed());
  };
  watchFile(folder, { interval: REPLACED }, onLook);
  return {
    changes: {
      get isPending() {
        return settled.isPending;
      },
      onDidSettle: settled.onDidSettle,
      settle: () => settled.settle(),
      dispose: () => {
        settled.dispose();
        unwatchFile(folder, onLook);
        void watcher.close();
      },
    },
    inspected: (inspection) => {
      paths = new FolderPaths(inspection);
    },
  };
}

/** Tells a folder from one that was made anew at its place; undefined if there is none. A new one may get the old inode. */
function identityOf(found: Stats | undefined): string | undefined {
  return found && found.ino !== 0 ? `${found.ino} ${found.birthtimeMs}` : undefined;
}
