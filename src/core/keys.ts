/**
 * The keys of a US keyboard, as the service, the DevTools protocol and pages name them. The service's names are those of
 * X11, as xdotool takes them. Source: docs/service.md, "Input".
 */

/** A key, or a character that has none. */
export interface Key {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  /** `KeyboardEvent.code`. */
  readonly code: string;
  /** Windows' code of the key, which pages read too. */
  readonly windowsVirtualKeyCode: number;
  /** What it types; nothing if undefined. */
  readonly text?: string;
  /** Whether Shift is held for this character. */
  readonly isShifted?: boolean;
}

interface NamedKey extends Key {
  /** For the service. */
  readonly name: string;
}

/** The keys that are no characters. The first name of a key is the one that is sent. */
export const NAMED_KEYS: readonly NamedKey[] = [
  named('Return', 'Enter', 13),
  named('KP_Enter', 'Enter', 13),
  named('Tab', 'Tab', 9),
  named('Escape', 'Escape', 27),
  named('BackSpace', 'Backspace', 8),
  named('Delete', 'Delete', 46),
  named('Insert', 'Insert', 45),
  named('Left', 'ArrowLeft', 37),
  named('Right', 'ArrowRight', 39),
  named('Up', 'ArrowUp', 38),
  named('Down', 'ArrowDown', 40),
  named('Home', 'Home', 36),
  named('End', 'End', 35),
  named('Page_Up', 'PageUp', 33),
  named('Prior', 'PageUp', 33),
  named('Page_Down', 'PageDown', 34),
  named('Next', 'PageDown', 34),
  named('Menu', 'ContextMenu', 93),
  ...Array.from({ length: 12 }, (_, index) => named(`F${index + 1}`, `F${index + 1}`, 112 + index)),
];

function named(name: string, key: string, windowsVirtualKeyCode: number): NamedKey {
  // A page gets a carriage return from Enter.
  return { name, key, code: key, windowsVirtualKeyCode, ...(key === 'Enter' && { text: '\r' }) };
}

/** A character, with the service's name of it. */
type Written = readonly [character: string, name: string];

/** The keys of the characters that are no letters or digits, without and with Shift. */
const SYMBOLS: readonly (readonly [plain: Written, shifted: Written, code: string, virtualKey: number])[] = [
  [[';', 'semicolon'], [':', 'colon'], 'Semicolon', 186],
  [['=', 'equal'], ['+', 'plus'], 'Equal', 187],
  [[',', 'comma'], ['<', 'less'], 'Comma', 188],
  [['-', 'minus'], ['_', 'underscore'], 'Minus', 189],
  [['.', 'period'], ['>', 'greater'], 'Period', 190],
  [['/', 'slash'], ['?', 'question'], 'Slash', 191],
  [['`', 'grave'], ['~', 'asciitilde'], 'Backquote', 192],
  [['[', 'bracketleft'], ['{', 'braceleft'], 'BracketLeft', 219],
  [['\\', 'backslash'], ['|', 'bar'], 'Backslash', 220],
  [[']', 'bracketright'], ['}', 'braceright'], 'BracketRight', 221],
  [["'", 'apostrophe'], ['"', 'quotedbl'], 'Quote', 222],
];

/** What the digits are with Shift, from 0 to 9. */
const SHIFTED_DIGITS: readonly Written[] = [
  [')', 'parenright'],
  ['!', 'exclam'],
  ['@', 'at'],
  ['#', 'numbersign'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['^', 'asciicircum'],
  ['&', 'ampersand'],
  ['*', 'asterisk'],
  ['(', 'parenleft'],
];

/** The keys of characters, without and with Shift. */
const CHARACTER_KEYS: readonly (readonly [plain: NamedKey, shifted: NamedKey])[] = [
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter, index) => {
    const capital = letter.toUpperCase();
    return characters([letter, letter], [capital, capital], `Key${capital}`, 65 + index);
  }),
  ...SHIFTED_DIGITS.map((shifted, digit) =>
    characters([String(digit), String(digit)], shifted, `Digit${digit}`, 48 + digit),
  ),
  ...SYMBOLS.map((symbol) => characters(...symbol)),
];

function characters(
  [plain, name]: Written,
  [shifted, shiftedName]: Written,
  code: string,
  windowsVirtualKeyCode: number,
): readonly [NamedKey, NamedKey] {
  return [
    { name, key: plain, code, windowsVirtualKeyCode, text: plain },
    { name: shiftedName, key: shifted, code, windowsVirtualKeyCode, text: shifted, isShifted: true },
  ];
}

