import * as vscode from 'vscode';
import { editConnections } from '../connection-list';
import { isLocal, type ConnectionEntry } from '../../core/connection-settings';
import type { Connections } from '../connections';
import { pick, type Choice } from '../pick';
import { say } from '../say';
import type { Command } from './command';

export const switchConnection: Command = async ({ connections }) => {
  const chosen = await pick<() => Promise<void>>(vscode.l10n.t('Switch Connection'), vscode.l10n.t('Which service do you want to use in this window?'), [
    ...connectionChoices(connections),
    { label: vscode.l10n.t('$(add) Add Connection…'), value: async () => void (await vscode.commands.executeCommand('browserSessions.addConnection')) },
  ]);
  await chosen();
};

/** A line for each connection; choosing it uses it. */
export function connectionChoices(connections: Connections): Choice<() => Promise<void>>[] {
  return connections.entries().map((entry) => ({
    label: `$(${iconOf(entry, entry.name === connections.activeName)}) ${entry.name || vscode.l10n.t('(no name)')}`,
    description: descriptionOf(entry, entry.name === connections.activeName),
    detail: 'problem' in entry ? say(entry.problem) : isLocal(entry.settings) ? localDetail(connections) : entry.settings.address,
    value: async () => ('problem' in entry ? editConnections() : connections.activate(entry.name)),
  }));
}

function iconOf(entry: ConnectionEntry, active: boolean): string {
  if ('problem' in entry) return 'warning';
  return active ? 'check' : (entry.settings.icon ?? (isLocal(entry.settings) ? 'vm' : 'cloud'));
}

function descriptionOf(entry: ConnectionEntry, active: boolean): string {
  const production = 'settings' in entry && entry.settings.production;
  return [...(active ? [vscode.l10n.t('in use')] : []), ...(production ? [vscode.l10n.t('production')] : [])].join(', ');
}

function localDetail({ local: { running } }: Connections): string {
  return running ? vscode.l10n.t('runs at {0}', running.url) : vscode.l10n.t('on this machine; it starts when it is needed');
}
