import { originOf } from '../../core/address';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { askForAddress } from '../connections/address-box';
import type { Command } from './command';

export const changeAddress: Command = async ({
  statusMessages,
  connections,
  connection: { name, settings, isLocal },
}) => {
  if (isLocal)
    throw new UserError(message('“{0}” picks its own address each time it starts.', name), 'switchConnection');
  const address = await askForAddress(message('Address of “{0}”', name), settings.address);
  await connections.change(name, { address });
  // The new address requires another token, and nobody would clear the old one.
  if (originOf(address) !== originOf(settings.address)) await connections.tokens.clear(settings);
  statusMessages.show(message('$(check) Address of “{0}” changed', name));
};
