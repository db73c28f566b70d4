import { message, type Message } from '../../core/message';

const TYPE = 'countdown';

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
 * Reports a countdown to what shows the work of this signal.
 * @returns whether anything shows it.
 */
export function tellCountdown(signal: AbortSignal, left: string): boolean {
  return !signal.dispatchEvent(new Countdown(message('Service busy. Retrying in {0}…', left)));
}

/** From now on, `show` displays the countdowns of this signal. */
export function showCountdowns(signal: AbortSignal, show: (words: Message) => void): void {
  signal.addEventListener(TYPE, (event) => {
    if (!(event instanceof Countdown)) return;
    event.preventDefault();
    show(event.words);
  });
}
