import * as vscode from 'vscode';
import { openPopup as open } from '../../app/loaded/change-loaded';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { withStatus } from '../editor/progress';
import { loadedOf } from '../sessions/choose-loaded';
import type { Command } from './command';

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
