import { modifierBits, type ModifierKey } from '../../core/keys';
import { despiteFailure, TargetGone } from '../failures';
import type { InputPage } from './computer-input';

/**
 * Holds modifier keys during `work`, and releases them in reverse order, also if it fails. A page that closes meanwhile
 * has released them.
 */
export async function holding<T>(page: InputPage, keys: readonly ModifierKey[], work: () => Promise<T>): Promise<T> {
  for (const [index, key] of keys.entries())
    await isPageGone(turnKey(page, 'rawKeyDown', key, keys.slice(0, index + 1)));
  const letGo = (): Promise<unknown> => Promise.all(keyUps(page, keys).map(despiteFailure));
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // Not awaited: a page that hangs has already kept the caller waiting.
    void letGo();
    throw error;
  }
  await letGo();
  return result;
}

/** Waits for input to a page. @returns whether the page closed meanwhile: the input may have closed it. */
export async function isPageGone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (!(error instanceof TargetGone)) throw error;
    return true;
  }
}

function keyUps(page: InputPage, keys: readonly ModifierKey[]): Promise<unknown>[] {
  const last = keys.length - 1;
  return keys.toReversed().map((key, index) => turnKey(page, 'keyUp', key, keys.slice(0, last - index)));
}

function turnKey(
  page: InputPage,
  type: 'rawKeyDown' | 'keyUp',
  { bit: _bit, ...key }: ModifierKey,
  held: readonly ModifierKey[],
): Promise<void> {
  return page.send('Input.dispatchKeyEvent', { type, ...key, location: 1, modifiers: modifierBits(held) });
}
