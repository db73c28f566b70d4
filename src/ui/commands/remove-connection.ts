import * as vscode from 'vscode';
import { message } from '../../core/message';
import { confirm } from '../editor/pick';
import type { Command } from './command';
import { commandId } from '../editor/contributed';

export const removeConnection: Command = async ({ statusMessages, connections, connection: { name } }) => {
  await confirm(
    message('Remove connection “{0}”?', name),
    [
      message(
        'Removes it from settings, with its token and all that is remembered of it. Nothing changes on the service.',
      ),
    ],
    message('Remove'),
  );
  const inUse = connections.activeName === name;
  await connections.remove(name);
  statusMessages.show(message('$(check) Removed “{0}”', name));
  // No other connection is selected automatically.
  if (inUse && connections.entries().length > 0) await vscode.commands.executeCommand(commandId('switchConnection'));
};
