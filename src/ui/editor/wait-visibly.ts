import { waitSilently, type Wait } from '../../api';
import { formatWait } from '../../core/format';
import { message } from '../../core/message';
import { countDown, tellCountdown } from './countdown';
import { withProgress } from './progress';

/** Milliseconds. A shorter wait ends before anyone could read about it. */
const SHORT = 3000;

/**
 * Counts down until the request is sent again; Cancel ends the wait and the operation. The countdown is shown in the
 * operation's own notification, or in a new one if it has none.
 */
export const waitVisibly: Wait = async (waiting, signal) => {
  const { milliseconds } = waiting;
  if (milliseconds < SHORT) return waitSilently(waiting, signal);
  if (tellCountdown(signal, milliseconds)) return countDown(waiting, signal, (left) => tellCountdown(signal, left));
  await withProgress(message('Service busy'), (cancelled, report) =>
    countDown(waiting, AbortSignal.any([signal, cancelled]), (left) =>
      report(message('Retrying in {0}…', formatWait(left)), 1 - left / milliseconds),
    ),
  );
};
