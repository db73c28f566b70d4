import path from 'node:path';
import type * as vscode from 'vscode';

/** Path of something within a folder, with `/`. */
export function pathWithin(folder: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(folder.fsPath, uri.fsPath).split(path.sep).join('/');
}

/** Whether something lies in a folder, or is the folder. */
export function isInside(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const relative = path.relative(folder.fsPath, uri.fsPath);
  return uri.scheme === folder.scheme && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** Whether two name the same place: on Windows the letter of a drive may be written either way. */
export function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
