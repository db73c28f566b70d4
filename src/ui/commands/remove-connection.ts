import * as vscode from 'vscode';
import { message } from '../../core/message';
import { confirm } from '../editor/pick';
import type { Command } from './command';
import { commandId } from '../editor/contributed';

export const removeConnection: Command = async ({ brief, connections, connection: { name } }) => {
  await confirm(
    message('Remove the connection {0}?', name),
    [message('It leaves the settings, and its token the secret storage. At the service everything stays as it is.')],
    message('Remove'),
  );
  const inUse = connections.activeName === name;
  await connections.remove(name);
  brief.tell(message('$(check) {0} is removed', name));
  // Nothing takes its place by itself.
  if (inUse && connections.entries().length > 0) await vscode.commands.executeCommand(commandId('switchConnection'));
};
