import * as vscode from 'vscode';
import { originOf } from '../../core/address';
import { serviceAddress } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { askForAddress } from '../connections/address-box';
import { changeBrowser } from '../connections/browser-box';
import { connectionChoices } from '../connections/connection-choices';
import { commandId } from '../editor/contributed';
import { t } from '../editor/localize';
import { confirmOne, pick } from '../editor/pick';
import type { Command } from './command';

export const changeAddress: Command = async (services) => {
  const { statusMessages, connections, connection } = services;
  const { name, settings, isLocal, isBrowser } = connection;
  if (isBrowser) return changeBrowser(services);
  if (isLocal)
    throw new UserError(message('“{0}” picks its own address each time it starts.', name), 'switchConnection');
  const address = await askForAddress(message('Address of “{0}”', name), serviceAddress(settings.address));
  await connections.change(name, { address });
  // The new address requires another token, and nobody would clear the old one.
  if (originOf(address) !== originOf(settings.address)) await connections.tokens.clear(settings);
  statusMessages.show(message('$(check) Address of “{0}” changed', name));
};

export const removeConnection: Command = async ({ statusMessages, connections, connection: { name } }) => {
  await confirmOne(message('Remove connection “{0}”?', name), {
    paragraphs: [message('Its token and its lists are removed from this machine. Nothing changes at the service.')],
    dont: message('Don’t Remove'),
    buttons: [message('Remove')],
  });
  const inUse = connections.activeName === name;
  await connections.remove(name);
  statusMessages.show(message('$(check) Removed “{0}”', name));
  // No other connection is selected automatically.
  if (inUse && connections.entries().length > 0) await vscode.commands.executeCommand(commandId('switchConnection'));
};

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
