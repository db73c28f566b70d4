import { message, type Message } from './message';

/** Source: docs/service.md, "Click". */
export const BUTTONS = ['left', 'right', 'middle', 'back', 'forward'] as const;
export const CLICK_TYPES = ['click', 'down', 'up'] as const;
/** A fixed list, because the service ignores a key that it does not know, and says nothing. */
export const HOLD_KEYS = ['alt', 'ctrl', 'meta', 'shift'] as const;
/** Ours: a click takes the service up to 0.9 s, so that a slip of the finger would keep a browser busy for minutes. */
export const MAX_CLICKS = 100;

export type Button = (typeof BUTTONS)[number];
export type ClickType = (typeof CLICK_TYPES)[number];
export type HoldKey = (typeof HOLD_KEYS)[number];

/**
 * A click as the person gave it: what was not said is not there, and is not sent. `x` and `y` are pixels of the
 * session's display.
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

/** Reads `640, 360 right x2 +shift`. @returns the click, or what is wrong with the text. */
export function parseClick(text: string): { click: Click } | { problem: Message } {
  const [first = '', second = '', ...rest] = text
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const problem = coordinateProblem('x', first) ?? coordinateProblem('y', second);
  if (problem) return { problem };
  const draft: Draft = {};
  for (const word of rest) {
    const wrong = addWord(draft, word);
    if (wrong) return { problem: wrong };
  }
  if (draft.clicks !== undefined && (draft.clickType === 'down' || draft.clickType === 'up')) {
    return { problem: message('A count goes with a click, not with “{0}”.', draft.clickType) };
  }
  return { click: { x: Number(first), y: Number(second), ...draft } };
}

function coordinateProblem(axis: 'x' | 'y', text: string): Message | undefined {
  if (text === '') return message('Type x and y, the pixels from the left and from the top of the display: 640, 360');
  const value = Number(text);
  if (Number.isNaN(value)) return message('“{0}” is not a number: {1} is a count of pixels, such as 640.', text, axis);
  if (!Number.isSafeInteger(Math.trunc(value))) return message('{0} is too large: “{1}”.', axis, text);
  if (value < 0 || Object.is(value, -0))
    return message('{0} cannot be negative: pixels count from the left and from the top.', axis);
  if (!/^\d+$/.test(text)) return message('{0} must be a whole number of pixels, not “{1}”.', axis, text);
  return undefined;
}

/** Adds one word to the draft. @returns what is wrong with it. */
function addWord(draft: Draft, word: string): Message | undefined {
  if (word.startsWith('+')) return addHoldKeys(draft, word.slice(1).split('+'));
  const count = /^[x×](\S*)$/.exec(word);
  if (count) return addCount(draft, count[1] ?? '');
  const button = BUTTONS.find((name) => name === word);
  if (button) return draft.button ? twice(message('button'), draft.button, button) : void (draft.button = button);
  const type = CLICK_TYPES.find((name) => name === word);
  if (type)
    return draft.clickType ? twice(message('kind of click'), draft.clickType, type) : void (draft.clickType = type);
  return message(
    '“{0}” is not known here. After the numbers may stand: {1}; {2}; a count such as x2; held keys such as +shift.',
    word,
    BUTTONS.join(' '),
    CLICK_TYPES.join(' '),
  );
}

function twice(what: Message, one: string, other: string): Message {
  return message('Only one {0}: “{1}” or “{2}”.', what, one, other);
}

function addCount(draft: Draft, digits: string): Message | undefined {
  const count = Number(digits);
  if (!/^\d+$/.test(digits) || count < 1 || count > MAX_CLICKS)
    return message('A count is a whole number from 1 to {0}, such as x2.', MAX_CLICKS);
  if (draft.clicks !== undefined) return message('Only one count: x{0} or x{1}.', draft.clicks, count);
  draft.clicks = count;
  return undefined;
}

function addHoldKeys(draft: Draft, names: readonly string[]): Message | undefined {
  for (const name of names) {
    const key = HOLD_KEYS.find((known) => known === name);
    if (!key)
      return message(
        '“+{0}” is no key that can be held. There are: {1}.',
        name,
        HOLD_KEYS.map((known) => `+${known}`).join(' '),
      );
    if (!draft.holdKeys?.includes(key)) draft.holdKeys = [...(draft.holdKeys ?? []), key];
  }
  return undefined;
}

/** The click in the spelling that `parseClick` reads: what is remembered, and stands in the box the next time. */
export function formatClick({ x, y, button, clickType, clicks, holdKeys = [] }: Click): string {
  return [`${x}, ${y}`, button, clickType, clicks !== undefined && `x${clicks}`, ...holdKeys.map((key) => `+${key}`)]
    .filter(Boolean)
    .join(' ');
}

const BUTTON_WORDS: Record<Button, Message> = {
  left: message('left button'),
  right: message('right button'),
  middle: message('middle button'),
  back: message('back button'),
  forward: message('forward button'),
};

/** The click in words: `Double click with the right button at 640, 360, holding Shift`. */
export function describeClick({
  x,
  y,
  button = 'left',
  clickType = 'click',
  clicks = 1,
  holdKeys = [],
}: Click): Message {
  const where = message('{0} at {1}, {2}', actionOf(clickType, clicks, BUTTON_WORDS[button]), String(x), String(y));
  if (holdKeys.length === 0) return where;
  return message(
    '{0}, holding {1}',
    where,
    holdKeys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)).join('+'),
  );
}

function actionOf(type: ClickType, clicks: number, button: Message): Message {
  if (type === 'down') return message('Press the {0} and keep it pressed', button);
  if (type === 'up') return message('Let go of the {0}', button);
  if (clicks === 1) return message('Click with the {0}', button);
  if (clicks === 2) return message('Double click with the {0}', button);
  return message('{0} clicks with the {1}', clicks, button);
}
