import type { ScreenFrame } from '../../devtools';

/** The frames of a stream on their way to a viewer: one is drawn at a time; of those that come meanwhile, the latest. */
export class FrameSlot {
  private drawing: { readonly id: number; readonly frame: ScreenFrame } | undefined;
  private waiting: ScreenFrame | undefined;

  /** @param show gives a frame to the viewer. @returns the ID of its picture. */
  constructor(private readonly show: (frame: ScreenFrame) => number) {}

  push(frame: ScreenFrame): void {
    if (!this.drawing) return this.draw(frame);
    this.waiting?.acknowledge();
    this.waiting = frame;
  }

  /** The viewer has drawn this picture, or could not: the next frame may come. */
  drawn(id: number): void {
    const { drawing, waiting } = this;
    if (drawing?.id !== id) return;
    this.clear();
    drawing.frame.acknowledge();
    if (waiting) this.draw(waiting);
  }

  /** Forgets the frames of a stream that has ended. */
  clear(): void {
    this.drawing = undefined;
    this.waiting = undefined;
  }

  private draw(frame: ScreenFrame): void {
    this.drawing = { id: this.show(frame), frame };
  }
}
