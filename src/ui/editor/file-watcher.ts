import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isSame } from './uris';

interface FolderEvents {
  readonly onChange: (uri: vscode.Uri) => void;
  readonly onCreate: (uri: vscode.Uri) => void;
  readonly onDelete: (uri: vscode.Uri) => void;
}

/**
 * Reports each change in a folder, at any depth. The editor may lose a folder outside the workspace that is removed and
 * written anew at once, so the folder that contains it is watched too.
 */
export function watchFiles(folder: vscode.Uri, events: FolderEvents): vscode.Disposable {
  let watcher = watch(folder, '**/*', events);
  if (vscode.workspace.getWorkspaceFolder(folder)) return watcher;
  let isDisposed = false;
  let known = identityOf(folder);
  const onReplace = async (uri: vscode.Uri): Promise<void> => {
    if (!isSame(uri, folder)) return;
    const before = known;
    known = identityOf(folder);
    // Some systems report the folder itself for what changes in it.
    const [then, now] = [await before, await known];
    if (isDisposed || now === undefined || now === then) return;
    watcher.dispose();
    watcher = watch(folder, '**/*', events);
    events.onCreate(folder);
  };
  const parent = watch(vscode.Uri.joinPath(folder, '..'), '*', {
    onChange: (uri) => void onReplace(uri),
    onCreate: (uri) => void onReplace(uri),
    onDelete: () => {},
  });
  return new vscode.Disposable(() => {
    isDisposed = true;
    watcher.dispose();
    parent.dispose();
  });
}

/** Tells a folder from one that was made anew at its place; undefined if there is none. A new one may get the old inode. */
async function identityOf({ fsPath }: vscode.Uri): Promise<string | undefined> {
  const found = await stat(fsPath).catch(() => undefined);
  return found && `${found.ino} ${found.birthtimeMs}`;
}

function watch(folder: vscode.Uri, pattern: string, { onChange, onCreate, onDelete }: FolderEvents): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
  watcher.onDidChange(onChange);
  watcher.onDidCreate(onCreate);
  watcher.onDidDelete(onDelete);
  return watcher;
}
