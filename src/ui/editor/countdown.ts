import { message, type Message } from '../../core/message';

const TYPE = 'countdown';

/**
 * Tells whoever shows the work of a signal that the work waits, and for how long; what is shown already needs no second
 * notification.
 */
class Countdown extends Event {
  constructor(readonly words: Message) {
    super(TYPE, { cancelable: true });
  }
}

/** Tells it to those who show the work of this signal. @returns whether anybody does. */
export function tellCountdown(signal: AbortSignal, left: string): boolean {
  return !signal.dispatchEvent(new Countdown(message('Service busy. Retrying in {0}…', left)));
}

/** From now on the countdowns of this signal are shown by `show`. */
export function showCountdowns(signal: AbortSignal, show: (words: Message) => void): void {
  signal.addEventListener(TYPE, (event) => {
    if (!(event instanceof Countdown)) return;
    event.preventDefault();
    show(event.words);
  });
}
