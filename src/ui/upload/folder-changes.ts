import * as vscode from 'vscode';

/**
 * Calls a function for each change in a folder, at any depth.
 * @param onChange gets the file if its contents changed; undefined if it was created or deleted.
 */
export function onDidChangeIn(folder: string, onChange: (saved?: string) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), '**/*'));
  watcher.onDidChange((uri) => onChange(uri.fsPath));
  watcher.onDidCreate(() => onChange());
  watcher.onDidDelete(() => onChange());
  return watcher;
}
