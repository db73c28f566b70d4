import type { Page } from 'playwright-core';
import sharp from 'sharp';

interface Frame {
  readonly picture: Buffer;
  /** Milliseconds for which it is shown. */
  readonly time: number;
}

/** A moving picture of a part of a window. */
export class Film {
  private frames: readonly Frame[] = [];

  constructor(
    private readonly page: Page,
    private readonly clip: { x: number; y: number; width: number; height: number },
    private readonly file: string,
  ) {}

  /** What is shown now, for that many milliseconds of the film. */
  async hold(time: number): Promise<void> {
    this.add(await this.shoot(), time);
  }

  /** What happens until a condition is true, as long as it takes. */
  async watch(isSo: () => Promise<boolean>): Promise<void> {
    for (let isOver = false; !isOver;) {
      const start = performance.now();
      isOver = await isSo();
      const picture = await this.shoot();
      this.add(picture, performance.now() - start);
    }
  }

  /** Writes it, with the frame that is the same as the one before as one with it. */
  async write(): Promise<void> {
    const delay = this.frames.map(({ time }) => Math.round(time));
    await sharp(
      this.frames.map(({ picture }) => picture),
      { join: { animated: true } },
    )
      .gif({ delay, loop: 0, dither: 0, effort: 10, interFrameMaxError: 0 })
      .toFile(this.file);
  }

  private add(picture: Buffer, time: number): void {
    const last = this.frames.at(-1);
    this.frames = last?.picture.equals(picture)
      ? [...this.frames.slice(0, -1), { picture, time: last.time + time }]
      : [...this.frames, { picture, time }];
  }

  private shoot(): Promise<Buffer> {
    return this.page.screenshot({ clip: this.clip });
  }
}
