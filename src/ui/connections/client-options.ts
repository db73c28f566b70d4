import type { ServiceOptions } from '../../api';
import type { Log } from '../editor/log';
import { networkSettings } from '../editor/network-settings';
import { remoteMachine } from '../editor/remote-machine';
import { timeouts } from '../editor/settings';
import { waitVisibly } from '../editor/wait-visibly';

/** Makes a client follow the editor's settings, and show when it has to wait. */
export function clientOptions(log: Pick<Log, 'debug'>): Omit<ServiceOptions, 'baseUrl' | 'token'> {
  return {
    log: (line) => log.debug(line),
    wait: waitVisibly,
    timeouts,
    network: networkSettings,
    remoteMachine: remoteMachine(),
  };
}
