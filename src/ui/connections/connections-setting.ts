import * as vscode from 'vscode';
import type { ConnectionList } from '../../app/connections/connection';
import { messageOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { SECTION } from '../editor/contributed';

const CONNECTIONS = 'connections';

/**
 * The setting as the user wrote it. Its scope is the application, so a workspace cannot determine where a token is
 * sent.
 */
export const connectionsSetting: ConnectionList = {
  read: () => {
    const value = vscode.workspace.getConfiguration(SECTION).get<unknown>(CONNECTIONS);
    return Array.isArray(value) ? value : [];
  },
  write: async (list) => {
    try {
      await vscode.workspace.getConfiguration(SECTION).update(CONNECTIONS, list, vscode.ConfigurationTarget.Global);
    } catch (error) {
      throw new UserError(message('Couldn’t write settings: “{0}”', messageOf(error)), 'editConnections');
    }
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.${CONNECTIONS}`)) listener();
    }),
};

/** Whether the user has never added or changed a connection: the one that there is was not chosen. */
export function areConnectionsUnset(): boolean {
  return vscode.workspace.getConfiguration(SECTION).inspect(CONNECTIONS)?.globalValue === undefined;
}

/** Opens the user's settings file at the connections. */
export async function editConnections(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: `${SECTION}.${CONNECTIONS}`, edit: true },
  });
}
