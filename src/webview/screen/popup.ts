import { pixelAt, type Size } from '../../core/screen/geometry';
import type { ToPage } from '../../core/screen/messages';
import { send } from './editor';
import { page } from './page';

type PictureMessage = Extract<ToPage, { type: 'picture' | 'popup' }>;

/** The popup of an extension, beside the display, which does not contain it. */
export class Popup {
  private url: string | undefined;
  private size: Size | undefined;

  constructor() {
    let pressed: number | undefined;
    page.popup.addEventListener('pointerdown', (event) => (pressed = event.pointerId));
    page.popup.addEventListener('pointerup', (event) => {
      // A drag that only ends here is none of its own.
      const isClick = pressed === event.pointerId && event.button === 0;
      pressed = undefined;
      if (isClick && this.size)
        send({ type: 'popupClick', ...pixelAt(event, page.popup.getBoundingClientRect(), this.size) });
    });
    // Otherwise the press takes the focus from the picture, and keys from the session.
    page.popup.addEventListener('mousedown', (event) => event.preventDefault());
    page.popup.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  draw({ bytes, mime, width, height }: PictureMessage): void {
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
    const before = this.url;
    page.popup.src = url;
    page.popup.width = width;
    page.popup.height = height;
    page.popup.hidden = false;
    if (before !== undefined) URL.revokeObjectURL(before);
    this.url = url;
    this.size = { width, height };
  }

  close(): void {
    page.popup.hidden = true;
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = undefined;
    this.size = undefined;
  }
}
