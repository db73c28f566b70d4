import * as vscode from 'vscode';
import { tellBriefly } from '../tell-briefly';
import { useLocal } from './add-connection';
import type { Command } from './command';

/** Starts it, and uses it in this window. */
export const startLocalService: Command = async ({ connections }) => {
  await useLocal(connections, undefined);
  tellBriefly(vscode.l10n.t('$(check) The local browser service runs'));
};

export const stopLocalService: Command = async ({ connections: { local } }) => {
  if (await local.stop()) tellBriefly(vscode.l10n.t('$(check) The local browser service has ended'));
  else void vscode.window.showInformationMessage(vscode.l10n.t('The local browser service does not run in this window.'));
};
