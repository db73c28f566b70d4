import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
/** The display of a session, unless it was opened with another one. */
const DISPLAY = { width: 1280, height: 800 };
/** A page lays itself out again a frame after its size has changed. */
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The part of axe that is used. */
interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** The page with the display of a session, wherever it is shown. */
export abstract class ShownScreen {
  /** The page that the person sees it in, which gets the input. */
  abstract get outer(): Page;
  /** Its own document. */
  abstract get content(): Pick<FrameLocator, 'locator'>;

  /** An element of it. */
  part(id: string): Locator {
    return this.content.locator(`#${id}`);
  }

  /** @returns the line below the picture that says what it shows, once it has these words. */
  state(words: string | RegExp): Locator {
    return this.part('state').filter({ hasText: words });
  }

  /** @returns the reason why there is nothing current to see, once it has these words. */
  notice(words: string | RegExp): Locator {
    return this.part('notice-text').filter({ hasText: words });
  }

  /** Chooses an item of the menu of clicks. */
  async choose(item: string): Promise<void> {
    await this.part('how').click();
    await this.part(item).click();
  }

  /** Chooses how large the picture is: `fit`, or the percentage. */
  async zoom(to: string): Promise<void> {
    await this.part('zoom').click();
    await this.part(`zoom-${to}`).click();
  }

  /** Waits until an element of it has the focus. */
  focused(selector: string): Promise<void> {
    return this.content.locator(`${selector}:focus`).waitFor();
  }

  /** @returns where the picture is drawn, once that stays: the toolbar, the bars and the window change its place. */
  async surface(): Promise<{ x: number; y: number; width: number; height: number }> {
    const surface = this.part('surface');
    for (let before = ''; ;) {
      const box = await surface.boundingBox();
      assert.ok(box);
      const now = JSON.stringify(box);
      if (now === before) return box;
      before = now;
      await surface.evaluate(TWO_FRAMES);
    }
  }

  /** Clicks on a pixel of the display, as it is drawn now. */
  async pointAt({ x, y }: { x: number; y: number }, { width, height } = DISPLAY): Promise<void> {
    const box = await this.surface();
    await this.outer.mouse.click(box.x + ((x + 0.5) * box.width) / width, box.y + ((y + 0.5) * box.height) / height);
  }

  /** The pixel of the display that the mark is drawn over, once there is one: it is there for a moment only. */
  async marked(): Promise<{ x: number; y: number }> {
    await this.surface();
    // Both at once, because a change of the layout moves both.
    const [mark, surface] = await this.part('mark').evaluate(async (element) => {
      while (element.matches('[hidden]')) await new Promise((resolve) => setTimeout(resolve, 10));
      return [element, element.ownerDocument.querySelector('#surface') ?? element].map((each) =>
        each.getBoundingClientRect(),
      );
    });
    assert.ok(mark && surface);
    return {
      x: Math.floor(((mark.x + mark.width / 2 - surface.x) * DISPLAY.width) / surface.width),
      y: Math.floor(((mark.y + mark.height / 2 - surface.y) * DISPLAY.height) / surface.height),
    };
  }

  /** @returns what axe finds in it that is serious or worse. */
  async violations(): Promise<string[]> {
    const script = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
    return this.content.locator('body').evaluate(async (_body, source) => {
      // The page's policy allows no script but its own; a debugger's evaluation is not bound by it.
      // oxlint-disable-next-line no-eval -- a program of others, in the page of a test
      const axe: Axe = globalThis.eval(`(() => { ${source}; return axe; })()`);
      const { violations } = await axe.run();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, script);
  }
}
