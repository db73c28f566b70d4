import * as vscode from 'vscode';
import { TOKEN_VARIABLE } from '../../state';
import { pick } from '../pick';
import { serviceAddress } from '../settings';
import type { Command } from './command';

/** The menu of the status bar item. */
export const manageConnection: Command = async ({ connection: { tokens } }) => {
  const address = serviceAddress();
  const token = await tokens.get(address);
  const stored = token?.source === 'stored';
  const chosen = await pick<string>(vscode.l10n.t('Connection to {0}', address), vscode.l10n.t('What do you want to do?'), [
    {
      label: stored ? vscode.l10n.t('$(key) Replace Token…') : vscode.l10n.t('$(key) Set Token…'),
      ...(token?.source === 'environment' && { description: vscode.l10n.t('now from the environment variable {0}', TOKEN_VARIABLE) }),
      value: 'browserSessions.setToken',
    },
    ...(stored ? [{ label: vscode.l10n.t('$(trash) Clear Token…'), value: 'browserSessions.clearToken' }] : []),
    { label: vscode.l10n.t('$(globe) Change Address…'), value: 'browserSessions.changeAddress' },
    { label: vscode.l10n.t('$(output) Show Log'), value: 'browserSessions.showLog' },
  ]);
  await vscode.commands.executeCommand(chosen);
};
