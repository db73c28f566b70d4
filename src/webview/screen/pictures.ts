import type { Size } from '../../core/screen/geometry';
import type { ToPage } from '../../core/screen/messages';
import { send } from './editor';
import { page, text } from './page';

type PictureMessage = Extract<ToPage, { type: 'picture' | 'popup' }>;

/** The picture that is drawn now. */
export interface Shown extends Size {
  readonly id: number;
  /** When it was taken, by the clock of this page. */
  readonly at: number;
}

/** Draws one picture after the other, and reports each when it is drawn. */
export class Pictures {
  shown: Shown | undefined;
  private url: string | undefined;
  private next: (PictureMessage & { readonly at: number }) | undefined;
  private isDrawing = false;

  constructor(private readonly onShown: (shown: Shown) => void) {}

  /** The latest picture wins: one that was not drawn yet is replaced. */
  draw(message: PictureMessage): void {
    if (this.next) send({ type: 'drawn', id: this.next.id, isDamaged: false });
    this.next = { ...message, at: Date.now() - message.age };
    if (!this.isDrawing) void this.drawNext();
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
  private async drawOne({ id, bytes, mime, width, height, at }: PictureMessage & { at: number }): Promise<boolean> {
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
    // Decoded apart from what is shown, so that a damaged picture does not replace it, and nothing flickers.
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } catch {
      URL.revokeObjectURL(url);
      return false;
    }
    page.picture.src = url;
    await page.picture.decode().catch(() => {});
    if (this.url !== undefined) URL.revokeObjectURL(this.url);
    this.url = url;
    page.picture.alt = text('pictureOf', width, height);
    this.shown = { id, width, height, at };
    this.onShown(this.shown);
    return true;
  }
}
