import { pixelAt, type Size } from '../../core/screen/geometry';
import type { ToPage } from '../../core/screen/messages';
import { send } from './editor';
import { page } from './page';

type PictureMessage = Extract<ToPage, { type: 'picture' | 'popup' }>;

/** The popup of an extension, beside the display, which does not contain it. */
export class Popup {
  private url: string | undefined;
  private shown: (Size & { readonly id: number }) | undefined;
  private last = 0;

  constructor() {
    let pressed: number | undefined;
    page.popup.addEventListener('pointerdown', (event) => (pressed = event.pointerId));
    page.popup.addEventListener('pointerup', (event) => {
      // A drag that only ends here is none of its own.
      const isClick = pressed === event.pointerId && event.button === 0;
      pressed = undefined;
      if (!isClick || !this.shown) return;
      const at = pixelAt(event, page.popup.getBoundingClientRect(), this.shown);
      send({ type: 'popupClick', picture: this.shown.id, ...at });
    });
    // Otherwise the press takes the focus from the picture, and keys from the session.
    page.popup.addEventListener('mousedown', (event) => event.preventDefault());
    page.popup.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Reports the picture when it is drawn: the next one comes then. */
  async draw({ id, bytes, mime, width, height }: PictureMessage): Promise<void> {
    this.last = id;
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
    const image = new Image();
    image.src = url;
    const isDamaged = await image.decode().then(
      () => false,
      () => true,
    );
    // It may have closed meanwhile.
    if (isDamaged || this.last !== id) URL.revokeObjectURL(url);
    else this.show(url, { id, width, height });
    send({ type: 'drawn', id, isDamaged: false });
  }

  close(): void {
    this.last = 0;
    page.popup.hidden = true;
    this.forget();
    this.shown = undefined;
  }

  private show(url: string, shown: Size & { readonly id: number }): void {
    page.popup.src = url;
    page.popup.width = shown.width;
    page.popup.height = shown.height;
    page.popup.hidden = false;
    this.forget();
    this.url = url;
    this.shown = shown;
  }

  private forget(): void {
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = undefined;
  }
}
