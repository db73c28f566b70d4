import * as vscode from 'vscode';
import { readConnections, type ConnectionEntry } from '../../core/connection-settings';
import { messageOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { SECTION } from '../editor/contributed';

const CONNECTIONS = 'connections';

/** The setting, as the person wrote it. It is of the application: a workspace cannot say where a token goes. */
export function connectionEntries(): ConnectionEntry[] {
  return readConnections(asWritten());
}

/**
 * Writes the setting; entries that cannot be read stay as they are.
 * @throws UserError where the settings cannot be written.
 */
export async function changeConnections(change: (list: readonly unknown[]) => readonly unknown[]): Promise<void> {
  try {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update(CONNECTIONS, change(asWritten()), vscode.ConfigurationTarget.Global);
  } catch (error) {
    throw new UserError(message('The settings could not be written: {0}', messageOf(error)), 'editConnections');
  }
}

export function onConnectionsChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${CONNECTIONS}`)) listener();
  });
}

/** Opens the person's settings file where the connections stand. */
export async function editConnections(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: `${SECTION}.${CONNECTIONS}`, edit: true },
  });
}

function asWritten(): readonly unknown[] {
  const value = vscode.workspace.getConfiguration(SECTION).get<unknown>(CONNECTIONS);
  return Array.isArray(value) ? value : [];
}
