import { strokeOf } from '../../core/screen/stroke';
import { send } from './editor';
import { focusStage, hasFocus, IS_MAC, page, text } from './page';

/** Milliseconds in which what is typed is gathered: a request for each letter would be late. */
const GATHERING = 40;

/**
 * The keyboard of the session. Text goes through a box, because only a box gets what dead keys and input methods make
 * of several keys. It is seen while they do, and has the focus in place of the picture.
 */
export class Keyboard {
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
    // It is no shortcut of the editor's.
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
    const { typed } = this;
    this.typed = '';
    if (typed !== '') send({ type: 'text', text: typed });
  }
}

/** Says whether keys go to the session now. */
function showFocus(has: boolean): void {
  page.stage.classList.toggle('controlled', has);
  page.hint.textContent = text(has ? 'controlOn' : 'controlAway');
}
