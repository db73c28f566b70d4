import { MAX_KEYS, MAX_NOTCHES, MAX_TEXT_LENGTH } from '../../core/input';
import { message, type Message } from '../../core/message';
import type { SessionInput } from '../../core/screen/messages';

/** Requests that may wait. A person who types further than that is ahead of the session by many seconds. */
const MAX_WAITING = 10;
/** Pixels that the pointer may move while the wheel turns at one place. */
const MAX_JITTER = 20;

interface Waiting {
  input: SessionInput;
}

/**
 * Keys, text and the wheel on their way to a session that takes its time: what has not been sent yet is merged into as
 * few requests as possible.
 */
export class InputQueue {
  private readonly waiting = new Set<Waiting>();
  /** The newest one, as long as nothing else came after it. */
  private open: Waiting | undefined;

  /**
   * Adds input at the end.
   * @returns what takes the input once it is its turn; `merged` if that takes this one too; `full` if it was not added.
   */
  add(input: SessionInput): (() => SessionInput) | 'merged' | 'full' {
    const merged = this.open && mergeInput(this.open.input, input);
    if (this.open && merged) {
      this.open.input = merged;
      return 'merged';
    }
    if (this.waiting.size >= MAX_WAITING) {
      // Nothing of what follows is put before what was not added.
      this.seal();
      return 'full';
    }
    const entry = { input };
    this.waiting.add(entry);
    this.open = entry;
    return () => {
      if (this.open === entry) this.open = undefined;
      this.waiting.delete(entry);
      return entry.input;
    };
  }

  /** Something else comes after what waits: later input is not merged with it. */
  seal(): void {
    this.open = undefined;
  }
}

/** @returns one input that does the same as both; undefined if there is none. */
export function mergeInput(first: SessionInput, second: SessionInput): SessionInput | undefined {
  if (first.type === 'text' && second.type === 'text') {
    const text = first.text + second.text;
    return text.length > MAX_TEXT_LENGTH ? undefined : { type: 'text', text };
  }
  if (first.type === 'keys' && second.type === 'keys') {
    const keys = [...first.keys, ...second.keys];
    return keys.length > MAX_KEYS ? undefined : { type: 'keys', keys, isRepeat: false };
  }
  return first.type === 'scroll' && second.type === 'scroll' ? mergeScroll(first, second) : undefined;
}

function mergeScroll(
  first: SessionInput & { type: 'scroll' },
  second: SessionInput & { type: 'scroll' },
): (SessionInput & { type: 'scroll' }) | undefined {
  const [before, after] = [first.scroll, second.scroll];
  if (Math.hypot(before.x - after.x, before.y - after.y) > MAX_JITTER) return undefined;
  const [deltaX, deltaY] = [before.deltaX + after.deltaX, before.deltaY + after.deltaY];
  if (Math.max(Math.abs(deltaX), Math.abs(deltaY)) > MAX_NOTCHES) return undefined;
  return { ...second, scroll: { ...after, deltaX, deltaY } };
}

/** What was sent. */
export function sentText(input: SessionInput): Message {
  switch (input.type) {
    case 'text':
      // Not the text itself: it may be a password.
      return input.text.length === 1
        ? message('1 character typed')
        : message('{0} characters typed', input.text.length);
    case 'keys':
      return message('Pressed {0}', input.keys.join(' '));
    case 'scroll':
      return message('Scrolled at {0}, {1}', String(input.scroll.x), String(input.scroll.y));
    case 'drag': {
      const end = input.path.at(-1);
      return message('Dragged to {0}, {1}', String(end?.x), String(end?.y));
    }
  }
}
