import { message, type Message } from '../../core/message';

/** A date as part of a sentence; for today only the time. */
export function when(at: Date): Message {
  const today = at.toDateString() === new Date().toDateString();
  return today
    ? message('at {0}', at.toLocaleTimeString(undefined, { timeStyle: 'medium' }))
    : message('on {0}', at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }));
}
