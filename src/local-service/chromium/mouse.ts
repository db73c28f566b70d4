import type { Channel } from '../../chromium/channel';
import { BUTTON_BIT, type Click, type ModifierKey } from './click';
import { ignoreFailure, TargetGone } from '../../chromium/failures';

/** The mouse of one browser. A button that was pressed stays pressed for all later requests, until it is released. */
export class Mouse {
  private held = 0;

  /**
   * Calls `onSideEffect` immediately before the first action that must not happen twice. A click that closes its page
   * is a success.
   */
  async perform(page: Channel, click: Click, onSideEffect: () => void): Promise<void> {
    const at = { x: click.x, y: click.y };
    await page.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      ...at,
      buttons: this.held,
      modifiers: bits(click.keys),
    });
    onSideEffect();
    for (const [index, key] of click.keys.entries())
      await unlessPageGone(turnKey(page, 'rawKeyDown', key, click.keys.slice(0, index + 1)));
    const letGo = (): Promise<unknown> => Promise.all(keyUps(page, click.keys).map(ignoreFailure));
    try {
      for (let count = 1; count <= click.times; count++) await this.press(page, click, count);
    } catch (error) {
      // Not awaited: a page that hangs has already kept the caller waiting.
      void letGo();
      throw error;
    }
    await letGo();
  }

  private async press(page: Channel, click: Click, count: number): Promise<void> {
    if (click.type !== 'up') await this.turn(page, 'mousePressed', click, count);
    if (click.type !== 'down') await this.turn(page, 'mouseReleased', click, count);
  }

  private async turn(
    page: Channel,
    type: 'mousePressed' | 'mouseReleased',
    { x, y, button, keys }: Click,
    clickCount: number,
  ): Promise<void> {
    this.held = type === 'mousePressed' ? this.held | BUTTON_BIT[button] : this.held & ~BUTTON_BIT[button];
    await unlessPageGone(
      page.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button,
        buttons: this.held,
        clickCount,
        modifiers: bits(keys),
      }),
    );
  }
}

/** Releases the keys in reverse order. */
function keyUps(page: Channel, keys: readonly ModifierKey[]): Promise<unknown>[] {
  const last = keys.length - 1;
  return keys.toReversed().map((key, index) => turnKey(page, 'keyUp', key, keys.slice(0, last - index)));
}

function turnKey(
  page: Channel,
  type: 'rawKeyDown' | 'keyUp',
  { bit: _bit, ...key }: ModifierKey,
  held: readonly ModifierKey[],
): Promise<void> {
  return page.send('Input.dispatchKeyEvent', { type, ...key, location: 1, modifiers: bits(held) });
}

function bits(keys: readonly ModifierKey[]): number {
  return keys.reduce((mask, { bit }) => mask | bit, 0);
}

async function unlessPageGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof TargetGone)) throw error;
  }
}
