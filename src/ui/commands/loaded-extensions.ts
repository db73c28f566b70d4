import * as vscode from 'vscode';
import { belongsTo } from '../../app/activities/activity';
import {
  removeFromBrowser as remove,
  setExtensionEnabled,
  type ChangeDependencies,
  type LoadedTarget,
  openPopup as open,
  extensionErrors,
  type ExtensionError,
} from '../../app/loaded/change-loaded';
import { loadedAs } from '../../app/loaded/loaded-extensions';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { labelOf, type Label } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { MAX_PROBLEM } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { workspaceFolderOf } from '../editor/uris';
import type { Services } from '../services';
import { loadedOf, type ChosenExtension } from '../sessions/choose-loaded';
import type { Command } from './command';

/** Takes an extension out of a running browser, unlike Remove from List. */
export const removeFromBrowser: Command = async (services, target) => {
  const title = message('Remove from Browser');
  const chosen = await loadedOf(services, target, title, () => true);
  const [name, session] = namesOf(chosen);
  await confirmChange(services, chosen, {
    question: message('Remove “{0}” from “{1}”?', name, session),
    effect: message('It may come back when the browser restarts, for example after the next upload.'),
    dont: message('Don’t Remove'),
    button: message('Remove'),
  });
  stopWatching(services, chosen);
  const deps = await changeDependencies(services);
  await withStatus(message('Removing “{0}” from “{1}”…', name, session), (signal) => remove(deps, chosen, signal));
  services.statusMessages.show(message('$(check) Removed “{0}” from “{1}”', name, session));
};

/** The next change would load it again. */
function stopWatching({ activities, connection }: Services, { session, extension }: ChosenExtension): void {
  const uploads = (session.uploads ?? []).filter(({ name }) => loadedAs([extension], name));
  activities.stopWhere(
    (each) =>
      each.kind === 'watch' &&
      each.session.id === session.id &&
      belongsTo(each, connection.settings) &&
      uploads.some(({ folder }) => folder === each.folder),
    'stopped',
  );
}

export const disableExtension: Command = async (services, target) => {
  const title = message('Disable in Browser');
  const chosen = await loadedOf(services, target, title, ({ enabled }) => enabled);
  const [name, session] = namesOf(chosen);
  await confirmChange(services, chosen, {
    question: message('Disable “{0}” in “{1}”?', name, session),
    effect: message('It stops until it’s enabled again.'),
    button: message('Disable'),
  });
  const deps = await changeDependencies(services);
  await withStatus(message('Disabling “{0}” in “{1}”…', name, session), (signal) =>
    setExtensionEnabled(deps, chosen, false, signal),
  );
  services.statusMessages.show(message('$(check) Disabled “{0}” in “{1}”', name, session));
};

export const enableExtension: Command = async (services, target) => {
  const title = message('Enable in Browser');
  const chosen = await loadedOf(services, target, title, ({ enabled }) => !enabled);
  const [name, session] = namesOf(chosen);
  await confirmChange(services, chosen, {
    question: message('Enable “{0}” in “{1}”?', name, session),
    button: message('Enable'),
  });
  const deps = await changeDependencies(services);
  await withStatus(message('Enabling “{0}” in “{1}”…', name, session), (signal) =>
    setExtensionEnabled(deps, chosen, true, signal),
  );
  services.statusMessages.show(message('$(check) Enabled “{0}” in “{1}”', name, session));
};

interface Confirmation {
  readonly question: Message;
  readonly effect?: Message;
  readonly button: Message;
  readonly dont?: Message;
}

/** What the user uploaded is confirmed in production only; what the session brought with it, everywhere. */
async function confirmChange(
  { connection }: Pick<Services, 'connection'>,
  { upload }: ChosenExtension,
  { question, effect, button, dont }: Confirmation,
): Promise<void> {
  const isBrought = upload === undefined;
  if (!isBrought && !connection.settings.production) return;
  const brought = isBrought ? message('You didn’t upload it, so others may rely on it.') : undefined;
  await confirmAt(connection, { question, effect: sentences(effect, brought), dont, buttons: [button] });
}

function namesOf({ extension, session }: LoadedTarget): [name: string, session: Label] {
  return [extension.name, labelOf(session)];
}

async function changeDependencies({ connection, records, loaded, devtools }: Services): Promise<ChangeDependencies> {
  const client = await connection.client();
  return { client, sessions: records.sessions, connection: connection.settings, loaded, devtools };
}

/** Runs the action of a loaded extension, as a click on its icon does. */
export const openPopup: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Open Popup'), ({ enabled }) => enabled);
  const { connection, records, devtools, statusMessages, inspections } = services;
  const { upload } = chosen;
  const manifest = upload && inspections.get(vscode.Uri.file(upload.folder))?.manifest;
  // Chromium does nothing then, and says nothing.
  if (manifest && !manifest.hasAction)
    throw new UserError(message('“{0}” has no action in its manifest, so it has no popup.', chosen.extension.name));
  const deps = { client: await connection.client(), sessions: records.sessions, devtools };
  const [name, session] = [chosen.extension.name, labelOf(chosen.session)];
  await withStatus(message('Opening the popup of “{0}”…', name), (signal) => open(deps, chosen, signal));
  statusMessages.show(message('$(check) Opened the popup of “{0}” in “{1}”', name, session));
};

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
