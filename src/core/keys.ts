/**
 * Names of keys for the service: those of X11, as xdotool takes them. Source: docs/service.md, "Input".
 */

/** A key that is not a character. */
export interface NamedKey {
  /** For the service. */
  readonly name: string;
  /** `KeyboardEvent.key`. */
  readonly key: string;
}

/** The first name of a key is the one that is sent. */
export const NAMED_KEYS: readonly NamedKey[] = [
  { name: 'Return', key: 'Enter' },
  { name: 'KP_Enter', key: 'Enter' },
  { name: 'Tab', key: 'Tab' },
  { name: 'Escape', key: 'Escape' },
  { name: 'BackSpace', key: 'Backspace' },
  { name: 'Delete', key: 'Delete' },
  { name: 'Insert', key: 'Insert' },
  { name: 'Left', key: 'ArrowLeft' },
  { name: 'Right', key: 'ArrowRight' },
  { name: 'Up', key: 'ArrowUp' },
  { name: 'Down', key: 'ArrowDown' },
  { name: 'Home', key: 'Home' },
  { name: 'End', key: 'End' },
  { name: 'Page_Up', key: 'PageUp' },
  { name: 'Prior', key: 'PageUp' },
  { name: 'Page_Down', key: 'PageDown' },
  { name: 'Next', key: 'PageDown' },
  { name: 'Menu', key: 'ContextMenu' },
  ...Array.from({ length: 12 }, (_, index) => ({ name: `F${index + 1}`, key: `F${index + 1}` })),
];

/** Names of the ASCII characters that are no letters or digits. */
export const CHARACTER_NAMES: ReadonlyMap<string, string> = new Map([
  [' ', 'space'],
  ['!', 'exclam'],
  ['"', 'quotedbl'],
  ['#', 'numbersign'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['&', 'ampersand'],
  ["'", 'apostrophe'],
  ['(', 'parenleft'],
  [')', 'parenright'],
  ['*', 'asterisk'],
  ['+', 'plus'],
  [',', 'comma'],
  ['-', 'minus'],
  ['.', 'period'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'less'],
  ['=', 'equal'],
  ['>', 'greater'],
  ['?', 'question'],
  ['@', 'at'],
  ['[', 'bracketleft'],
  ['\\', 'backslash'],
  [']', 'bracketright'],
  ['^', 'asciicircum'],
  ['_', 'underscore'],
  ['`', 'grave'],
  ['{', 'braceleft'],
  ['|', 'bar'],
  ['}', 'braceright'],
  ['~', 'asciitilde'],
]);

/**
 * The service's name of a key.
 * @param key a `KeyboardEvent.key`.
 * @returns undefined for a modifier, and for a key or character that has no name here: a character can be typed as text
 * instead.
 */
export function keyNameOf(key: string): string | undefined {
  if (/^[a-zA-Z0-9]$/.test(key)) return key;
  return CHARACTER_NAMES.get(key) ?? NAMED_KEYS.find((named) => named.key === key)?.name;
}
