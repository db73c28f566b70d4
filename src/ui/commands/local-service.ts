import { message } from '../../core/message';
import { showInformation, tellBriefly } from '../show';
import { useLocal } from './add-connection';
import type { Command } from './command';

/** Starts it, and uses it in this window. */
export const startLocalService: Command = async ({ connections }) => {
  await useLocal(connections, undefined);
  tellBriefly(message('$(check) The local browser service runs'));
};

export const stopLocalService: Command = async ({ connections: { local } }) => {
  if (await local.stop()) tellBriefly(message('$(check) The local browser service has ended'));
  else void showInformation(message('The local browser service does not run in this window.'));
};
