import type { Button } from '../../core/click';
import type { Pixel } from '../../core/screen/geometry';
import { IS_MAC, page } from './page';
import type { View } from './view';

/** CSS pixels that a pointer may move between down and up. Farther, it drags the picture. */
const MAX_JITTER = 4;
/** Milliseconds between the two clicks of a double-click: what systems have by default, which a page is not told. */
const MAX_PAUSE = 500;
/** By the number that a pointer event has for it; the main button is the one chosen in the toolbar. */
const BUTTONS: readonly (Button | undefined)[] = [undefined, 'middle', 'right', 'back', 'forward'];

interface PointerListener {
  /**
   * @param button undefined: the main button.
   * @param isSecond whether it is the second click of a double-click.
   */
  readonly onPoint: (pixel: Pixel, button: Button | undefined, isSecond: boolean) => void;
  /**
   * The pointer was moved with the main button down.
   * @param path the pixels that it has passed.
   */
  readonly onDrag: (path: readonly Pixel[]) => void;
  /** Whether a drag is one in the session. Otherwise it moves the picture in the tab. */
  readonly dragsInSession: () => boolean;
  /** @param pixel undefined if the pointer is not over the picture. */
  readonly onMove: (pixel: Pixel | undefined) => void;
}

interface Press {
  readonly pointer: number;
  readonly button: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  readonly path: Pixel[];
  isDrag: boolean;
}

/** Pointing at the picture; dragging moves it in the tab. */
export function followPointer(view: View, { onPoint, onDrag, dragsInSession, onMove }: PointerListener): void {
  const { stage } = page;
  let press: Press | undefined;
  const clicks = new Clicks();

  stage.addEventListener('pointerdown', (event) => {
    if (!view.contains(event)) return;
    const { pointerId: pointer, button, clientX, clientY } = event;
    const { scrollLeft, scrollTop } = stage;
    press = { pointer, button, clientX, clientY, scrollLeft, scrollTop, path: [], isDrag: false };
    stage.setPointerCapture(pointer);
    // Otherwise the browser selects the picture, or scrolls with the middle button.
    event.preventDefault();
    stage.focus({ preventScroll: true });
  });
  stage.addEventListener('pointermove', (event) => {
    onMove(view.contains(event) ? view.pixelAt(event) : undefined);
    if (press?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
    press.isDrag ||= Math.hypot(x, y) > MAX_JITTER;
    if (dragsInSession()) {
      const pixel = view.pixelAt(event);
      if (pixel) press.path.push(pixel);
    } else if (press.isDrag) stage.scrollTo(press.scrollLeft - x, press.scrollTop - y);
  });
  stage.addEventListener('pointerup', (event) => {
    const ended = press;
    press = undefined;
    if (!ended || ended.pointer !== event.pointerId || ended.button !== event.button) return;
    if (ended.isDrag) {
      const start = view.pixelAt(ended);
      if (start && ended.button === 0 && dragsInSession()) onDrag([start, ...ended.path]);
      return;
    }
    const pixel = view.pixelAt(event);
    if (pixel) onPoint(pixel, buttonOf(event), clicks.isSecond(event));
  });
  stage.addEventListener('pointercancel', () => (press = undefined));
  stage.addEventListener('pointerleave', () => onMove(undefined));
  // The right button clicks in the session.
  stage.addEventListener('contextmenu', (event) => event.preventDefault());
  // The middle button would paste, or scroll; back and forward would leave the page.
  for (const type of ['mousedown', 'mouseup', 'auxclick'])
    stage.addEventListener(type, (event) => {
      if (event instanceof MouseEvent && event.button > 0) event.preventDefault();
    });
}

/** With Ctrl, the main button of a Mac is the right one. */
function buttonOf({ button, ctrlKey }: PointerEvent): Button | undefined {
  return IS_MAC && button === 0 && ctrlKey ? 'right' : BUTTONS[button];
}

/** Tells double-clicks: the events of a pointer do not, and those of the mouse do not come for one that is captured. */
class Clicks {
  private last: PointerEvent | undefined;

  isSecond(event: PointerEvent): boolean {
    const { last } = this;
    const isSecond =
      last?.button === event.button &&
      event.timeStamp - last.timeStamp <= MAX_PAUSE &&
      Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) <= MAX_JITTER;
    this.last = isSecond ? undefined : event;
    return isSecond;
  }
}
