import { isSameSize, type Size } from '../../core/screen/geometry';
import type { ScreenFrame } from '../../devtools';

/** Changes of the size that are kept. */
const MAX_RUNS = 1000;

/** A picture of a session's whole display, or of a popup beside it. */
export interface ScreenPicture extends Size {
  /** Unique and growing. */
  readonly id: number;
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
}

let lastId = 0;

/**
 * The pictures of one display on their way to a viewer. Of the frames of a stream, one is drawn at a time; of those that
 * come meanwhile, the latest.
 */
export class ShownPictures {
  private current: ScreenPicture | undefined;
  /** Each size with the first picture that had it: a click on an older picture can be checked. */
  private readonly runs: { readonly first: number; readonly size: Size }[] = [];
  private last = 0;
  private drawing: { readonly id: number; readonly frame: ScreenFrame } | undefined;
  private waiting: ScreenFrame | undefined;

  constructor(private readonly onPicture: (picture: ScreenPicture) => void) {}

  get newest(): ScreenPicture | undefined {
    return this.current;
  }

  /** @returns undefined if there was no such picture, or it is too old. */
  sizeOf(id: number): Size | undefined {
    return id > this.last ? undefined : this.runs.findLast(({ first }) => first <= id)?.size;
  }

  /** Shows a frame when the one before is drawn. */
  push(frame: ScreenFrame): void {
    if (!this.drawing) return this.draw(frame);
    this.waiting?.acknowledge();
    this.waiting = frame;
  }

  /** Shows a picture at once. @returns its ID. */
  show({ bytes, mime, width, height }: Pick<ScreenPicture, 'bytes' | 'mime' | 'width' | 'height'>): number {
    const id = ++lastId;
    const before = this.runs.at(-1);
    if (!before || !isSameSize(before.size, { width, height })) this.runs.push({ first: id, size: { width, height } });
    if (this.runs.length > MAX_RUNS) this.runs.shift();
    this.last = id;
    this.current = { id, at: Date.now(), bytes, mime, width, height };
    this.onPicture(this.current);
    return id;
  }

  /** The viewer has drawn this picture, or could not: the next frame may come. */
  drawn(id: number): void {
    const { drawing, waiting } = this;
    if (drawing?.id !== id) return;
    this.endStream();
    drawing.frame.acknowledge();
    if (waiting) this.draw(waiting);
  }

  /** Forgets the frames of a stream that has ended. */
  endStream(): void {
    this.drawing = undefined;
    this.waiting = undefined;
  }

  /** Nothing is shown any more. */
  clear(): void {
    this.endStream();
    this.current = undefined;
  }

  private draw(frame: ScreenFrame): void {
    this.drawing = { id: this.show(frame), frame };
  }
}