const SPACE: NamedKey = { name: 'space', key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' };
const ALL: readonly NamedKey[] = [...NAMED_KEYS, ...CHARACTER_KEYS.flat(), SPACE];
const BY_NAME: ReadonlyMap<string, NamedKey> = new Map(ALL.map((each) => [each.name, each]));
/** What two names stand for is found by the first of them. */
const BY_KEY: ReadonlyMap<string, NamedKey> = new Map(ALL.toReversed().map((each) => [each.key, each]));
const SHIFTED: ReadonlyMap<Key, NamedKey> = new Map(CHARACTER_KEYS);

/**
 * The service's name of a key.
 * @param key a `KeyboardEvent.key`.
 * @returns undefined for a modifier, and for a key or character that has no name here: a character can be typed as text
 * instead.
 */
export function keyNameOf(key: string): string | undefined {
  return BY_KEY.get(key)?.name;
}

/** The key that types a character. `\n` is Enter, and `\t` is Tab. */
export function keyOfCharacter(written: string): Key {
  const key = BY_KEY.get(written === '\n' ? 'Enter' : written === '\t' ? 'Tab' : written);
  return key ?? { key: written, code: '', windowsVirtualKeyCode: 0, text: written };
}

/** The key of a name of the service, or of a single character; undefined if there is none. */
export function keyNamed(name: string): Key | undefined {
  const isCharacter = /^[^\p{C}\p{Z}]$/u.test(name);
  return (
    BY_NAME.get(/^(?:enter|return)$/i.test(name) ? 'Return' : name) ?? (isCharacter ? keyOfCharacter(name) : undefined)
  );
}

/** The same for a name that a person or an agent has written: it may be that of a page too, and in any case. */
export function keyWritten(name: string): Key | undefined {
  const written = name.toLowerCase();
  return keyNamed(name) ?? ALL.find((each) => [each.name, each.key].some((known) => known.toLowerCase() === written));
}

/** A key that can be held. */
export interface ModifierKey extends Pick<Key, 'key' | 'code' | 'windowsVirtualKeyCode'> {
  /** Its bit in the `modifiers` of the DevTools protocol. */
  readonly bit: number;
}

const ALT: ModifierKey = { bit: 1, key: 'Alt', code: 'AltLeft', windowsVirtualKeyCode: 18 };
const CONTROL: ModifierKey = { bit: 2, key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 };
const META: ModifierKey = { bit: 4, key: 'Meta', code: 'MetaLeft', windowsVirtualKeyCode: 91 };
const SHIFT: ModifierKey = { bit: 8, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
/** The keys with which a character is a command. */
const COMMANDS = modifierBits([ALT, CONTROL, META]);

/** By their names, in lower case. Source: the browser image accepts them in any case. */
export const MODIFIER_KEYS: ReadonlyMap<string, ModifierKey> = new Map([
  ['alt', ALT],
  ['ctrl', CONTROL],
  ['control', CONTROL],
  ['meta', META],
  ['super', META],
  ['shift', SHIFT],
]);

/** The `modifiers` of the DevTools protocol. */
export function modifierBits(held: readonly ModifierKey[]): number {
  return held.reduce((bits, { bit }) => bits | bit, 0);
}

/** A key that is pressed while others are held. Without one, those alone are pressed. */
export interface KeyCombination {
  readonly key?: Key;
  readonly held: readonly ModifierKey[];
}

/**
 * Reads `Return`, `a`, `shift` or `ctrl+shift+Tab`: modifiers in any case, and then one key at most.
 * @param keyOf the key of a name.
 */
export function readCombination(text: string, keyOf: (name: string) => Key | undefined): KeyCombination | undefined {
  const parts = text === '+' ? [text] : text.split('+');
  const last = parts.at(-1) ?? '';
  const key = modifierNamed(last) ? undefined : keyOf(last);
  const modifiers = (key ? parts.slice(0, -1) : parts).map(modifierNamed);
  const held = modifiers.filter((each) => each !== undefined);
  return held.length < modifiers.length ? undefined : { ...(key && { key }), held: [...new Set(held)] };
}

/**
 * The same of what a person or an agent has written. In `ctrl+A` the letter is the key's: Shift is held only if it is
 * named.
 */
export function writtenCombination(text: string): KeyCombination | undefined {
  const read = readCombination(text.trim().replaceAll(/\s*\+\s*/g, '+'), keyWritten);
  if (!read?.key || (modifierBits(read.held) & COMMANDS) === 0) return read;
  return { ...read, key: keyWritten(read.key.key.toLowerCase()) ?? read.key };
}

/** `ctrl`, and the names of the keys on one side, such as `Control_L`. */
function modifierNamed(name: string): ModifierKey | undefined {
  return MODIFIER_KEYS.get(name.toLowerCase().replace(/_[lr]$/, ''));
}

/** An event of a key for `Input.dispatchKeyEvent`. */
interface KeyEvent extends Pick<Key, 'key' | 'code' | 'windowsVirtualKeyCode'> {
  readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp';
  readonly modifiers: number;
  readonly text?: string;
  readonly unmodifiedText?: string;
}

/**
 * What a page hears of a key that is pressed and released.
 * @param held the bits of the keys that are held. A character that needs Shift has it anyway.
 */
export function keyEvents(pressed: Key, held: number): readonly [down: KeyEvent, up: KeyEvent] {
  const isShifted = (held & SHIFT.bit) !== 0;
  const {
    key,
    code,
    windowsVirtualKeyCode,
    text,
    isShifted: needsShift = false,
  } = (isShifted ? SHIFTED.get(pressed) : undefined) ?? pressed;
  const about = { key, code, windowsVirtualKeyCode, modifiers: needsShift ? held | SHIFT.bit : held };
  // Enter submits a form with whatever is held.
  const isTyped = text !== undefined && (key === 'Enter' || (held & COMMANDS) === 0);
  return [
    isTyped ? { type: 'keyDown', ...about, text, unmodifiedText: text } : { type: 'rawKeyDown', ...about },
    { type: 'keyUp', ...about },
  ];
}
