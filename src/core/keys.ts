/**
 * Names of keys for the service: those of X11, as xdotool takes them. Source: docs/service.md, "Input".
 */

/** A key that is not a character. */
interface NamedKey {
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

const ONE_CHARACTER = /^.$/su;

/** What a key press sends: text that is typed, or a key with its modifiers such as `ctrl+a`. */
export type Stroke = { readonly text: string } | { readonly key: string };

/** The part of a `KeyboardEvent` that says what is pressed. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  getModifierState(modifier: string): boolean;
}

/**
 * A shortcut of the person's system becomes that of the session's: Meta with a character on a Mac is Control with it in
 * a session on Linux, and the other way round.
 * @param isMac whether the keyboard is one of macOS.
 * @param isSessionMac whether the session is one of macOS.
 * @returns undefined for a key that sends nothing, such as a modifier alone.
 */
export function strokeOf(press: KeyPress, isMac: boolean, isSessionMac: boolean): Stroke | undefined {
  const { key, altKey, shiftKey } = press;
  const isCharacter = ONE_CHARACTER.test(key);
  if (isCharacter && isText(press, isMac)) return { text: key };
  const name = keyNameOf(isCharacter ? key.toLowerCase() : key);
  if (name === undefined) return undefined;
  const isSwapped =
    isCharacter && isMac !== isSessionMac && press.ctrlKey !== press.metaKey && (isMac ? press.metaKey : press.ctrlKey);
  const [ctrlKey, metaKey] = isSwapped ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  const held = [ctrlKey && 'ctrl', altKey && 'alt', metaKey && 'meta', shiftKey && 'shift'].filter(Boolean);
  return { key: [...held, name].join('+') };
}

/** Whether the modifiers of a character's key belong to the character. */
function isText(press: KeyPress, isMac: boolean): boolean {
  if (press.metaKey) return false;
  // AltGr, which types characters, is Ctrl and Alt on some keyboards.
  if (press.getModifierState('AltGraph')) return true;
  // Option types characters as AltGr does: it is how a German Mac has its @.
  return !press.ctrlKey && (isMac || !press.altKey);
}
