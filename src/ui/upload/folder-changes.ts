import * as vscode from 'vscode';
import { watchFolder } from '../editor/watch-folder';

/**
 * Calls a function for each change in a folder, at any depth.
 * @param onChange gets the file if its contents changed; undefined if it was created or deleted.
 */
export function onDidChangeIn(folder: string, onChange: (saved?: string) => void): vscode.Disposable {
  return watchFolder(vscode.Uri.file(folder), {
    onChange: (uri) => onChange(uri.fsPath),
    onCreate: () => onChange(),
    onDelete: () => onChange(),
  });
}
