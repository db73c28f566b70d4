import { pixelAt, type Pixel, type Size } from '../../core/screen/geometry';
import type { ToPage } from '../../core/screen/messages';
import { page, send, text } from './page';

/** Milliseconds for which the mark of a click stays once it is seen what came of it. */
export const MARK_STAYS = 1000;

type PictureMessage = Extract<ToPage, { type: 'picture' | 'popup' }>;

/** The picture that is drawn now. */
interface DrawnPicture extends Size {
  readonly id: number;
  /** When it was taken, by the clock of this page. */
  readonly at: number;
}

/** Draws one picture after the other, and reports each when it is drawn. */
export class Pictures {
  shown: DrawnPicture | undefined;
  private url: string | undefined;
  private next: (PictureMessage & { readonly at: number }) | undefined;
  private isDrawing = false;

  constructor(private readonly onShown: (shown: DrawnPicture) => void) {}

  /** The latest picture wins: one that was not drawn yet is replaced. */
  draw(message: PictureMessage): void {
    if (this.next) send({ type: 'drawn', id: this.next.id, isDamaged: false });
    this.next = { ...message, at: Date.now() - message.age };
    if (!this.isDrawing) void this.drawNext();
  }

  /**
   * Puts the picture on the clipboard.
   * @returns whether the browser lets us do so.
   */
  async copy(): Promise<boolean> {
    const { picture } = page;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const type = 'image/png';
    // Made while it is asked for: later, the press would no longer allow it.
    const png = new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), type),
    );
    try {
      await navigator.clipboard.write([new ClipboardItem({ [type]: png })]);
      return true;
    } catch {
      return false;
    }
  }

  private async drawNext(): Promise<void> {
    this.isDrawing = true;
    for (let message = this.next; message; message = this.next) {
      this.next = undefined;
      send({ type: 'drawn', id: message.id, isDamaged: !(await this.drawOne(message)) });
    }
    this.isDrawing = false;
  }

  /** @returns false if the picture cannot be read; the one before stays. */
  private async drawOne(message: PictureMessage & { at: number }): Promise<boolean> {
    const url = await decoded(message);
    if (url === undefined) return false;
    const { id, width, height, at } = message;
    page.picture.src = url;
    await page.picture.decode().catch(() => {});
    revoke(this.url);
    this.url = url;
    page.picture.alt = text('pictureOf', width, height);
    this.shown = { id, width, height, at };
    this.onShown(this.shown);
    return true;
  }
}

/** The popup of an extension, beside the display, which does not contain it. */
export class Popup {
  private url: string | undefined;
  private shown: (Size & { readonly id: number }) | undefined;
  private last = 0;
  private marked: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    let pressed: number | undefined;
    page.popup.addEventListener('pointerdown', (event) => (pressed = event.pointerId));
    page.popup.addEventListener('pointerup', (event) => {
      // A drag may end here that began elsewhere.
      const isClick = pressed === event.pointerId && event.button === 0;
      pressed = undefined;
      if (!isClick || !this.shown) return;
      const at = pixelAt(event, page.popup.getBoundingClientRect(), this.shown);
      this.mark(at);
      send({ type: 'popupClick', picture: this.shown.id, ...at });
    });
    // Otherwise the press takes the focus from the picture, and keys from the session.
    page.popup.addEventListener('mousedown', (event) => event.preventDefault());
    page.popup.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Marks for a moment where it was clicked, by whomever. */
  mark({ x, y }: Pixel): void {
    if (!this.shown) return;
    const { left, top, width, height } = page.popup.getBoundingClientRect();
    const frame = page.frame.getBoundingClientRect();
    const { style } = page.popupMark;
    style.left = `${left - frame.left + ((x + 0.5) * width) / this.shown.width}px`;
    style.top = `${top - frame.top + ((y + 0.5) * height) / this.shown.height}px`;
    page.popupMark.hidden = false;
    clearTimeout(this.marked);
    this.marked = setTimeout(() => (page.popupMark.hidden = true), MARK_STAYS);
  }

  /** Reports the picture when it is drawn: the next one comes then. */
  async draw(message: PictureMessage): Promise<void> {
    const { id, width, height } = message;
    this.last = id;
    const url = await decoded(message);
    // It may have closed meanwhile.
    if (this.last !== id) revoke(url);
    else if (url !== undefined) this.show(url, { id, width, height });
    send({ type: 'drawn', id, isDamaged: false });
  }

  close(): void {
    this.last = 0;
    page.popup.hidden = true;
    page.popupMark.hidden = true;
    revoke(this.url);
    this.url = undefined;
    this.shown = undefined;
  }

  private show(url: string, shown: Size & { readonly id: number }): void {
    page.popup.src = url;
    page.popup.width = shown.width;
    page.popup.height = shown.height;
    page.popup.hidden = false;
    revoke(this.url);
    this.url = url;
    this.shown = shown;
  }
}

/**
 * Decodes a picture apart from what is shown, so that a damaged one does not replace it, and nothing flickers.
 * @returns its address; undefined if it cannot be read.
 */
async function decoded({ bytes, mime }: PictureMessage): Promise<string | undefined> {
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return url;
  } catch {
    revoke(url);
    return undefined;
  }
}

function revoke(url: string | undefined): void {
  if (url !== undefined) URL.revokeObjectURL(url);
}
