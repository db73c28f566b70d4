import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { BUTTON_AT } from '../pages';
import { until } from '../service/local-service/until';
import { useStageWindow } from './stage-window';

describe('The page of a session’s screen, in the window', () => {
  const { stage, window } = useStageWindow();
  const part = (id: string): Locator => window.workbench.webview().locator(`#${id}`);

  async function open(name: string, page = '/button'): Promise<void> {
    const { workbench } = window;
    await stage.openSession(name, page);
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow(name, 'Sessions'), 'Open Screen');
    await part('state').filter({ hasText: 'Live' }).waitFor();
    await part('picture').waitFor();
  }

  /** Points at a pixel of the display, as it is drawn now. */
  async function pointAt({ x, y }: { x: number; y: number }): Promise<void> {
    const box = await part('surface').boundingBox();
    assert.ok(box);
    await window.workbench.page.mouse.click(
      box.x + ((x + 0.5) * box.width) / 1280,
      box.y + ((y + 0.5) * box.height) / 800,
    );
  }

  /** How far down the picture is scrolled. */
  const scrolled = (): Promise<number> => part('stage').evaluate(({ scrollTop }) => scrollTop);

  it('scrolls by its scrollbars, which click nothing in the session', async () => {
    const { mouse } = window.workbench.page;
    await open('scrollbars');
    await part('zoom').selectOption('200');
    const box = await part('stage').boundingBox();
    assert.ok(box);
    const [right, bottom] = [box.x + box.width - 5, box.y + box.height];
    const start = await scrolled();
    // Above the corner and the arrow at the end.
    await mouse.click(right, bottom - 40);
    await until('the track has scrolled it', async () => (await scrolled()) > start);
    await part('stage').evaluate((shown) => shown.scrollTo(300, 0));
    await mouse.move(right, box.y + 40);
    await mouse.down();
    await mouse.move(right, box.y + 140, { steps: 4 });
    await mouse.move(right, box.y + 240, { steps: 4 });
    await mouse.up();
    await until('the thumb has scrolled it', async () => (await scrolled()) > 100);
    await window.workbench.screenshot('screen-scrollbars');
    await part('zoom').selectOption('fit');
    await pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
    const downs = stage.pages.events().filter(({ type }) => type === 'mousedown');
    assert.deepEqual(
      downs.map(({ x, y }) => [x, y]),
      [[BUTTON_AT.x, BUTTON_AT.y]],
    );
  });
});
