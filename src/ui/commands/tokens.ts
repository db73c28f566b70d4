import * as vscode from 'vscode';
import { TOKEN_VARIABLE } from '../../state';
import { confirm } from '../pick';
import { serviceAddress } from '../settings';
import { askToken } from '../token-box';
import type { Command } from './command';

export const setToken: Command = async ({ connection: { tokens } }) => {
  const address = serviceAddress();
  await askToken(tokens, address);
  void vscode.window.showInformationMessage(vscode.l10n.t('The token for {0} is stored.', address));
};

export const clearToken: Command = async ({ connection: { tokens } }) => {
  const address = serviceAddress();
  const token = await tokens.get(address);
  if (token?.source !== 'stored') {
    void vscode.window.showInformationMessage(
      token ? vscode.l10n.t('No token is stored for {0}; the one in use comes from the environment variable {1}.', address, TOKEN_VARIABLE) : vscode.l10n.t('No token is stored for {0}.', address),
    );
    return;
  }
  await confirm(vscode.l10n.t('Clear the token for {0}?', address), vscode.l10n.t('You will be asked for it again. At the service it stays valid.'), vscode.l10n.t('Clear'));
  await tokens.clear(address);
  void vscode.window.showInformationMessage(vscode.l10n.t('The token for {0} is cleared.', address));
};
