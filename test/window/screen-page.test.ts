import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Locator } from 'playwright-core';
import { BUTTON_AT } from '../pages';
import { until } from '../service/local-service/until';
import { answers, PICTURE, speaksTo, useFaultyService } from './faulty-service';
import { useStageWindow } from './stage-window';
import { useWindow } from './window';

describe('The page of a session’s screen, in the window', () => {
  const { stage, window } = useStageWindow();
  const part = (id: string): Locator => window.workbench.webview().locator(`#${id}`);

  /** @returns the ID of a new session. */
  async function open(name: string, page = '/button'): Promise<string> {
    const { workbench } = window;
    const id = await stage.openSession(name, page);
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow(name, 'Sessions'), 'Open Screen');
    await part('state').filter({ hasText: 'Live' }).waitFor();
    await part('picture').waitFor();
    return id;
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
    await part('stage').evaluate((shown) => shown.scrollTo(300, 0));
    // Again if the thumb is not drawn at its new place yet: above the thumb, the track scrolls up, where nothing is.
    await until('the thumb has scrolled it', async () => {
      await mouse.move(right, box.y + 40);
      await mouse.down();
      await mouse.move(right, box.y + 90, { steps: 4 });
      await mouse.move(right, box.y + 140, { steps: 4 });
      await mouse.up();
      return (await scrolled()) > 100;
    });
    const start = await scrolled();
    // Above the corner and the arrow at the end.
    await mouse.click(right, bottom - 40);
    await until('the track has scrolled it', async () => (await scrolled()) > start);
    await window.workbench.screenshot('screen-scrollbars');
    await part('zoom').selectOption('fit');
    await pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[BUTTON_AT.x, BUTTON_AT.y]]);
  });

  /** Waits until an element of the page has the focus. */
  const focused = (selector: string): Promise<void> =>
    window.workbench.webview().locator(`${selector}:focus`).waitFor();

  it('with Aim is pointed, asked, answered and clicked by keys, and asks anew once the point is another', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await open('aim by keys');
    await part('aim').focus();
    await keyboard.press('Space');
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await part('aimed').filter({ hasText: 'Click at 640, 400?' }).waitFor();
    await keyboard.press('ArrowRight');
    await part('aimed').waitFor({ state: 'hidden' });
    await part('mark').waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await part('aimed').filter({ hasText: 'Click at 641, 400?' }).waitFor();
    await keyboard.press('Escape');
    await part('aimed').waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await part('aimed').waitFor();
    await workbench.screenshot('screen-aim-by-keys');
    await keyboard.press('Enter');
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[641, 400]]);
  });

  it('takes an Enter that is held down for one, with Aim and without', async () => {
    const { keyboard } = window.workbench.page;
    const holdEnter = async (): Promise<void> => {
      for (let times = 0; times < 4; times++) await keyboard.down('Enter');
      await keyboard.up('Enter');
    };
    await open('held');
    await part('aim').click();
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await holdEnter();
    await part('aimed').waitFor();
    await keyboard.press('Escape');
    await part('aim').click();
    await part('stage').focus();
    await holdEnter();
    await pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type, x }) => type === 'click' && x === BUTTON_AT.x);
    assert.deepEqual(downs(), [
      [640, 400],
      [BUTTON_AT.x, BUTTON_AT.y],
    ]);
  });

  it('gives the focus to the picture when the question of Aim is answered', async () => {
    const { keyboard } = window.workbench.page;
    await open('answers');
    await part('aim').click();
    for (const answer of ['aimed-click', 'aimed-cancel']) {
      await pointAt(BUTTON_AT);
      await part(answer).focus();
      await keyboard.press('Enter');
      await part('aimed').waitFor({ state: 'hidden' });
      await focused('#stage');
    }
    await pointAt(BUTTON_AT);
    await part('aimed-click').focus();
    await keyboard.press('Escape');
    await part('aimed').waitFor({ state: 'hidden' });
    await focused('#stage');
  });

  it('leaves the focus on nothing that disappears, and says once that the session has ended', async () => {
    const id = await open('focus');
    await part('clickByName').focus();
    await focused('#clickByName');
    await stage.ask('DELETE', `/browsers/${id}`);
    await part('spoken').filter({ hasText: 'This session no longer exists.' }).waitFor({ state: 'attached' });
    await focused('#zoom');
  });

  /** Where the mouse was pressed in the session. */
  function downs(): (number | undefined)[][] {
    const events = stage.pages.events().filter(({ type }) => type === 'mousedown');
    return events.map(({ x, y }) => [x, y]);
  }
});

describe('The page of a session’s screen at a service that is busy, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const part = (id: string): Locator => window.workbench.webview().locator(`#${id}`);
  const textOf = async (id: string): Promise<string> => (await part(id).textContent()) ?? '';

  it('speaks of each state once: not at first, and not of each second of a countdown', async () => {
    const { workbench } = window;
    const mayAnswer = new AbortController();
    faulty.service.at(PICTURE, async (exchange) => {
      if (!mayAnswer.signal.aborted) await once(mayAnswer.signal, 'abort');
      await answers(429, '{}', { 'retry-after': '6' })(exchange);
    });
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('first', 'Sessions'), 'Open Screen');
    await part('notice').filter({ hasText: 'Connecting…' }).waitFor();
    assert.equal(await textOf('spoken'), '');
    mayAnswer.abort();
    await part('spoken').filter({ hasText: 'Service busy.' }).waitFor({ state: 'attached' });
    faulty.service.doesWell();
    const spoken = await textOf('spoken');
    await part('notice').filter({ hasText: 'Retrying in 3 s' }).waitFor();
    assert.equal(await textOf('spoken'), spoken);
    await part('spoken').filter({ hasText: 'Picture' }).waitFor({ state: 'attached' });
  });
});
