import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { BUTTON_AT } from '../pages';
import { until } from '../until';
import { ScreenTab } from './screen-tab';
import { useStageWindow } from './stage-window';
import { appears } from './workbench';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
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

/** @returns whether a script without the nonce has run, once it was refused. */
const INJECTS = `new Promise((resolve) => {
  addEventListener('securitypolicyviolation', () => resolve('injected' in globalThis));
  const script = document.createElement('script');
  script.textContent = 'globalThis.injected = true';
  document.body.append(script);
})`;

/** The part of axe that is used. */
interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

describe('The screen of a session, in the window', () => {
  const { stage, window } = useStageWindow();
  const frame = (): FrameLocator => window.workbench.webview();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  it('is live, and a click lands where it is pointed at', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/button');
    await tab.openLive('only');
    await workbench.screenshot('screen-1-live');
    await tab.pointAt(BUTTON_AT);
    const click = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await part('result')
      .filter({ hasText: `Click at ${BUTTON_AT.x}, ${BUTTON_AT.y}` })
      .waitFor();
    await workbench.screenshot('screen-2-clicked');
  });

  it('is double-clicked: the page gets two clicks, and one double-click', async () => {
    const { workbench } = window;
    await stage.openSession('double', '/button');
    await tab.openLive('double');
    const { mouse } = workbench.page;
    const box = await tab.surface();
    const scale = box.width / 1280;
    await mouse.move(box.x + (BUTTON_AT.x + 0.5) * scale, box.y + (BUTTON_AT.y + 0.5) * scale);
    // All at once, because the second click belongs to the first one only for half a second.
    await Promise.all([1, 2].flatMap((clickCount) => [mouse.down({ clickCount }), mouse.up({ clickCount })]));
    await stage.pages.waitFor(({ type }) => type === 'dblclick');
    // A click after it, so that whatever the double-click has caused is there.
    await tab.pointAt({ x: 700, y: 500 });
    await stage.pages.waitFor(({ type, x }) => type === 'click' && x === 700);
    const clicks = stage.pages.events().filter(({ type }) => type === 'click' || type === 'dblclick');
    assert.deepEqual(
      clicks.map(({ type, x, y, detail }) => [type, x, y, detail]),
      [
        ['click', BUTTON_AT.x, BUTTON_AT.y, 1],
        ['click', BUTTON_AT.x, BUTTON_AT.y, 2],
        ['dblclick', BUTTON_AT.x, BUTTON_AT.y, 2],
        ['click', 700, 500, 1],
      ],
    );
    await workbench.screenshot('screen-double-clicked');
  });

  /** The pixel of the display that the mark is drawn over. */
  async function marked(): Promise<{ x: number; y: number }> {
    await tab.surface();
    // Both at once, because a change of the layout moves both.
    const [mark, surface] = await part('mark').evaluate((element) =>
      [element, element.ownerDocument.querySelector('#surface') ?? element].map((each) => each.getBoundingClientRect()),
    );
    assert.ok(mark && surface);
    return {
      x: Math.floor(((mark.x + mark.width / 2 - surface.x) * 1280) / surface.width),
      y: Math.floor(((mark.y + mark.height / 2 - surface.y) * 800) / surface.height),
    };
  }

  it('copies the point that was clicked, not the one that the pointer leaves the picture at', async () => {
    const { workbench } = window;
    await stage.openSession('copies', '/button');
    await tab.openLive('copies');
    assert.ok(await part('copy').isDisabled());
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
    await tab.pointAt({ x: 640, y: 0 });
    await stage.pages.waitFor(({ type, y }) => type === 'click' && y === 0);
    await tab.pointAt(BUTTON_AT);
    const { x, y } = BUTTON_AT;
    await part('result')
      .filter({ hasText: `Sent: Click at ${x}, ${y}` })
      .waitFor();
    await part('copy').click();
    await part('result')
      .filter({ hasText: `Copied ${BUTTON_AT.x}, ${BUTTON_AT.y}` })
      .waitFor();
    assert.equal(await workbench.page.evaluate('navigator.clipboard.readText()'), `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
  });

  /** Opens the tab of a new session, and the editor's question where to save its picture. */
  async function save(name: string): Promise<void> {
    await stage.openSession(name, '/plain');
    await tab.openLive(name);
    // It is lossless once nothing moves.
    await part('age').filter({ hasText: 'unchanged' }).waitFor();
    await part('save').click();
    const { box } = window.workbench;
    const proposed = new RegExp(`${name} [\\d-]+ [\\d.]+\\.png$`);
    await until('the name of the file is proposed', async () => proposed.test(await box.inputValue()));
  }

  it('saves the picture that it shows, lossless, by its session and time', async () => {
    const { workbench } = window;
    await save('saved');
    await workbench.page.keyboard.press('Enter');
    await part('result').filter({ hasText: 'Saved the picture' }).waitFor();
    const files = readdirSync(window.workspace).filter((name) => name.startsWith('saved '));
    const png = readFileSync(path.join(window.workspace, files[0] ?? ''));
    assert.deepEqual([files.length, png.toString('latin1', 1, 4)], [1, 'PNG']);
    // Its size stands in the header of the format.
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1280, 800]);
  });

  it('says why the picture could not be saved', async () => {
    const { workbench } = window;
    await save('unsaved');
    // A link to itself, which can be neither read nor written.
    const loop = path.join(window.workspace, 'loop.png');
    symlinkSync(loop, loop);
    await workbench.box.fill(loop);
    await workbench.page.keyboard.press('Enter');
    await part('result').filter({ hasText: 'Couldn’t write loop.png. Details: “' }).waitFor();
    // The words of others are long, and push nothing aside.
    assert.ok(await part('state').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await workbench.screenshot('screen-unsaved');
  });

  it('runs no script but its own, and is not allowed to load anything', async () => {
    await stage.openSession('policy', '/button');
    await tab.openLive('policy');
    const policy = await frame().locator('meta[http-equiv]').getAttribute('content');
    assert.match(
      policy ?? '',
      /^default-src 'none'; img-src blob:; script-src 'nonce-[\w-]{22}'; style-src ('self' [^;]+); font-src \1$/,
    );
    const ran: unknown = await frame().locator('body').evaluate(INJECTS);
    assert.equal(ran, false);
  });

  it('moves the picture when it is dragged, and sends nothing', async () => {
    const { mouse } = window.workbench.page;
    await stage.openSession('pans', '/button');
    await tab.openLive('pans');
    await part('zoom').selectOption('200');
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
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.equal(stage.pages.events().filter(({ type }) => type === 'mousedown').length, 1);
    await part('zoom').selectOption('fit');
  });

  it('shows several sessions beside each other', async () => {
    const { workbench } = window;
    await stage.openSession('left', '/button');
    await stage.openSession('right', '/plain');
    await tab.openLive('left');
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('right', 'Sessions'), 'Open Screen');
    await workbench.page.locator('.tab', { hasText: 'right' }).waitFor();
    await workbench.run('View: Move Editor into Next Group');
    for (const index of [0, 1]) await workbench.webview(index).locator('#state').filter({ hasText: 'Live' }).waitFor();
    await workbench.screenshot('screen-side-by-side');
  });

  it('is found, opened, clicked and left by keys alone', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await stage.openSession('by keys', '/button');
    await workbench.view('Browser Sessions');
    await workbench.treeRow('by keys', 'Sessions').waitFor();
    await workbench.run('Browser Sessions: Focus on Sessions View');
    await workbench.pane('Sessions').locator('.monaco-list:focus').waitFor();
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await tab.state('Live').waitFor();
    for (let count = 0; count < 5 && !(await appears(frame().locator('#stage:focus'), 1000)); count++)
      await keyboard.press('Tab');
    await frame().locator('#stage:focus').waitFor();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    const click = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [640, 400]);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await frame().locator('.toolbar :focus').waitFor();
  });

  it('hits the very pixel at each zoom, scale and size', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await stage.openSession('pixels', '/button');
    await tab.openLive('pixels');
    const cdp = await page.context().newCDPSession(page);
    const results: string[] = [];
    let count = 0;
    try {
      for (const [width, height] of TAB_SIZES)
        for (const deviceScaleFactor of SCALES) {
          await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
          await scaled(deviceScaleFactor, width);
          for (const zoom of ZOOMS) {
            await part('zoom').selectOption(zoom);
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

  it('is opened by Enter and by a double-click, once for a session', async () => {
    const { workbench } = window;
    await stage.openSession('keys', '/button');
    await workbench.view('Browser Sessions');
    await workbench.treeRow('keys', 'Sessions').click();
    await workbench.page.keyboard.press('Enter');
    await tab.state('Live').waitFor();
    await workbench.run('View: Close All Editors');
    await workbench.page.locator('.tab').waitFor({ state: 'detached' });
    const name = workbench.treeRow('keys', 'Sessions').locator('.label-name');
    // Again if the host is so busy that the clicks reach it too far apart.
    await until('it is opened', async () => {
      await name.dblclick();
      return appears(tab.state('Live'), 5000);
    });
    await workbench.menu(workbench.treeRow('keys', 'Sessions'), 'Open Screen');
    assert.equal(await workbench.page.locator('.tab').count(), 1);
  });

  it('is used without a mouse: a cross-hair, a loupe, Enter and Escape', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await stage.openSession('cross-hair', '/button');
    await tab.openLive('cross-hair');
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
    await workbench.screenshot('screen-3-cross-hair');
    await keyboard.press('Enter');
    const click = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [200, 191]);
    await part('spoken').filter({ hasText: 'Sent: Click at 200, 191' }).waitFor({ state: 'attached' });
    await keyboard.press('Escape');
    await part('crosshair').waitFor({ state: 'hidden' });
    await keyboard.press('Escape');
    await frame().locator('.toolbar :focus').waitFor();
    await keyboard.press('ArrowRight');
    await frame().locator('#clicks:focus').waitFor();
  });

  it('with Aim marks the point and asks before it clicks', async () => {
    const { workbench } = window;
    await stage.openSession('aim', '/button');
    await tab.openLive('aim');
    await part('aim').click();
    await tab.pointAt(BUTTON_AT);
    await part('aimed')
      .filter({ hasText: `Click at ${BUTTON_AT.x}, ${BUTTON_AT.y}?` })
      .waitFor();
    await part('mark').waitFor();
    await workbench.screenshot('screen-4-aim');
    assert.deepEqual((await accessibility()).violations, []);
    for (const zoom of ['200', '50', 'fit']) {
      await part('zoom').selectOption(zoom);
      assert.deepEqual(await marked(), BUTTON_AT, zoom);
    }
    await workbench.width(900);
    assert.deepEqual(await marked(), BUTTON_AT, 'narrow');
    await workbench.width(1280);
    await part('aimed-cancel').click();
    await part('mark').waitFor({ state: 'hidden' });
    assert.ok(!stage.pages.events().some(({ type }) => type === 'mousedown'));
    await tab.pointAt(BUTTON_AT);
    await part('button').selectOption('right');
    await part('hold-shift').click();
    await part('aimed-click').click();
    const click = await stage.pages.waitFor(({ type }) => type === 'mousedown');
    assert.deepEqual([click.x, click.y, click.button, click.shift], [BUTTON_AT.x, BUTTON_AT.y, 2, true]);
  });

  it('offers its last points by a key, and records the clicks in its picture', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await stage.openSession('records', '/button');
    await tab.openLive('records');
    await page.locator('.editor-actions .action-label[aria-label^="Record Sequence"]').click();
    await workbench.statusItem('Recording “records”').waitFor();
    await tab.pointAt(BUTTON_AT);
    await workbench.statusItem('Recording “records”: 1').waitFor();
    await part('stage').focus();
    await page.keyboard.press('F9');
    await workbench.asked('x, y [button]').waitFor();
    await workbench.choice(`${BUTTON_AT.x}, ${BUTTON_AT.y}`).waitFor();
    await workbench.screenshot('screen-recording');
    stage.pages.clear();
    await page.keyboard.press('Enter');
    const again = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([again.x, again.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await workbench.statusItem('Recording “records”: 2').waitFor();
    await page.locator('.editor-actions .action-label[aria-label^="Stop Recording"]').click();
    await workbench.statusItem('Recorded 2 clicks').waitFor();
    await workbench.run('View: Revert and Close Editor');
  });

  it('clicks by name, from the list of what can be clicked', async () => {
    const { workbench } = window;
    await stage.openSession('names', '/button');
    await tab.openLive('names');
    await part('clickByName').click();
    await workbench.asked('Select what to click').waitFor();
    await workbench.choice('clicked 0 times').waitFor();
    await workbench.screenshot('screen-5-names');
    await workbench.page.keyboard.press('Enter');
    const click = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
  });

  it('sends keys, the wheel and drags while Control is on, and nothing once Escape ended it', async () => {
    const { workbench } = window;
    const { keyboard, mouse } = workbench.page;
    await stage.openSession('control', '/input');
    await tab.openLive('control');
    await tab.pointAt({ x: 150, y: 150 });
    await stage.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await part('hint').waitFor();
    await keyboard.type('Hello you');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'Hello you');
    await keyboard.press('Backspace');
    await keyboard.press('Tab');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'Hello yo');
    await stage.pages.waitFor(({ type, key }) => type === 'keyup' && key === 'Tab');
    await workbench.screenshot('screen-6-control');
    assert.deepEqual((await accessibility()).violations, []);
    const box = await tab.surface();
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.wheel(0, 300);
    await stage.pages.waitFor(({ type, deltaY = 0 }) => type === 'wheel' && deltaY > 0);
    const at = (x: number, y: number): [number, number] => [
      box.x + ((x + 0.5) * box.width) / 1280,
      box.y + ((y + 0.5) * box.height) / 800,
    ];
    stage.pages.clear();
    await mouse.move(...at(500, 300));
    await mouse.down();
    await mouse.move(...at(560, 340), { steps: 5 });
    await mouse.move(...at(620, 380), { steps: 5 });
    await mouse.up();
    const down = await stage.pages.waitFor(({ type }) => type === 'mousedown');
    const up = await stage.pages.waitFor(({ type }) => type === 'mouseup');
    assert.deepEqual([down.x, down.y, up.x, up.y], [500, 300, 620, 380]);
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    stage.pages.clear();
    await keyboard.type('x');
    await tab.pointAt({ x: 700, y: 500 });
    await stage.pages.waitFor(({ type }) => type === 'click');
    assert.ok(!stage.pages.events().some(({ type }) => type === 'keydown'));
  });

  it('shows the popup of an extension beside the page, where a click reaches it', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'with-popup');
    mkdirSync(folder);
    const manifest = { manifest_version: 3, name: 'Popup', version: '1.0', action: { default_popup: 'popup.html' } };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(
      path.join(folder, 'popup.html'),
      '<body style="width:220px;height:120px"><h3>A popup</h3><button>Press me</button><script src="popup.js"></script>',
    );
    const event = JSON.stringify({ type: 'click', path: '/popup', order: Date.now() * 1000 });
    writeFileSync(
      path.join(folder, 'popup.js'),
      `addEventListener('click', () => navigator.sendBeacon('${stage.pages.url}/events', ${JSON.stringify(event)}));`,
    );
    await stage.openSession('beside', '/button');
    await workbench.menu(workbench.row('with-popup'), 'Upload Folder to Browser Session…');
    await workbench.answer('Upload “Popup”: Name', 'popup');
    await workbench.toast('Loaded “Popup” 1.0 in “beside”').waitFor();
    await workbench.toastButton('Loaded “Popup”', 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('popup', 'Sessions'), 'Open Popup');
    await part('popup').waitFor();
    await tab.state('Live').waitFor();
    await workbench.screenshot('screen-9-popup');
    assert.deepEqual((await accessibility()).violations, []);
    await part('popup').click();
    await stage.pages.waitFor(({ path: place }) => place === '/popup');
    await part('result').filter({ hasText: 'Clicked in the popup at' }).waitFor();
    // It does not cover the display.
    const [popup, surface] = [await part('popup').boundingBox(), await part('surface').boundingBox()];
    assert.ok(popup && surface && popup.x >= surface.x + surface.width);
    stage.pages.clear();
    await part('clickByName').click();
    await workbench.asked('Select what to click').waitFor();
    await workbench.choice('Press me').filter({ hasText: 'popup' }).waitFor();
    await workbench.screenshot('screen-9-popup-names');
    await workbench.pick('Press me');
    await stage.pages.waitFor(({ path: place }) => place === '/popup');
  });

  it('comes back with its session when the window is reloaded', async () => {
    const { workbench } = window;
    await stage.openSession('comes back', '/button');
    await tab.openLive('comes back');
    // Not by its address, because the editor saves its tabs only when it is told to reload.
    await Promise.all([workbench.page.waitForEvent('load'), workbench.run('Developer: Reload Window')]);
    await workbench.page.locator('.tab', { hasText: 'comes back' }).waitFor();
    await tab.state('Live').waitFor();
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
  });

  it('is one tab, also when a hidden one comes back whose session was opened again meanwhile', async () => {
    const { workbench } = window;
    const tabs = workbench.page.locator('.tab', { hasText: 'hidden' });
    await stage.openSession('hidden', '/button');
    await stage.openSession('in front', '/button');
    await tab.openLive('hidden');
    await tab.openLive('in front');
    await Promise.all([workbench.page.waitForEvent('load'), workbench.run('Developer: Reload Window')]);
    await tab.state('Live').waitFor();
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('hidden', 'Sessions'), 'Open Screen');
    await until('both are there', async () => (await tabs.count()) === 2);
    await tab.state('Live').waitFor();
    await tabs.first().click();
    await until('the one that came back is closed', async () => (await tabs.count()) === 1);
    await tab.state('Live').waitFor();
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
  });

  it('says that the session has ended, keeps its last picture, and offers nothing that cannot be done', async () => {
    const { workbench } = window;
    const id = await stage.openSession('ends', '/button');
    await tab.openLive('ends');
    await stage.ask('DELETE', `/browsers/${id}`);
    await part('state').filter({ hasText: 'This session no longer exists.' }).waitFor();
    await part('picture').waitFor();
    await part('clickByName').waitFor({ state: 'hidden' });
    await part('control').waitFor({ state: 'hidden' });
    await part('button').waitFor({ state: 'hidden' });
    await part('refresh').waitFor({ state: 'hidden' });
    await workbench.screenshot('screen-7-ended');
    assert.deepEqual((await accessibility()).violations, []);
  });

  it('ends with its connection', async () => {
    const { workbench } = window;
    await stage.openSession('removed', '/button');
    await tab.openLive('removed');
    await workbench.run('Browser Sessions: Remove Connection…');
    await workbench.dialogButton('Remove');
    await part('state').filter({ hasText: 'The connection was removed, or its address has changed.' }).waitFor();
    await part('button').waitFor({ state: 'hidden' });
  });

  it('looks as the theme does, and has nothing that hinders a screen reader', async () => {
    const { workbench } = window;
    await stage.openSession('looks', '/button');
    await tab.openLive('looks');
    await part('stage').focus();
    await workbench.page.keyboard.press('ArrowLeft');
    for (const theme of ['light', 'dark', 'high-contrast'] as const) {
      await window.changeTheme(theme);
      await tab.state('Live').waitFor();
      await workbench.screenshot(`screen-look-${theme}`);
      const { violations } = await accessibility();
      assert.deepEqual(violations, [], theme);
    }
    await workbench.width(700);
    await workbench.screenshot('screen-look-narrow');
    await workbench.width(1280);
    await window.changeTheme('light');
  });

  /** What axe finds in the tab that is serious or worse. */
  async function accessibility(): Promise<{ violations: string[] }> {
    const script = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
    return frame()
      .locator('body')
      .evaluate(async (_body, source) => {
        // The page's policy allows no script but its own; a debugger's evaluation is not bound by it.
        // oxlint-disable-next-line no-eval -- a program of others, in the page of a test
        const axe: Axe = globalThis.eval(`(() => { ${source}; return axe; })()`);
        const { violations } = await axe.run();
        return {
          violations: violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        };
      }, script);
  }

  /** Waits until the tab itself has this scale, and the window this width. */
  async function scaled(scale: number, width: number): Promise<void> {
    const bar = window.workbench.page.locator('.part.statusbar');
    await until('the window has this size', async () => {
      const now: unknown = await part('surface').evaluate('devicePixelRatio');
      return now === scale && (await bar.evaluate(({ clientWidth }) => clientWidth)) === width;
    });
  }

  /** @returns what was hit instead, if it was not the pixel. */
  async function miss(pixel: { x: number; y: number }, where: string): Promise<string[]> {
    stage.pages.clear();
    // Into view, if the picture is larger than the tab.
    await part('surface').evaluate((surface, { x, y }) => {
      const { parentElement: shown, offsetWidth, offsetHeight } = surface;
      shown?.scrollTo(
        ((x + 0.5) * offsetWidth) / 1280 - shown.clientWidth / 2,
        ((y + 0.5) * offsetHeight) / 800 - shown.clientHeight / 2,
      );
    }, pixel);
    await tab.pointAt(pixel);
    const { x, y } = await stage.pages.waitFor(({ type }) => type === 'click');
    return x === pixel.x && y === pixel.y ? [] : [`${where}: ${x}, ${y} for ${pixel.x}, ${pixel.y}`];
  }
});
