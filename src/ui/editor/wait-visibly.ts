import { waitSilently, type Wait } from '../../app';
import { message } from '../../core/message';
import { formatWait } from '../../core/format';
import { tellCountdown } from './countdown';
import { withProgress } from './progress';

/** Milliseconds. A shorter wait ends before anyone could read about it. */
const SHORT = 3000;
const SECOND = 1000;

/**
 * Counts down until the request is sent again; Cancel ends the wait and the operation. The countdown is shown in the
 * operation's own notification, or in a new one if it has none.
 */
export const waitVisibly: Wait = async (waiting, signal) => {
  const { operation, milliseconds } = waiting;
  if (milliseconds < SHORT) return waitSilently(waiting, signal);
  const countDown = async (stop: AbortSignal, show: (left: number) => void): Promise<void> => {
    const end = Date.now() + milliseconds;
    for (let left = milliseconds; left > 0; left = end - Date.now()) {
      show(left);
      await waitSilently({ operation, milliseconds: Math.min(left, SECOND) }, stop);
    }
  };
  if (tellCountdown(signal, formatWait(milliseconds)))
    return countDown(signal, (left) => tellCountdown(signal, formatWait(left)));
  await withProgress(message('Service busy'), (cancelled, report) =>
    countDown(AbortSignal.any([signal, cancelled]), (left) =>
      report(message('Retrying in {0}…', formatWait(left)), 1 - left / milliseconds),
    ),
  );
};
