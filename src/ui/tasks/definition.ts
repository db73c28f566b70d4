import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';

/** What an upload task does. */
export interface UploadTask {
  /** The extension's folder. */
  readonly folder: vscode.Uri;
  /** Name or ID of the session; undefined: the one that the folder was uploaded into, or the only one. */
  readonly session: string | undefined;
  /** Name of the connection; undefined: the one in use. */
  readonly connection: string | undefined;
  /** Whether the folder is uploaded again at each change. */
  readonly watch: boolean;
}

/**
 * Reads the definition of a task, whose variables have been replaced.
 * @param scope of the task; a relative folder is inside it.
 * @throws UserError that says what to change in the task.
 */
export function readDefinition(definition: vscode.TaskDefinition, scope: vscode.Task['scope']): UploadTask {
  const folder = textField(definition, 'folder');
  if (folder === undefined) throw new UserError(message('Set “folder” in the task to the folder of the extension.'));
  const { watch = false }: Record<string, unknown> = definition;
  if (typeof watch !== 'boolean') throw new UserError(message('“watch” in the task must be true or false.'));
  return {
    folder: folderIn(scope, folder),
    session: textField(definition, 'session'),
    connection: textField(definition, 'connection'),
    watch,
  };
}

/** An empty text counts as missing. */
function textField(definition: Record<string, unknown>, name: string): string | undefined {
  const value = definition[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new UserError(message('“{0}” in the task must be a string.', name));
  return value;
}

function folderIn(scope: vscode.Task['scope'], folder: string): vscode.Uri {
  if (path.isAbsolute(folder)) return vscode.Uri.file(path.resolve(folder));
  if (typeof scope !== 'object')
    throw new UserError(
      message('Set “folder” in the task to an absolute path: the task belongs to no workspace folder.'),
    );
  // Without a slash at its end: the upload's folder has none.
  return vscode.Uri.file(path.resolve(scope.uri.fsPath, folder));
}
