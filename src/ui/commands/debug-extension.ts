import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { setContext } from '../editor/context';
import { configurationFor } from '../debug/debug-configurations';
import { loadedOf } from '../sessions/choose-loaded';
import type { Command } from './command';

/**
 * Starts the editor's debugger on a loaded extension that was uploaded from this machine: that of a row, of a folder in
 * the Explorer, or one that the user chooses.
 */
export const debugExtension: Command = async (services, target) => {
  const [resource] = target.resources ?? [];
  if (resource) return start(resource, configurationFor(resource.fsPath, path.basename(resource.fsPath)));
  const { upload, session, extension } = await loadedOf(services, target, message('Debug'), ({ enabled }) => enabled);
  if (!upload)
    throw new UserError(
      message('“{0}” wasn’t uploaded from here, so its files aren’t known.', extension.name),
      'showLog',
      'warning',
    );
  const { name, address } = services.connection.settings;
  await start(vscode.Uri.file(upload.folder), {
    ...configurationFor(upload.folder, extension.name),
    connection: name,
    address,
    session: session.id,
    extension: upload.name,
  });
};

async function start(folder: vscode.Uri, configuration: vscode.DebugConfiguration): Promise<void> {
  // Without it, the editor refuses debug sessions of our type.
  await setContext('uploaded', true);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(folder), configuration);
}
