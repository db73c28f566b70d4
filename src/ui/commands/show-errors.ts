import * as vscode from 'vscode';
import { extensionErrors, type ExtensionError } from '../../app/loaded/change-loaded';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { labelOf } from '../../state';
import { MAX_PROBLEM } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { workspaceFolderOf } from '../editor/within';
import { loadedOf } from '../sessions/choose-loaded';
import type { Command } from './command';

/**
 * Shows why an extension fails: what keeps its folder from being uploaded is in the Problems panel; what its browser
 * has collected is a list, in which each error leads to its line.
 */
export const showErrors: Command = async (services, target) => {
  const { row } = target;
  if (row?.kind === 'upload' && row.watch && row.watch !== 'uploaded') {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
    return;
  }
  const chosen = await loadedOf(services, target, message('Show Errors'), ({ errors = 0 }) => errors > 0);
  const { connection, records, devtools, statusMessages } = services;
  const { extension, session, upload } = chosen;
  const deps = { client: await connection.client(), sessions: records.sessions, devtools };
  const files = upload && { folder: upload.folder, top: workspaceFolderOf(vscode.Uri.file(upload.folder)) };
  const errors = await withStatus(message('Reading the errors of “{0}”…', extension.name), (signal) =>
    extensionErrors(deps, chosen, files, signal),
  );
  if (errors.length === 0) {
    statusMessages.show(message('“{0}” has no errors in “{1}” now', extension.name, labelOf(session)));
    return;
  }
  const { source } = await pick(
    message('Errors of “{0}” in “{1}”', extension.name, labelOf(session)),
    message('Select an error to go to its line'),
    errors.map((error) => ({
      label: plainText(error.text, MAX_PROBLEM),
      detail: placeText(error),
      value: error,
    })),
  );
  if (!source) return;
  const at = new vscode.Position(source.line - 1, source.column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(source.file), { selection: new vscode.Range(at, at) });
};

function placeText({ source, place }: ExtensionError) {
  if (source) return plainText(`${vscode.workspace.asRelativePath(source.file)}:${source.line}`, MAX_PROBLEM);
  return place && plainText(`${place.path}:${place.line}`, MAX_PROBLEM);
}
