import { keyEvents, keyOfCharacter, modifierBits, type Key, type KeyCombination } from '../../core/keys';
import { TargetGone } from '../failures';
import type { InputPage } from './computer-input';
import { holding, isPageGone } from './held-keys';

/** How many characters are on their way to the page at the same time; they arrive in order. */
const MAX_IN_FLIGHT = 50;

/**
 * Types a text into the page that is in front: each character as its key of a US keyboard, with one key event that has
 * no code for any other character. Calls `onSideEffect` before the first of them.
 * @throws TargetGone if the page closes before the last character.
 */
export async function type(page: InputPage, text: string, onSideEffect: () => void): Promise<void> {
  const keys = Array.from(text, keyOfCharacter);
  onSideEffect();
  for (let start = 0; start < keys.length; start += MAX_IN_FLIGHT) {
    const some = keys.slice(start, start + MAX_IN_FLIGHT);
    const gone = await Promise.all(some.map((key) => tap(page, key, 0)));
    const isLast = start + MAX_IN_FLIGHT >= keys.length;
    if (gone.slice(0, isLast ? -1 : undefined).includes(true)) throw new TargetGone('typing');
  }
}

/**
 * Presses and releases keys, one after another. Calls `onSideEffect` before the first of them.
 * @throws TargetGone if the page closes before the last one.
 */
export async function press(
  page: InputPage,
  presses: readonly KeyCombination[],
  onSideEffect: () => void,
): Promise<void> {
  onSideEffect();
  for (const [index, { key, held }] of presses.entries()) {
    const gone = await holding(page, held, async () => key !== undefined && tap(page, key, modifierBits(held)));
    if (gone && index < presses.length - 1) throw new TargetGone('the key presses');
  }
}

/** @returns whether the page closed meanwhile. */
async function tap(page: InputPage, key: Key, held: number): Promise<boolean> {
  // Both are sent at once, because the next key of a text may be on its way already.
  const gone = await Promise.all(
    keyEvents(key, held).map((event) => isPageGone(page.send('Input.dispatchKeyEvent', event))),
  );
  return gone.includes(true);
}
