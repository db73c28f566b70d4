import { keyNameOf } from '../../core/keys';

const ONE_CHARACTER = /^.$/su;

/** What a key press sends: text that is typed, or a key with its modifiers such as `ctrl+a`. */
export type Stroke = { readonly text: string } | { readonly key: string };

/** @returns undefined for a key that sends nothing, such as a modifier alone. */
export function strokeOf(event: KeyboardEvent): Stroke | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  const isCharacter = ONE_CHARACTER.test(key);
  // AltGr, which types characters, is Ctrl and Alt on some keyboards.
  const isText = isCharacter && !metaKey && (event.getModifierState('AltGraph') || (!ctrlKey && !altKey));
  if (isText) return { text: key };
  const name = keyNameOf(isCharacter ? key.toLowerCase() : key);
  if (name === undefined) return undefined;
  const held = [ctrlKey && 'ctrl', altKey && 'alt', metaKey && 'meta', shiftKey && 'shift'].filter(Boolean);
  return { key: [...held, name].join('+') };
}
