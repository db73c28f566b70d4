import { waitSilently, type ServiceOptions, type Wait } from '../../api';
import { formatWait } from '../../core/format';
import { message } from '../../core/message';
import { countDown, tellCountdown } from '../editor/countdown';
import type { Log } from '../editor/log';
import { networkSettings } from '../editor/network-settings';
import { withProgress } from '../editor/progress';
import { remoteMachine } from '../editor/remote-machine';
import { timeouts } from '../editor/settings';

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

/** Milliseconds. A shorter wait ends before anyone could read about it. */
const SHORT = 3000;

/**
 * Counts down until the request is sent again; Cancel ends the wait and the operation. The countdown is shown in the
 * operation's own notification, or in a new one if it has none.
 */
const waitVisibly: Wait = async (waiting, signal) => {
  const { milliseconds } = waiting;
  if (milliseconds < SHORT) return waitSilently(waiting, signal);
  if (tellCountdown(signal, milliseconds)) return countDown(waiting, signal, (left) => tellCountdown(signal, left));
  await withProgress(message('Service busy'), (cancelled, report) =>
    countDown(waiting, AbortSignal.any([signal, cancelled]), (left) =>
      report(message('Retrying in {0}…', formatWait(left)), 1 - left / milliseconds),
    ),
  );
};
