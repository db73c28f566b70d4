import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { nightly } from '../nightly';
import { BUTTON_AT } from '../pages';
import { LOOKS_FILE, THEMES } from '../screen/bare-screen';
import { until } from '../until';
import { ScreenTab } from './screen-tab';
import { useStageWindow } from './stage-window';
import { appears } from './workbench';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const ourStyle = path.join(root, 'src/webview/screen/screen.css');
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
    await part('copy').click();
    await part('result')
      .filter({ hasText: `Copied ${BUTTON_AT.x}, ${BUTTON_AT.y}` })
      .waitFor();
    assert.equal(await workbench.page.evaluate('navigator.clipboard.readText()'), `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
    // The editor's own origin, and nothing else.
    const policy = await frame().locator('meta[http-equiv]').getAttribute('content');
    assert.match(
      policy ?? '',
      /^default-src 'none'; img-src blob:; script-src 'nonce-[\w-]{22}'; style-src ('self' [^;]+); font-src \1$/,
    );
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
    await part('result').filter({ hasText: 'Saved the screenshot' }).waitFor();
    const files = readdirSync(window.workspace).filter((name) => name.startsWith('saved '));
    const png = readFileSync(path.join(window.workspace, files[0] ?? ''));
    assert.deepEqual([files.length, png.toString('latin1', 1, 4)], [1, 'PNG']);
    // Its size stands in the header of the format.
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1280, 800]);
  });

  nightly('says why the screenshot could not be saved', async () => {
    const { workbench } = window;
    await save('unsaved');
    // A link to itself, which can be neither read nor written.
    const loop = path.join(window.workspace, 'loop.png');
    symlinkSync(loop, loop);
    await workbench.box.fill(loop);
    await workbench.page.keyboard.press('Enter');
    await part('result')
      .filter({ hasText: /Couldn’t save loop\.png\. Details: “[a-z ]+”/ })
      .waitFor();
    // The words of others are long, and push nothing aside.
    assert.ok(await part('state').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await workbench.screenshot('screen-unsaved');
  });

  nightly('shows several sessions beside each other', async () => {
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

  nightly('is opened by Enter and by a double-click, once for a session', async () => {
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

  it('offers its last points by a key, and records the clicks in its picture', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await stage.openSession('records', '/button');
    await tab.openLive('records');
    await page.locator('.editor-actions .action-label[aria-label^="Record Sequence"]').click();
    await workbench.statusItem('Recording: 0 clicks').waitFor();
    await tab.pointAt(BUTTON_AT);
    await workbench.statusItem('Recording: 1 click').waitFor();
    await part('stage').focus();
    await page.keyboard.press('F9');
    await workbench.asked('in pixels, such as').waitFor();
    await workbench.choice(`${BUTTON_AT.x}, ${BUTTON_AT.y}`).waitFor();
    await workbench.screenshot('screen-recording');
    stage.pages.clear();
    await page.keyboard.press('Enter');
    const again = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([again.x, again.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await workbench.statusItem('Recording: 2 clicks').waitFor();
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

  it('sends keys, the wheel and drags while keys are sent, and nothing once Escape ended it', async () => {
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
    assert.deepEqual(await tab.violations(), []);
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

  nightly('shows the popup of an extension beside the page, where a click reaches it', async () => {
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
    await workbench.toast('Loaded “Popup” 1.0 in “beside”').waitFor();
    await workbench.toastButton('Loaded “Popup”', 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.upload('popup'), 'Open Popup');
    await part('popup').waitFor();
    await tab.state('Live').waitFor();
    await workbench.screenshot('screen-9-popup');
    assert.deepEqual(await tab.violations(), []);
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

  nightly('comes back with its session when the window is reloaded', async () => {
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

  nightly('is one tab, also when a hidden one comes back whose session was opened again meanwhile', async () => {
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

  it('ends with its connection', async () => {
    const { workbench } = window;
    await stage.openSession('removed', '/button');
    await tab.openLive('removed');
    await workbench.run('Browser Sessions: Remove Connection…');
    await workbench.dialogButton('Remove');
    await part('state')
      .filter({ hasText: /^Connection “.*” was removed\.$/ })
      .waitFor();
    await part('remedy').filter({ hasText: 'Switch Connection' }).waitFor();
    await part('how').waitFor({ state: 'hidden' });
    await workbench.page
      .locator('.editor-actions .action-label[aria-label^="Record Sequence"]')
      .waitFor({ state: 'hidden' });
  });

  /** The page with a text box, which has the focus, and keys are sent. */
  async function openControlled(name: string): Promise<void> {
    await stage.openSession(name, '/input');
    await tab.openLive(name);
    await tab.pointAt({ x: 150, y: 150 });
    await stage.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await tab.focused('#keyboard');
  }

  const hint = (words: string): Promise<void> => part('hint').filter({ hasText: words }).waitFor();

  nightly('sends pasted text, and keys in the order in which they are pressed', async () => {
    const { page } = window.workbench;
    await openControlled('pastes');
    await page.evaluate(`navigator.clipboard.writeText('pasted ö')`);
    await page.keyboard.type('ab');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+V');
    await page.keyboard.type('!');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'apasted ö!');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('c');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'c');
  });

  nightly('says whether keys go to the session, and sends them again when the picture has the focus', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await openControlled('comes and goes');
    await hint('Keys and the wheel go to the session.');
    await workbench.screenshot('screen-control-on');
    await part('zoom').focus();
    await hint('Keys go to the session again when the screen has the focus.');
    await workbench.screenshot('screen-control-away');
    await part('stage').focus();
    await tab.focused('#keyboard');
    await hint('Keys and the wheel go to the session.');
    await workbench.treeRow('comes and goes', 'Sessions').click();
    await hint('Keys go to the session again when the screen has the focus.');
    await keyboard.press('Home');
    await workbench.page.locator('.tab', { hasText: 'comes and goes' }).click();
    await hint('Keys and the wheel go to the session.');
    await keyboard.type('y');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'y');
    assert.ok(!stage.pages.events().some(({ type, key }) => type === 'keydown' && key === 'Home'));
  });

  nightly('keeps the keys with the session when the popup of an extension is clicked', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'with-focus');
    mkdirSync(folder);
    const manifest = { manifest_version: 3, name: 'Focus', version: '1.0', action: { default_popup: 'popup.html' } };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(path.join(folder, 'popup.html'), '<body style="width:220px;height:120px"><h3>A popup</h3>');
    await stage.openSession('keeps', '/input');
    await workbench.menu(workbench.row('with-focus'), 'Upload Folder to Browser Session…');
    await workbench.toastButton('Loaded “Focus”', 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.upload('focus'), 'Open Popup');
    await part('popup').waitFor();
    await part('control').click();
    await tab.focused('#keyboard');
    // Again if the popup has changed its size meanwhile: then nothing is clicked.
    await until('the popup is clicked', async () => {
      await part('popup').click();
      return appears(part('result').filter({ hasText: 'Clicked in the popup at' }), 2000);
    });
    await tab.focused('#keyboard');
  });

  nightly('is opened anew when a session that was released is acquired again', async () => {
    const { workbench } = window;
    const pool = 'local-pool';
    const row = (): Locator => workbench.treeRow(pool, 'Sessions');
    const acquire = async (): Promise<void> => {
      await workbench.view('Browser Sessions');
      await workbench.inlineAction(workbench.treeRow(pool, 'Pools'), 'Acquire Session from Pool');
      // It is selected last.
      await row().and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    };
    await acquire();
    await workbench.menu(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.menu(row(), 'Release Pooled Session…');
    await workbench.dialogButton('Release as It Is');
    await part('state').filter({ hasText: 'This session was released.' }).waitFor();
    await row().waitFor({ state: 'hidden' });
    await acquire();
    await workbench.menu(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    assert.equal(await workbench.page.locator('.tab').count(), 1);
  });

  nightly('has the style of the editor that the tests of its page have', async () => {
    await stage.openSession('looks', '/button');
    await tab.openLive('looks');
    const style = (await tab.content.locator('#_defaultStyles').textContent()) ?? '';
    const used = `${style}${readFileSync(ourStyle, 'utf8')}`.match(/--vscode-[\w-]+/g);
    const variables = [...new Set(used)].toSorted();
    const themes: Record<string, unknown> = {};
    for (const theme of THEMES) {
      await window.changeTheme(theme);
      await tab.state('Live').waitFor();
      await window.workbench.screenshot(`screen-in-${theme}`);
      themes[theme] = await tab.content
        .locator('html')
        .evaluate(
          (page, names) =>
            Object.fromEntries(
              names.map((name) => [name, page.style.getPropertyValue(name)]).filter(([, value]) => value),
            ),
          variables,
        );
    }
    await window.changeTheme('light');
    const found = `${JSON.stringify({ style, themes }, undefined, 2)}\n`;
    // A newer editor may look different: then this is the file's new content.
    writeFileSync(path.join(root, 'out', path.basename(LOOKS_FILE)), found);
    assert.equal(found, readFileSync(LOOKS_FILE, 'utf8'));
  });
});
