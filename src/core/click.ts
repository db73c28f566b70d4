import { listOf, message, type Message } from './message';
import type { Size } from './screen/geometry';

/** Source: docs/service.md, "Click". */
export const BUTTONS = ['left', 'right', 'middle', 'back', 'forward'] as const;
export const CLICK_TYPES = ['click', 'down', 'up'] as const;
/** A fixed list, because the service silently ignores a key that it does not know. */
export const HOLD_KEYS = ['alt', 'ctrl', 'meta', 'shift'] as const;
/**
 * Our own limit: one click takes the service up to 0.9 s, so a typing mistake would keep a browser busy for minutes.
 */
export const MAX_CLICKS = 100;

export type Button = (typeof BUTTONS)[number];
export type ClickType = (typeof CLICK_TYPES)[number];
export type HoldKey = (typeof HOLD_KEYS)[number];

/**
 * A click as the user entered it. A part that the user did not give is absent and is not sent. `x` and `y` are pixels
 * of the session's display.
 */
export interface Click {
  readonly x: number;
  readonly y: number;
  readonly button?: Button;
  readonly clickType?: ClickType;
  readonly clicks?: number;
  readonly holdKeys?: readonly HoldKey[];
}

type Draft = { -readonly [K in keyof Click]?: Click[K] };

/**
 * Parses a text such as `640, 360 right x2 +shift`.
 * @param display the size of the display, if it is known: nothing outside it can be clicked.
 * @returns the click, or what is wrong with the text.
 */
export function parseClick(text: string, display?: Size): { click: Click } | { problem: Message } {
  const [first = '', second = '', ...rest] = text.split(/[\s,;]+/).filter(Boolean);
  const problem = coordinateProblem('x', first, display?.width) ?? coordinateProblem('y', second, display?.height);
  if (problem) return { problem };
  const draft: Draft = {};
  for (const word of rest) {
    const wrong = addWord(draft, word);
    if (wrong) return { problem: wrong };
  }
  if (draft.clicks !== undefined && (draft.clickType === 'down' || draft.clickType === 'up')) {
    return { problem: message('“{0}” can’t be combined with a count.', draft.clickType) };
  }
  return { click: { x: Number(first), y: Number(second), ...draft } };
}

function coordinateProblem(axis: 'x' | 'y', text: string, size = Number.POSITIVE_INFINITY): Message | undefined {
  if (text === '') return message('Enter x and y in pixels from the top left corner, such as 640, 360');
  const value = Number(text);
  if (Number.isNaN(value)) return message('“{0}” isn’t a number. {1} must be in pixels, such as 640.', text, axis);
  if (!Number.isSafeInteger(Math.trunc(value))) return message('{0} is too large: “{1}”.', axis, text);
  if (value < 0 || Object.is(value, -0)) return message('{0} can’t be negative.', axis);
  if (!/^\d+$/.test(text)) return message('{0} must be an integer, not “{1}”.', axis, text);
  if (value >= size) return message('{0} must be 0–{1}.', axis, size - 1);
  return undefined;
}

/**
 * Adds one word to the draft.
 * @returns what is wrong with the word, if anything.
 */
function addWord(draft: Draft, written: string): Message | undefined {
  const word = written.toLowerCase();
  if (word.startsWith('+')) return addHoldKeys(draft, word.slice(1).split('+'));
  const count = /^[x×](\S*)$/.exec(word);
  if (count) return addCount(draft, count[1] ?? '');
  const button = BUTTONS.find((name) => name === word);
  if (button)
    return draft.button
      ? message('Use only one button: “{0}” or “{1}”.', draft.button, button)
      : void (draft.button = button);
  const type = CLICK_TYPES.find((name) => name === word);
  if (type)
    return draft.clickType
      ? message('Use only one kind of click: “{0}” or “{1}”.', draft.clickType, type)
      : void (draft.clickType = type);
  return message(
    'Unknown word “{0}”. You can add a button ({1}), {2}, x2, or a key ({3}).',
    written,
    BUTTONS.join(', '),
    CLICK_TYPES.filter((each) => each !== 'click').join(', '),
    HOLD_KEYS.map((known) => `+${known}`).join(', '),
  );
}

function addCount(draft: Draft, digits: string): Message | undefined {
  const count = Number(digits);
  if (!/^\d+$/.test(digits) || count < 1 || count > MAX_CLICKS)
    return message('The count must be an integer from 1 to {0}, such as x2.', MAX_CLICKS);
  if (draft.clicks !== undefined) return message('Use only one count: x{0} or x{1}.', draft.clicks, count);
  draft.clicks = count;
  return undefined;
}

function addHoldKeys(draft: Draft, names: readonly string[]): Message | undefined {
  for (const name of names) {
    const key = HOLD_KEYS.find((known) => known === name);
    if (!key) return message('Unknown key “+{0}”. Use {1}.', name, HOLD_KEYS.map((known) => `+${known}`).join(', '));
    if (!draft.holdKeys?.includes(key)) draft.holdKeys = [...(draft.holdKeys ?? []), key];
  }
  return undefined;
}

/** Formats a click the way `parseClick` reads it. This text is remembered and prefills the input box the next time. */
export function formatClick({ x, y, button, clickType, clicks, holdKeys = [] }: Click): string {
  return [`${x}, ${y}`, button, clickType, clicks !== undefined && `x${clicks}`, ...holdKeys.map((key) => `+${key}`)]
    .filter(Boolean)
    .join(' ');
}

/** Describes a click for the user: `Double-click at 640, 360 (right button, Shift)`. */
export function describeClick(click: Click): Message {
  const { x, y, clickType = 'click', clicks = 1 } = click;
  return withDetails(actionAt(clickType, clicks, [String(x), String(y)]), click);
}

/** The same of one that was made. */
export function describeClicked(click: Click): Message {
  const { x, y, clicks = 1 } = click;
  const place = [String(x), String(y)] as const;
  if (clicks === 1) return withDetails(message('Clicked at {0}, {1}', ...place), click);
  if (clicks === 2) return withDetails(message('Double-clicked at {0}, {1}', ...place), click);
  return withDetails(message('Clicked {0} times at {1}, {2}', clicks, ...place), click);
}

function withDetails(action: Message, { button = 'left', holdKeys = [] }: Click): Message {
  const details = [
    button === 'left' ? undefined : BUTTON_WORDS[button],
    ...holdKeys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)),
  ].filter((each) => each !== undefined);
  return details.length === 0 ? action : message('{0} ({1})', action, listOf(details));
}

const BUTTON_WORDS: Record<Exclude<Button, 'left'>, Message> = {
  right: message('right button'),
  middle: message('middle button'),
  back: message('back button'),
  forward: message('forward button'),
};

function actionAt(type: ClickType, clicks: number, [x, y]: readonly [string, string]): Message {
  if (type === 'down') return message('Press and hold at {0}, {1}', x, y);
  if (type === 'up') return message('Release at {0}, {1}', x, y);
  if (clicks === 1) return message('Click at {0}, {1}', x, y);
  if (clicks === 2) return message('Double-click at {0}, {1}', x, y);
  return message('Click {0} times at {1}, {2}', clicks, x, y);
}
