import { message } from '../../core/message';
import { showInformation } from '../editor/show';
import { useLocal } from '../connections/use-local';
import type { Command } from './command';

/** Starts it, and uses it in this window. */
export const startLocalService: Command = async ({ brief, connections }) => {
  await useLocal(connections);
  brief.tell(message('$(check) The local browser service runs'));
};

export const stopLocalService: Command = async ({ brief, connections: { local } }) => {
  if (await local.stop()) brief.tell(message('$(check) The local browser service has ended'));
  else void showInformation(message('The local browser service does not run in this window.'));
};
