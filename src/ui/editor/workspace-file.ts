import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { message } from '../../core/message';
import { readChosenFile, readWorkspaceFile, writeWorkspaceFile, type WorkspaceFile } from '../../packaging';

/**
 * The text of a file of the workspace as it is stored.
 * @param limit in bytes.
 * @returns undefined if there is none.
 * @throws UserError if it cannot be read, is larger, or is a link that leads out of its workspace folder.
 */
export async function readText(file: vscode.Uri, limit: number): Promise<string | undefined> {
  if (file.scheme === 'file') return (await readWorkspaceFile(placeInWorkspace(file), limit))?.toString();
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > limit) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/**
 * Writes a file of the workspace, not through a link.
 * @throws UserError if it cannot be written.
 */
export async function writeText(file: vscode.Uri, text: string): Promise<void> {
  if (file.scheme === 'file') return writeWorkspaceFile(placeInWorkspace(file), text);
  await writeFile(file, new TextEncoder().encode(text));
}

/**
 * The text of a file that a person has chosen.
 * @param limit in bytes.
 * @throws UserError if it cannot be read, is larger, or is a link or no regular file.
 */
export async function readChosen(file: vscode.Uri, limit: number): Promise<string> {
  if (file.scheme === 'file') return new TextDecoder().decode(await readChosenFile(file.fsPath, limit));
  const name = path.posix.basename(file.path);
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > limit)
      throw new UserError(message('{0} is too large ({1}; limit {2}).', name, formatBytes(size), formatBytes(limit)));
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new UserError(message('Couldn’t read {0}: “{1}”', name, reasonIn(error.message)));
  }
}

/**
 * Writes a file at a place that a person has chosen, or of a workspace that is on no disk.
 * @throws UserError with the editor's words if it cannot be written.
 */
export async function writeFile(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new UserError(message('Couldn’t save {0}: “{1}”', path.posix.basename(file.path), reasonIn(error.message)));
  }
}

/** The reason alone of words such as `Error: EACCES: permission denied, open '/a/b.png'`. */
function reasonIn(words: string): string {
  return /\bE[A-Z]+: (.+?)(?:, \w+ '.*')?$/.exec(words)?.[1] ?? words;
}

function placeInWorkspace(file: vscode.Uri): WorkspaceFile {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder) throw new UserError(message('{0} is in no folder of this workspace.', path.basename(file.fsPath)));
  return { folder: folder.uri.fsPath, within: path.posix.relative(folder.uri.path, file.path) };
}
