import { waitSilently, type Waiting } from '../../api/retry';
import { formatWait } from '../../core/format';
import { message, type Message } from '../../core/message';

const TYPE = 'countdown';
const SECOND = 1000;

/**
 * Reports that the work of a signal is waiting, and how long, to the notification that already shows this work; so no
 * second notification is needed.
 */
class Countdown extends Event {
  constructor(readonly words: Message) {
    super(TYPE, { cancelable: true });
  }
}

/**
 * Waits.
 * @param show is called each second with the milliseconds that are left.
 */
export async function countDown(
  { operation, milliseconds }: Waiting,
  signal: AbortSignal,
  show: (left: number) => void,
): Promise<void> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - Date.now()) {
    show(left);
    await waitSilently({ operation, milliseconds: Math.min(left, SECOND) }, signal);
  }
}

/**
 * Reports a countdown to what shows the work of this signal.
 * @param left in milliseconds.
 * @returns whether anything shows it.
 */
export function tellCountdown(signal: AbortSignal, left: number): boolean {
  return !signal.dispatchEvent(new Countdown(message('The service is busy. Retrying in {0}', formatWait(left))));
}

/** From now on, `show` displays the countdowns of this signal. */
export function showCountdowns(signal: AbortSignal, show: (words: Message) => void): void {
  signal.addEventListener(TYPE, (event) => {
    if (!(event instanceof Countdown)) return;
    event.preventDefault();
    show(event.words);
  });
}
