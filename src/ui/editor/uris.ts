import path from 'node:path';
import * as vscode from 'vscode';

/** Path of a resource within a folder, with `/`. */
export function pathWithin(folder: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(folder.fsPath, uri.fsPath).split(path.sep).join('/');
}

/** Whether a resource is inside a folder, or is the folder itself. */
export function isInside(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const relative = path.relative(folder.fsPath, uri.fsPath);
  return uri.scheme === folder.scheme && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** Whether two URIs mean the same resource: `toString` normalizes the case of a Windows drive letter. */
export function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

/** The workspace folder that an extension's folder is in, or the folder itself. */
export function workspaceFolderOf(folder: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? folder.fsPath;
}

/** The same of a path. */
export function topOf(folder: string): string {
  return workspaceFolderOf(vscode.Uri.file(folder));
}
