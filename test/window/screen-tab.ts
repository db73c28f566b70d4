import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TestWindow } from './window';

/** The display of a session, unless it was opened with another one. */
const DISPLAY = { width: 1280, height: 800 };

/** A page lays itself out again a frame after its size has changed. */
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The tab with the display of a session, in a window in which one is shown. */
export class ScreenTab {
  constructor(private readonly window: TestWindow) {}

  /** An element of its page. */
  part(id: string): Locator {
    return this.window.workbench.webview().locator(`#${id}`);
  }

  /** @returns the line below the picture that says what it shows, once it has these words. */
  state(words: string): Locator {
    return this.part('state').filter({ hasText: words });
  }

  /** Opens it by the row of the session. */
  async open(session: string): Promise<void> {
    const { workbench } = this.window;
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow(session, 'Sessions'), 'Open Screen');
    await workbench.page.locator('.tab', { hasText: session }).waitFor();
  }

  /** Opens it, and waits until it shows the session's page live. */
  async openLive(session: string): Promise<void> {
    await this.open(session);
    await this.state('Live').waitFor();
    await this.part('picture').waitFor();
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
    await this.window.workbench.page.mouse.click(
      box.x + ((x + 0.5) * box.width) / width,
      box.y + ((y + 0.5) * box.height) / height,
    );
  }
}
