import * as vscode from 'vscode';
import { message } from '../../core/message';
import { connectionChoices } from '../connections/connection-choices';
import { t } from '../editor/localize';
import { pick } from '../editor/pick';
import type { Command } from './command';
import { commandId } from '../editor/contributed';

export const switchConnection: Command = async ({ connections }) => {
  const chosen = await pick<() => Promise<void>>(
    message('Switch Connection'),
    message('Select a connection for this window'),
    [
      ...connectionChoices(connections),
      {
        label: t('$(add) Add Connection…'),
        value: async () => void (await vscode.commands.executeCommand(commandId('addConnection'))),
      },
    ],
  );
  await chosen();
};
