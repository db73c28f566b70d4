import { message } from '../../core/message';
import { useLocal } from '../connections/use-local';
import type { Command } from './command';

/** Starts the local service, and uses it in this window. */
export const startLocalService: Command = async (services) => useLocal(services);

export const stopLocalService: Command = async ({ statusMessages, connections: { local } }) => {
  if (await local.stop()) statusMessages.show(message('$(check) Local browser stopped'));
  else statusMessages.show(message('The local browser isn’t running in this window'));
};
