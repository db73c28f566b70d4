import { keyNameOf } from './keys';

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
