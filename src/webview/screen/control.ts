import { MAX_NOTCHES, MAX_PATH_POINTS, MAX_TEXT_LENGTH } from '../../core/input';
import { strokeOf } from '../../core/key-press';
import type { Pixel } from '../../core/screen/geometry';
import { button, focusStage, hasFocus, IS_MAC, page, send, text } from './page';
import type { Pictures } from './pictures';
import { isPressed, setPressed } from './toolbar';
import type { View } from './view';

/** Milliseconds in which what is turned or typed is gathered: a request for each notch or letter would be late. */
const GATHERING = 40;
/** CSS pixels of a wheel event that are one notch, and lines. */
const NOTCH_PIXELS = 100;
const NOTCH_LINES = 3;

/**
 * Keys, the wheel and drags go to the session while this is on. The page shows that it is; Escape switches it off.
 */
export class Control {
  readonly keyboard = new Keyboard();
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
    // Escape switches it off wherever the focus is, and does nothing else there.
    document.addEventListener('keydown', (event) => this.leave(event), { capture: true });
  }

  get isOn(): boolean {
    return isPressed(button('control'));
  }

  set(on: boolean): void {
    if (on === this.isOn) return;
    setPressed(button('control'), on);
    if (on) this.keyboard.connect();
    else this.keyboard.disconnect();
    this.onChange();
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

  private leave(event: KeyboardEvent): void {
    // An input method takes Escape for itself.
    if (!this.isOn || event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(false);
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

/**
 * The keyboard of the session. Text goes through a box, because only a box gets what dead keys and input methods make
 * of several keys. It is seen while they do, and has the focus in place of the picture.
 */
class Keyboard {
  private typed = '';
  /** Whether the session is one of macOS. */
  isSessionMac = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { keyboard, stage } = page;
    keyboard.addEventListener('keydown', (event) => this.press(event));
    keyboard.addEventListener('input', (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) this.takeText();
    });
    keyboard.addEventListener('compositionstart', () => keyboard.classList.add('composing'));
    keyboard.addEventListener('compositionend', () => this.takeText());
    keyboard.addEventListener('paste', (event) => this.paste(event));
    keyboard.addEventListener('focus', () => showFocus(true));
    keyboard.addEventListener('blur', () => showFocus(false));
    stage.addEventListener('focus', () => this.resume());
    // After something else of the editor had the focus, it is on nothing in the page.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.resume();
    });
  }

  /** Takes the focus. */
  connect(): void {
    page.keyboard.hidden = false;
    this.resume();
  }

  /** Gives the focus back to the picture, if it has it. */
  disconnect(): void {
    const hadFocus = hasFocus(page.keyboard);
    page.keyboard.hidden = true;
    showFocus(false);
    if (hadFocus) focusStage();
  }

  private resume(): void {
    if (!page.keyboard.hidden) page.keyboard.focus({ preventScroll: true });
  }

  private press(event: KeyboardEvent): void {
    // The editor reads the clipboard, and `paste` types it.
    const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
    if (event.isComposing || isPaste) return;
    const stroke = strokeOf(event, IS_MAC, this.isSessionMac);
    if (!stroke) return;
    // The editor must not take it as a shortcut of its own.
    event.stopPropagation();
    // The box gets the text.
    if ('text' in stroke) return;
    event.preventDefault();
    this.flush();
    send({ type: 'keys', keys: [stroke.key], isRepeat: event.repeat });
  }

  private takeText(): void {
    const { keyboard } = page;
    keyboard.classList.remove('composing');
    this.type(keyboard.value);
    keyboard.value = '';
  }

  private paste(event: ClipboardEvent): void {
    event.preventDefault();
    this.type(event.clipboardData?.getData('text/plain') ?? '');
  }

  private type(typed: string): void {
    this.typed += typed;
    this.timer ??= setTimeout(() => this.flush(), GATHERING);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const typed = this.typed.slice(0, MAX_TEXT_LENGTH);
    this.typed = '';
    if (typed !== '') send({ type: 'text', text: typed });
  }
}

/** Says whether keys go to the session now. */
function showFocus(has: boolean): void {
  page.stage.classList.toggle('controlled', has);
  page.hint.textContent = text(has ? 'controlOn' : 'controlAway');
}
