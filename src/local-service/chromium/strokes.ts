import { CHARACTER_NAMES, NAMED_KEYS } from '../../core/keys';

/** A key of a US keyboard as the DevTools protocol describes it, or a character that has none. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What it types; nothing if undefined. */
  readonly text?: string;
  /** Whether Shift is held for this character. */
  readonly isShifted?: boolean;
}

/** `KeyboardEvent.key` of keys that are no characters, with their Windows key codes. */
const VIRTUAL_KEYS: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  Delete: 46,
  Insert: 45,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
  ContextMenu: 93,
  F1: 112,
  F2: 113,
  F3: 114,
  F4: 115,
  F5: 116,
  F6: 117,
  F7: 118,
  F8: 119,
  F9: 120,
  F10: 121,
  F11: 122,
  F12: 123,
};

/** The character without and with Shift, the DOM's code of the key, and its Windows key code. */
const CHARACTER_KEYS: readonly (readonly [plain: string, shifted: string, code: string, virtualKey: number])[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter, index) => {
    const capital = letter.toUpperCase();
    return [letter, capital, `Key${capital}`, 65 + index] as const;
  }),
  ...Array.from(')!@#$%^&*(', (shifted, digit) => [String(digit), shifted, `Digit${digit}`, 48 + digit] as const),
  [' ', ' ', 'Space', 32],
  [';', ':', 'Semicolon', 186],
  ['=', '+', 'Equal', 187],
  [',', '<', 'Comma', 188],
  ['-', '_', 'Minus', 189],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
  ['`', '~', 'Backquote', 192],
  ['[', '{', 'BracketLeft', 219],
  ['\\', '|', 'Backslash', 220],
  [']', '}', 'BracketRight', 221],
  ["'", '"', 'Quote', 222],
];

const CHARACTERS: ReadonlyMap<string, Stroke> = new Map([
  ...CHARACTER_KEYS.map(([, shifted, code, vk]) => [shifted, character(shifted, code, vk, true)] as const),
  ...CHARACTER_KEYS.map(([plain, , code, vk]) => [plain, character(plain, code, vk, false)] as const),
]);

const SHIFTED: ReadonlyMap<string, string> = new Map(CHARACTER_KEYS.map(([plain, shifted]) => [plain, shifted]));

const NAMED: ReadonlyMap<string, Stroke> = new Map([
  ...NAMED_KEYS.map(({ name, key }) => [name, named(key)] as const),
  ...[...CHARACTER_NAMES].map(([written, name]) => [name, strokeOf(written)] as const),
]);

const ENTER = named('Enter');

/** The key that types a character. `\n` is Enter, and `\t` is Tab. */
export function strokeOf(written: string): Stroke {
  if (written === '\n') return ENTER;
  if (written === '\t') return named('Tab');
  return CHARACTERS.get(written) ?? { key: written, code: '', windowsVirtualKeyCode: 0, text: written };
}

/** The key of an X11 name or a single character; undefined if there is none. */
export function strokeNamed(name: string): Stroke | undefined {
  if (/^(enter|return)$/i.test(name)) return ENTER;
  const isCharacter = /^[^\p{C}\p{Z}]$/u.test(name);
  return NAMED.get(name) ?? (isCharacter ? strokeOf(name) : undefined);
}

/** The key as it is when Shift is held. */
export function withShift(stroke: Stroke): Stroke {
  return stroke.text === undefined ? stroke : strokeOf(SHIFTED.get(stroke.text) ?? stroke.text);
}

function character(text: string, code: string, windowsVirtualKeyCode: number, isShifted: boolean): Stroke {
  return { key: text, code, windowsVirtualKeyCode, text, isShifted };
}

function named(key: string): Stroke {
  // A page gets a carriage return from Enter.
  const text = key === 'Enter' ? { text: '\r' } : {};
  return { key, code: key, windowsVirtualKeyCode: VIRTUAL_KEYS[key] ?? 0, ...text };
}
