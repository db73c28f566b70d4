import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../support/until';
import type { TestWindow } from '../window/window';
import { Film } from './film';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes the pictures that are published, of a window. */
export class Camera {
  constructor(private readonly window: TestWindow) {}

  /**
   * Takes a picture in light, `NAME.png`.
   * @param name with its folder.
   * @param parts what must be on it; everything else is cut off.
   * @param options `margin` is how much of the window around that is kept; `hover`, that the pointer stays where it is;
   * `dark`, that one in dark is taken too, `NAME-dark.png`.
   */
  async take(
    name: string,
    parts: readonly Locator[],
    { margin = 0, hover = false, dark = false }: { margin?: number; hover?: boolean; dark?: boolean } = {},
  ): Promise<void> {
    if (!hover) await this.window.workbench.page.mouse.move(0, 0);
    for (const look of dark ? (['light', 'dark'] as const) : (['light'] as const)) {
      await this.turn(look);
      const file = path.join(root, `${name}${look === 'dark' ? '-dark' : ''}.png`);
      mkdirSync(path.dirname(file), { recursive: true });
      const taken = await this.steady(await this.around(parts, margin));
      await sharp(taken).png({ palette: true, dither: 0, effort: 10 }).toFile(file);
    }
    await this.turn('light');
  }

  /** Begins a moving picture, `NAME.gif`, of that part of the window. */
  async film(name: string, parts: readonly Locator[]): Promise<Film> {
    const { page } = this.window.workbench;
    await page.mouse.move(0, 0);
    return new Film(page, await this.around(parts, 0), path.join(root, `${name}.gif`));
  }

  /** The editor follows what its browser says of the system, so nothing that is open closes, as by keys it would. */
  private async turn(look: 'light' | 'dark'): Promise<void> {
    const { workbench } = this.window;
    await workbench.page.emulateMedia({ colorScheme: look });
    await workbench.themed(look).waitFor();
  }

  /** Where these parts are, with a margin that ends at the window's edge. */
  private async around(parts: readonly Locator[], margin: number): Promise<Box> {
    let there: Box[] = [];
    // A box with a list hides for a moment when it goes on to its next question.
    await until('each part of the picture is shown', async () => {
      const boxes = await Promise.all(parts.map(async (part) => part.boundingBox()));
      there = boxes.filter((box) => box !== null);
      return there.length === parts.length;
    });
    const { width, height } = this.window.workbench.page.viewportSize() ?? { width: Infinity, height: Infinity };
    const x = Math.max(0, Math.floor(Math.min(...there.map((box) => box.x)) - margin));
    const y = Math.max(0, Math.floor(Math.min(...there.map((box) => box.y)) - margin));
    const right = Math.min(width, Math.ceil(Math.max(...there.map((box) => box.x + box.width)) + margin));
    const bottom = Math.min(height, Math.ceil(Math.max(...there.map((box) => box.y + box.height)) + margin));
    return { x, y, width: right - x, height: bottom - y };
  }

  /** A picture that is the same twice in a row. */
  private async steady(clip: Box): Promise<Buffer> {
    const shoot = (): Promise<Buffer> => this.window.workbench.page.screenshot({ clip, animations: 'disabled' });
    let picture = await shoot();
    await until('nothing moves', async () => {
      const before = picture;
      picture = await shoot();
      return picture.equals(before);
    });
    return picture;
  }
}
