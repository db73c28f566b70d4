import * as vscode from 'vscode';
import { readConnections, type ConnectionEntry } from '../core/connection-settings';

const SECTION = 'browserSessions';
const CONNECTIONS = 'connections';

/** The setting, as the person wrote it. It is of the application: a workspace cannot say where a token goes. */
export function connectionEntries(): ConnectionEntry[] {
  return readConnections(asWritten());
}

/** Writes the setting; entries that cannot be read stay as they are. */
export async function changeConnections(change: (list: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[]): Promise<void> {
  const list = asWritten().filter((entry) => typeof entry === 'object' && entry !== null).map((entry) => ({ ...entry }));
  await vscode.workspace.getConfiguration(SECTION).update(CONNECTIONS, change(list), vscode.ConfigurationTarget.Global);
}

export function onConnectionsChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${CONNECTIONS}`)) listener();
  });
}

/** Opens the person's settings file where the connections stand. */
export async function editConnections(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting: { key: `${SECTION}.${CONNECTIONS}`, edit: true } });
}

function asWritten(): readonly unknown[] {
  const value = vscode.workspace.getConfiguration(SECTION).get<unknown>(CONNECTIONS);
  return Array.isArray(value) ? value : [];
}
