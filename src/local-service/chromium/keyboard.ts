import type { Channel } from '../../chromium/channel';
import { TargetGone } from '../../chromium/failures';
import { bits, holding, isPageGone } from './held-keys';
import { type KeyPress, MODIFIER_KEYS, type ModifierKey } from './computer-input';
import { strokeOf, withShift, type Stroke } from './strokes';

/** How many characters are on their way to the page at the same time; they arrive in order. */
const MAX_IN_FLIGHT = 50;
/** The keys with which a character is a command and types nothing. */
const COMMANDS = bits(['alt', 'ctrl', 'meta'].flatMap((name) => MODIFIER_KEYS.get(name) ?? []));
const SHIFT = bits([MODIFIER_KEYS.get('shift')].filter((key) => key !== undefined));

/**
 * Types a text into the page that is in front: each character as its key of a US keyboard, with one key event that has
 * no code for any other character. Calls `onSideEffect` before the first of them.
 * @throws TargetGone if the page closes before the last character.
 */
export async function type(page: Channel, text: string, onSideEffect: () => void): Promise<void> {
  const strokes = Array.from(text, strokeOf);
  onSideEffect();
  for (let start = 0; start < strokes.length; start += MAX_IN_FLIGHT) {
    const some = strokes.slice(start, start + MAX_IN_FLIGHT);
    const gone = await Promise.all(some.map((stroke) => tap(page, stroke, stroke.isShifted ? SHIFT : 0)));
    const isLast = start + MAX_IN_FLIGHT >= strokes.length;
    if (gone.slice(0, isLast ? -1 : undefined).includes(true)) throw new TargetGone('typing');
  }
}

/**
 * Presses and releases keys, one after another. Calls `onSideEffect` before the first of them.
 * @throws TargetGone if the page closes before the last one.
 */
export async function press(page: Channel, presses: readonly KeyPress[], onSideEffect: () => void): Promise<void> {
  onSideEffect();
  for (const [index, { stroke, keys }] of presses.entries()) {
    const gone = await holding(page, keys, async () => stroke !== undefined && tapHolding(page, stroke, keys));
    if (gone && index < presses.length - 1) throw new TargetGone('the key presses');
  }
}

function tapHolding(page: Channel, stroke: Stroke, keys: readonly ModifierKey[]): Promise<boolean> {
  const held = bits(keys);
  const isShifted = (held & SHIFT) !== 0;
  const wanted = isShifted ? withShift(stroke) : stroke;
  return tap(page, wanted, wanted.isShifted ? held | SHIFT : held);
}

/** @returns whether the page closed meanwhile. */
async function tap(page: Channel, stroke: Stroke, modifiers: number): Promise<boolean> {
  const { key, code, windowsVirtualKeyCode, text } = stroke;
  const same = { key, code, windowsVirtualKeyCode, modifiers };
  const isTyped = text !== undefined && (modifiers & COMMANDS) === 0;
  // Both are sent at once, because the next key of a text may be on its way already.
  const gone = await Promise.all([
    isPageGone(
      page.send(
        'Input.dispatchKeyEvent',
        isTyped ? { type: 'keyDown', ...same, text, unmodifiedText: text } : { type: 'rawKeyDown', ...same },
      ),
    ),
    isPageGone(page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...same })),
  ]);
  return gone.includes(true);
}
