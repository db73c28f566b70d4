import type { ClientOptions } from '../app';
import type { Log } from './log';
import { networkSettings } from './network-settings';
import { timeouts } from './settings';
import { waitVisibly } from './wait-visibly';

/** A client works as the editor's settings say, and shows when it has to wait. */
export function clientOptions(log: Pick<Log, 'debug'>): Omit<ClientOptions, 'baseUrl' | 'token'> {
  return { log: (line) => log.debug(line), wait: waitVisibly, timeouts, network: networkSettings };
}
