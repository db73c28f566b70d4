import { MAX_NOTCHES, MAX_PATH_POINTS } from '../../core/input';
import type { Pixel } from '../../core/screen/geometry';
import { strokeOf } from '../../core/screen/stroke';
import { send } from './editor';
import { button, page } from './page';
import type { Pictures } from './pictures';
import { isPressed, setPressed } from './toolbar';
import type { View } from './view';

/** Milliseconds in which what is typed, or turned, is gathered: a request for each letter would be late. */
const GATHERING = 40;
/** CSS pixels of a wheel event that are one notch, and lines. */
const NOTCH_PIXELS = 100;
const NOTCH_LINES = 3;
const IS_MAC = navigator.platform.startsWith('Mac');

/**
 * Keys and the wheel go to the session while the person has switched this on; it is shown, and Escape switches it off.
 */
export class Control {
  private text = '';
  private textTimer: ReturnType<typeof setTimeout> | undefined;
  private notches = { x: 0, y: 0 };
  private wheelTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: View,
    private readonly pictures: Pictures,
    private readonly onChange: () => void,
  ) {
    const toggle = button('control');
    toggle.addEventListener('click', () => this.set(!this.isOn));
    page.stage.addEventListener('wheel', (event) => this.turn(event), { passive: false });
    document.addEventListener('paste', (event) => this.paste(event));
  }

  get isOn(): boolean {
    return isPressed(button('control'));
  }

  set(on: boolean): void {
    if (on === this.isOn) return;
    setPressed(button('control'), on);
    page.stage.classList.toggle('controlled', on);
    if (on) page.stage.focus();
    this.onChange();
  }

  /** @returns whether the key was sent to the session, or will be. */
  press(event: KeyboardEvent): boolean {
    if (!this.isOn || event.isComposing) return false;
    // The editor reads the clipboard, and `paste` types it.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return false;
    const stroke = strokeOf(event, IS_MAC);
    if (!stroke) return false;
    if ('text' in stroke) this.type(stroke.text);
    else {
      this.flushText();
      send({ type: 'keys', keys: [stroke.key] });
    }
    return true;
  }

  /** Drags in the session along the pixels that the pointer has passed. */
  drag(path: readonly Pixel[]): void {
    const { shown } = this.pictures;
    if (!shown || path.length < 2) return;
    const step = Math.ceil(path.length / (MAX_PATH_POINTS - 1));
    const last = path.at(-1);
    const sent = path.filter((_, index) => index % step === 0);
    send({ type: 'drag', picture: shown.id, path: last && sent.at(-1) !== last ? [...sent, last] : sent });
  }

  private type(text: string): void {
    this.text += text;
    this.textTimer ??= setTimeout(() => this.flushText(), GATHERING);
  }

  private flushText(): void {
    clearTimeout(this.textTimer);
    this.textTimer = undefined;
    const { text } = this;
    this.text = '';
    if (text !== '') send({ type: 'text', text });
  }

  private paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain');
    if (!this.isOn || !text) return;
    event.preventDefault();
    this.type(text);
  }

  private turn(event: WheelEvent): void {
    const at = this.view.pixelAt(event);
    // With Ctrl, the wheel zooms everywhere else.
    if (!this.isOn || event.ctrlKey || !at) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? NOTCH_LINES : NOTCH_PIXELS;
    this.notches = { x: this.notches.x + event.deltaX / unit, y: this.notches.y + event.deltaY / unit };
    this.wheelTimer ??= setTimeout(() => this.flushWheel(at), GATHERING);
  }

  private flushWheel(at: Pixel): void {
    this.wheelTimer = undefined;
    const { shown } = this.pictures;
    const [deltaX, deltaY] = [wholeNotches(this.notches.x), wholeNotches(this.notches.y)];
    // The rest of a notch stays for the next turn.
    this.notches = { x: this.notches.x - deltaX, y: this.notches.y - deltaY };
    if (shown && (deltaX !== 0 || deltaY !== 0))
      send({ type: 'scroll', picture: shown.id, scroll: { ...at, deltaX, deltaY } });
  }
}

function wholeNotches(notches: number): number {
  return Math.max(-MAX_NOTCHES, Math.min(MAX_NOTCHES, Math.trunc(notches)));
}
