import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';

/**
 * Writes a file.
 * @param name that a person knows it by.
 * @throws UserError with the editor's words if it cannot be written.
 */
export async function writeFile(
  file: vscode.Uri,
  bytes: Uint8Array,
  name = path.posix.basename(file.path),
): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new UserError(message('Couldn’t write {0}. Details: “{1}”', name, error.message));
  }
}
