import { message, type Message } from '../../core/message';

/** A moment as a person reads it, to stand in a sentence. Of today the time is enough. */
export function when(at: Date): Message {
  const today = at.toDateString() === new Date().toDateString();
  return today
    ? message('at {0}', at.toLocaleTimeString(undefined, { timeStyle: 'medium' }))
    : message('on {0}', at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }));
}
