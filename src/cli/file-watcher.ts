import path from 'node:path';
import { watch } from 'chokidar';
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

/** Watches a folder. A build may remove it and write it anew, so it is watched by the folder that contains it. */
export function watchFiles(folder: string, first: Inspection): WatchedFiles {
  let paths = new FolderPaths(first);
  const parent = path.dirname(folder);
  const isOut = (file: string): boolean => {
    if (file === parent || file === folder) return false;
    const within = path.relative(folder, file).split(path.sep).join('/');
    return within.startsWith('../') || path.isAbsolute(within) || paths.isExcludedAlone(within);
  };
  const settled = new SettledChanges(QUIET, QUIET_SAVE);
  const watcher = watch(parent, { ignored: isOut, ignoreInitial: true, followSymlinks: false });
  watcher.on('all', (event, file) => settled.changed(event === 'change' ? file : undefined));
  // What cannot be watched is uploaded at the next change of something else.
  watcher.on('error', () => {});
  return {
    changes: {
      get isPending() {
        return settled.isPending;
      },
      onDidSettle: settled.onDidSettle,
      settle: () => settled.settle(),
      dispose: () => {
        settled.dispose();
        void watcher.close();
      },
    },
    inspected: (inspection) => {
      paths = new FolderPaths(inspection);
    },
  };
}
