import * as vscode from 'vscode';
import { confirm } from '../pick';
import { tellBriefly } from '../tell-briefly';
import type { Command } from './command';

export const removeConnection: Command = async ({ connections, connection: { name } }) => {
  await confirm(
    vscode.l10n.t('Remove the connection {0}?', name),
    vscode.l10n.t('It leaves the settings, and its token the secret storage. At the service everything stays as it is.'),
    vscode.l10n.t('Remove'),
  );
  const inUse = connections.activeName === name;
  await connections.remove(name);
  tellBriefly(vscode.l10n.t('$(check) {0} is removed', name));
  // Nothing takes its place by itself.
  if (inUse && connections.entries().length > 0) await vscode.commands.executeCommand('browserSessions.switchConnection');
};
