import { keyNameOf } from '../keys';

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
 * @param isMac whether the keyboard is one of macOS.
 * @returns undefined for a key that sends nothing, such as a modifier alone.
 */
export function strokeOf(press: KeyPress, isMac: boolean): Stroke | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = press;
  const isCharacter = ONE_CHARACTER.test(key);
  if (isCharacter && isText(press, isMac)) return { text: key };
  const name = keyNameOf(isCharacter ? key.toLowerCase() : key);
  if (name === undefined) return undefined;
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
