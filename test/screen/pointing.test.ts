import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { isNightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { THEMES, useFixtureScreen } from '../support/bare-screen';

const TAB_SIZES = [
  [1280, 800],
  [900, 700],
  [1920, 1080],
  [1400, 500],
] as const;
const SCALES = [1, 1.5, 2];
const ZOOMS = ['fit', '50', '75', '100', '150', '200', '250', '300', '400'];
/** Corners, the last column and row, and some that no zoom divides evenly. */
const PIXELS = [
  { x: 0, y: 0 },
  { x: 1279, y: 799 },
  { x: 1279, y: 0 },
  { x: 0, y: 799 },
  { x: 333, y: 777 },
  { x: 1001, y: 127 },
];

describe('Pointing at the screen of a session', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);

  it('is double-clicked: the page gets two clicks, and one double-click', async () => {
    await open('double', '/button');
    const { mouse } = screen.outer;
    const box = await screen.surface();
    const scale = box.width / 1280;
    await mouse.move(box.x + (BUTTON_AT.x + 0.5) * scale, box.y + (BUTTON_AT.y + 0.5) * scale);
    // All at once, because the second click belongs to the first one only for half a second.
    await Promise.all([1, 2].flatMap((clickCount) => [mouse.down({ clickCount }), mouse.up({ clickCount })]));
    await fixture.pages.waitFor(({ type }) => type === 'dblclick');
    // A click after it, so that whatever the double-click has caused is there.
    await screen.pointAt({ x: 700, y: 500 });
    await fixture.pages.waitFor(({ type, x }) => type === 'click' && x === 700);
    const clicks = fixture.pages.events().filter(({ type }) => type === 'click' || type === 'dblclick');
    assert.deepEqual(
      clicks.map(({ type, x, y, detail }) => [type, x, y, detail]),
      [
        ['click', BUTTON_AT.x, BUTTON_AT.y, 1],
        ['click', BUTTON_AT.x, BUTTON_AT.y, 2],
        ['dblclick', BUTTON_AT.x, BUTTON_AT.y, 2],
        ['click', 700, 500, 1],
      ],
    );
    await screen.screenshot('screen-double-clicked');
  });

  it('copies the point that was clicked, not the one that the pointer leaves the picture at', async () => {
    await open('copies', '/button');
    await part('position').waitFor({ state: 'hidden' });
    await screen.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await screen.pointAt({ x: 640, y: 0 });
    await fixture.pages.waitFor(({ type, y }) => type === 'click' && y === 0);
    await screen.pointAt(BUTTON_AT);
    const { x, y } = BUTTON_AT;
    await part('result')
      .filter({ hasText: `Clicked at ${x}, ${y}` })
      .waitFor();
    await part('position').click();
    await part('result')
      .filter({ hasText: `Copied ${BUTTON_AT.x}, ${BUTTON_AT.y}` })
      .waitFor();
    assert.equal(screen.copied, `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
  });

  it('copies the picture that it shows', async () => {
    await open('copies picture', '/button');
    await screen.outer.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await part('copy').click();
    await part('result').filter({ hasText: 'Copied the screenshot' }).waitFor();
    const size: unknown = await part('picture').evaluate(`(async () => {
      const [item] = await navigator.clipboard.read();
      const { width, height } = await createImageBitmap(await item.getType('image/png'));
      return [width, height];
    })()`);
    assert.deepEqual(size, [1280, 800]);
  });

  it('moves the picture when it is dragged, and sends nothing', async () => {
    await open('pans', '/button');
    const { mouse } = screen.outer;
    await screen.zoom('200');
    const scrolled = (): Promise<number> => part('stage').evaluate(({ scrollLeft }) => scrollLeft);
    await part('stage').evaluate((shown) => shown.scrollTo(300, 300));
    const box = await part('stage').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 40, y + 20, { steps: 4 });
    await mouse.move(x + 120, y + 20, { steps: 4 });
    await mouse.up();
    assert.equal(await scrolled(), 180);
    // A click after it is the first thing that the page hears of.
    await mouse.click(x, y);
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.equal(fixture.pages.events().filter(({ type }) => type === 'mousedown').length, 1);
    await screen.zoom('fit');
  });

  it('scrolls by its scrollbars, which click nothing in the session', async () => {
    await open('scrollbars', '/button');
    const { mouse } = screen.outer;
    await screen.zoom('200');
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
    await screen.screenshot('screen-scrollbars');
    await screen.zoom('fit');
    await screen.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[BUTTON_AT.x, BUTTON_AT.y]]);
  });

  it('hits the very pixel at each scale and size, by day at one zoom in turn, at night at each', async () => {
    await open('pixels', '/button');
    const page = screen.outer;
    const cdp = await page.context().newCDPSession(page);
    const results: string[] = [];
    let [count, turns] = [0, 0];
    try {
      for (const [width, height] of TAB_SIZES)
        for (const deviceScaleFactor of SCALES) {
          await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
          await until('the page has this size', async () => {
            const now: unknown = await part('surface').evaluate('[devicePixelRatio, innerWidth]');
            return JSON.stringify(now) === JSON.stringify([deviceScaleFactor, width]);
          });
          for (const zoom of isNightly ? ZOOMS : [ZOOMS[turns++ % ZOOMS.length] ?? '']) {
            await screen.zoom(zoom);
            // Each has its turn at each zoom, scale and size; all of them at all would take minutes.
            for (const turn of [0, 1]) {
              const pixel = PIXELS[(count++ + turn) % PIXELS.length] ?? { x: 0, y: 0 };
              results.push(...(await miss(pixel, `${width}x${height} @${deviceScaleFactor} ${zoom}`)));
            }
          }
        }
    } finally {
      await cdp.send('Emulation.clearDeviceMetricsOverride');
      await cdp.detach();
    }
    assert.deepEqual(results, []);
  });

  /** @returns what was hit instead, if it was not the pixel. */
  async function miss(pixel: { x: number; y: number }, where: string): Promise<string[]> {
    fixture.pages.clear();
    // Into view, if the picture is larger than the screen.
    await part('surface').evaluate((surface, { x, y }) => {
      const { parentElement: shown, offsetWidth, offsetHeight } = surface;
      shown?.scrollTo(
        ((x + 0.5) * offsetWidth) / 1280 - shown.clientWidth / 2,
        ((y + 0.5) * offsetHeight) / 800 - shown.clientHeight / 2,
      );
    }, pixel);
    await screen.pointAt(pixel);
    const { x, y } = await fixture.pages.waitFor(({ type }) => type === 'click');
    return x === pixel.x && y === pixel.y ? [] : [`${where}: ${x}, ${y} for ${pixel.x}, ${pixel.y}`];
  }

  /** How far down the picture is scrolled. */
  const scrolled = (): Promise<number> => part('stage').evaluate(({ scrollTop }) => scrollTop);

  it('is used without a mouse: a cross-hair, a loupe, Enter and Escape', async () => {
    await open('cross-hair', '/button');
    const { keyboard } = screen.outer;
    await part('stage').focus();
    // The first key shows it in the middle: 640, 400.
    await keyboard.press('ArrowLeft');
    for (const key of ['Control+ArrowLeft', 'Control+ArrowLeft', 'Control+ArrowLeft', 'Control+ArrowLeft'])
      await keyboard.press(key);
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft'])
      await keyboard.press(key);
    for (const key of ['Control+ArrowUp', 'Control+ArrowUp', 'Shift+ArrowUp', 'ArrowDown']) await keyboard.press(key);
    await part('spoken').filter({ hasText: '200, 191' }).waitFor({ state: 'attached' });
    await part('loupe').waitFor();
    await screen.screenshot('screen-3-cross-hair');
    await keyboard.press('Enter');
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [200, 191]);
    await part('spoken').filter({ hasText: 'Clicked at 200, 191' }).waitFor({ state: 'attached' });
    await keyboard.press('Escape');
    await part('crosshair').waitFor({ state: 'hidden' });
    await keyboard.press('Escape');
    await screen.content.locator('.toolbar :focus').waitFor();
    await keyboard.press('ArrowRight');
    await screen.content.locator('#aim:focus').waitFor();
  });

  it('with Ask Before Click marks the point and asks before it clicks, and the picture stays where it is', async () => {
    await open('aim', '/button');
    const before = await screen.surface();
    await part('aim').click();
    await screen.pointAt(BUTTON_AT);
    // By its name, once that is known.
    await part('aimed')
      .filter({ hasText: `Click “clicked 0 times” at ${BUTTON_AT.x}, ${BUTTON_AT.y}?` })
      .waitFor();
    await part('mark').waitFor();
    await screen.screenshot('screen-4-aim');
    assert.deepEqual(await screen.surface(), before);
    assert.deepEqual(await screen.violations(), []);
    for (const zoom of ['200', '50', 'fit']) {
      await screen.zoom(zoom);
      assert.deepEqual(await screen.marked(), BUTTON_AT, zoom);
    }
    await screen.outer.setViewportSize({ width: 900, height: 800 });
    assert.deepEqual(await screen.marked(), BUTTON_AT, 'narrow');
    await screen.outer.setViewportSize({ width: 1280, height: 800 });
    await part('aimed-cancel').click();
    await part('mark').waitFor({ state: 'hidden' });
    assert.ok(!fixture.pages.events().some(({ type }) => type === 'mousedown'));
    await screen.pointAt(BUTTON_AT);
    await screen.choose('button-right');
    await screen.choose('hold-shift');
    await part('how').filter({ hasText: 'Click: Right + Shift' }).waitFor();
    await part('aimed-click').click();
    const click = await fixture.pages.waitFor(({ type }) => type === 'mousedown');
    assert.deepEqual([click.x, click.y, click.button, click.shift], [BUTTON_AT.x, BUTTON_AT.y, 2, true]);
  });

  it('with Ask Before Click is pointed, asked, answered and clicked by keys, and asks anew once the point is another', async () => {
    await open('aim by keys', '/button');
    const { keyboard } = screen.outer;
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
    await screen.screenshot('screen-aim-by-keys');
    await keyboard.press('Enter');
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual(downs(), [[641, 400]]);
  });

  it('takes an Enter that is held down for one, with Ask Before Click and without', async () => {
    const holdEnter = async (): Promise<void> => {
      for (let times = 0; times < 4; times++) await keyboard.down('Enter');
      await keyboard.up('Enter');
    };
    await open('held', '/button');
    const { keyboard } = screen.outer;
    await part('aim').click();
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await holdEnter();
    await part('aimed').waitFor();
    await keyboard.press('Escape');
    await part('aim').click();
    await part('stage').focus();
    await holdEnter();
    await screen.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type, x }) => type === 'click' && x === BUTTON_AT.x);
    assert.deepEqual(downs(), [
      [640, 400],
      [BUTTON_AT.x, BUTTON_AT.y],
    ]);
  });

  it('gives the focus to the picture when the question is answered', async () => {
    await open('answers', '/button');
    const { keyboard } = screen.outer;
    await part('aim').click();
    for (const answer of ['aimed-click', 'aimed-cancel']) {
      await screen.pointAt(BUTTON_AT);
      await part(answer).focus();
      await keyboard.press('Enter');
      await part('aimed').waitFor({ state: 'hidden' });
      await screen.focused('#stage');
    }
    await screen.pointAt(BUTTON_AT);
    await part('aimed-click').focus();
    await keyboard.press('Escape');
    await part('aimed').waitFor({ state: 'hidden' });
    await screen.focused('#stage');
  });

  it('has a menu of clicks that works by keys alone, and keeps what is chosen', async () => {
    await open('menu', '/button');
    const { keyboard } = screen.outer;
    await part('how').focus();
    await keyboard.press('ArrowDown');
    await screen.focused('#button-left');
    await screen.screenshot('screen-menu');
    for (const theme of THEMES) {
      await screen.changeTheme(theme);
      await part('how').focus();
      await keyboard.press('Enter');
      await screen.focused('#button-left');
      await screen.screenshot(`screen-menu-${theme}`);
      assert.deepEqual(await screen.violations(), [], theme);
    }
    await keyboard.press('ArrowUp');
    await screen.focused('#hold-shift');
    await keyboard.press('Home');
    await screen.focused('#button-left');
    await keyboard.press('Escape');
    await part('howMenu').waitFor({ state: 'hidden' });
    await screen.focused('#how');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await screen.focused('#how');
    await part('how').filter({ hasText: 'Click: Right' }).waitFor();
    // A press beside an open menu closes it, and clicks nothing.
    await part('how').click();
    await screen.pointAt({ x: 900, y: 700 });
    await part('howMenu').waitFor({ state: 'hidden' });
    await screen.pointAt(BUTTON_AT);
    const down = await fixture.pages.waitFor(({ type }) => type === 'mousedown');
    assert.deepEqual([down.x, down.y, down.button], [BUTTON_AT.x, BUTTON_AT.y, 2]);
  });

  it('has one row of tools in a narrow tab, and the rest in a menu', async () => {
    await open('narrow', '/button');
    const { keyboard } = screen.outer;
    // First the labels give way, and all is still there.
    await screen.outer.setViewportSize({ width: 460, height: 700 });
    await screen.surface();
    for (const id of ['aim', 'control', 'clickByName', 'copy', 'save']) await part(id).waitFor();
    await part('more').waitFor({ state: 'hidden' });
    await screen.screenshot('screen-narrow');
    await screen.outer.setViewportSize({ width: 220, height: 700 });
    await part('more').waitFor();
    await part('save').waitFor({ state: 'hidden' });
    const rowOf = (id: string): Promise<number | undefined> =>
      part(id)
        .boundingBox()
        .then((box) => box?.y);
    for (const id of ['zoom', 'more']) assert.equal(await rowOf(id), await rowOf('how'), id);
    await part('more').focus();
    await keyboard.press('Enter');
    await part('moreMenu').waitFor();
    await screen.screenshot('screen-narrow-menu');
    assert.deepEqual(await screen.violations(), []);
    await part('moreMenu').getByText('Save Screenshot…').click();
    await until('it is saved', () => screen.saved.length === 1);
    await screen.outer.setViewportSize({ width: 1280, height: 800 });
    await part('save').waitFor();
    await part('more').waitFor({ state: 'hidden' });
  });

  /** Where the mouse was pressed in the session. */
  function downs(): (number | undefined)[][] {
    const events = fixture.pages.events().filter(({ type }) => type === 'mousedown');
    return events.map(({ x, y }) => [x, y]);
  }
});
