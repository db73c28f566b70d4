import { BUTTONS } from '../../core/click';
import type { Point } from '../../core/input';
import { modifierBits } from '../../core/keys';
import { despiteFailure, TargetGone } from '../failures';
import { holding, isPageGone } from './held-keys';
import { type Drag, type InputPage, type Move, type WheelTurn, BUTTON_BIT, type Click } from './computer-input';

/** CSS pixels of a page for one notch of the wheel, as Chromium takes it from a mouse on Linux. */
const NOTCH = 120;

/** The mouse of one browser. A button that was pressed stays pressed for all later requests, until it is released. */
export class Mouse {
  private held = 0;

  /**
   * Calls `onSideEffect` immediately before the first action that must not happen twice. A click that closes its page
   * is a success.
   * @throws TargetGone if the page closed before the click.
   */
  async perform(page: InputPage, click: Click, onSideEffect: () => void): Promise<void> {
    onSideEffect();
    // Chromium keeps their order. With a wait after each, what the click changes would be drawn a frame later: the move
    // and the press cause a frame of their own.
    const moving = this.moveTo(page, click, modifierBits(click.keys));
    const pressing = holding(page, click.keys, () => this.pressAll(page, click));
    await Promise.all([moving, pressing]);
  }

  async move(page: InputPage, { keys, ...to }: Move, onSideEffect: () => void): Promise<void> {
    onSideEffect();
    await holding(page, keys, () => this.moveTo(page, to, modifierBits(keys)));
  }

  /** One event for each notch, like a mouse: first those that scroll up or down, then those to the side. */
  async scroll(page: InputPage, { x, y, deltaX, deltaY, keys }: WheelTurn, onSideEffect: () => void): Promise<void> {
    await this.moveTo(page, { x, y }, modifierBits(keys));
    onSideEffect();
    const dispatchButton = (pixelsX: number, pixelsY: number): Promise<void> =>
      page.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x,
        y,
        deltaX: pixelsX,
        deltaY: pixelsY,
        buttons: this.held,
        modifiers: modifierBits(keys),
      });
    await holding(page, keys, async () => {
      for (let count = 0; count < Math.abs(deltaY); count++) await dispatchButton(0, Math.sign(deltaY) * NOTCH);
      for (let count = 0; count < Math.abs(deltaX); count++) await dispatchButton(Math.sign(deltaX) * NOTCH, 0);
    });
  }

  /**
   * Presses at the first point, moves over the others, and releases at the last one. If the page closes before that, the
   * drag is not complete.
   * @throws TargetGone
   */
  async drag(page: InputPage, { path, button, keys }: Drag, onSideEffect: () => void): Promise<void> {
    const [first, ...others] = path;
    const last = path.at(-1);
    if (!first || !last) return;
    const click = { button, keys };
    await this.moveTo(page, first, modifierBits(keys));
    onSideEffect();
    await holding(page, keys, async () => {
      if (await this.dispatchButton(page, 'mousePressed', { ...click, ...first }, 1)) throw new TargetGone('the drag');
      try {
        for (const point of others) await this.moveTo(page, point, modifierBits(keys));
      } catch (error) {
        // Not awaited: a page that hangs has already kept the caller waiting.
        void despiteFailure(this.dispatchButton(page, 'mouseReleased', { ...click, ...last }, 1));
        throw error;
      }
      await this.dispatchButton(page, 'mouseReleased', { ...click, ...last }, 1);
    });
  }

  private async moveTo(page: InputPage, { x, y }: Point, modifiers: number): Promise<void> {
    const button = BUTTONS.find((each) => (this.held & BUTTON_BIT[each]) !== 0);
    // Without the button, a page that drags or selects does not follow.
    const dragging = button && { button };
    await page.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      x,
      y,
      ...dragging,
      buttons: this.held,
      modifiers,
    });
  }

  private async pressAll(page: InputPage, click: Click): Promise<void> {
    const sent: Promise<boolean>[] = [];
    for (let count = 1; count <= click.times; count++) {
      if (click.type !== 'up') sent.push(this.dispatchButton(page, 'mousePressed', click, count));
      if (click.type !== 'down') sent.push(this.dispatchButton(page, 'mouseReleased', click, count));
    }
    await Promise.all(sent);
  }

  /** @returns whether the page closed meanwhile. */
  private async dispatchButton(
    page: InputPage,
    type: 'mousePressed' | 'mouseReleased',
    { x, y, button, keys }: Pick<Click, 'x' | 'y' | 'button' | 'keys'>,
    clickCount: number,
  ): Promise<boolean> {
    this.held = type === 'mousePressed' ? this.held | BUTTON_BIT[button] : this.held & ~BUTTON_BIT[button];
    return isPageGone(
      page.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button,
        buttons: this.held,
        clickCount,
        modifiers: modifierBits(keys),
      }),
    );
  }
}
