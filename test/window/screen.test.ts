import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { LOOKS_FILE, THEMES } from '../support/bare-screen';
import { until } from '../support/until';
import { ScreenTab } from './screen-tab';
import { useFixtureWindow } from './fixture-window';
import { appears } from './workbench/locators';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const ourStyle = path.join(root, 'src/webview/screen/screen.css');
describe('The screen of a session, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const frame = (): FrameLocator => window.workbench.webview();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  it('is live, and a click lands where it is pointed at', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/button');
    await tab.openLive('only');
    await workbench.screenshot('screen-1-live');
    await tab.pointAt(BUTTON_AT);
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await part('result')
      .filter({ hasText: `Clicked at ${BUTTON_AT.x}, ${BUTTON_AT.y}` })
      .waitFor();
    await workbench.screenshot('screen-2-clicked');
    await part('position').click();
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
    await fixture.openSession(name, '/plain');
    await tab.openLive(name);
    // It is lossless once nothing moves.
    await part('age').filter({ hasText: 'unchanged' }).waitFor();
    await part('save').click();
    const { box } = window.workbench.palette;
    const proposed = new RegExp(`${name}-[\\d-]+\\.png$`);
    await until('the name of the file is proposed', async () => proposed.test(await box.inputValue()));
  }

  nightly('saves the picture that it shows, lossless, by its session and time', async () => {
    const { workbench } = window;
    await save('saved');
    await workbench.page.keyboard.press('Enter');
    await part('result')
      .filter({ hasText: /^Saved “saved-.*\.png”$/ })
      .waitFor();
    const files = readdirSync(window.workspace).filter((name) => name.startsWith('saved-'));
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
    await workbench.palette.box.fill(loop);
    await workbench.page.keyboard.press('Enter');
    await part('result')
      .filter({ hasText: /Couldn’t save loop\.png: “[a-z ]+”/ })
      .waitFor();
    // The words of others are long, and push nothing aside.
    assert.ok(await part('state').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    await workbench.screenshot('screen-unsaved');
  });

  it('is found, opened, clicked and left by keys alone', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await fixture.openSession('by keys', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.row('by keys', 'Sessions').waitFor();
    await workbench.palette.run('Browser Sessions: Focus on Browser Sessions View');
    await workbench.tree.pane('Sessions').locator('.monaco-list:focus').waitFor();
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await tab.state('Live').waitFor();
    for (let count = 0; count < 5 && !(await appears(frame().locator('#stage:focus'), 1000)); count++)
      await keyboard.press('Tab');
    await frame().locator('#stage:focus').waitFor();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [640, 400]);
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await frame().locator('.toolbar :focus').waitFor();
  });

  it('offers its last points by a key, and records the clicks in its picture', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await fixture.openSession('records', '/button');
    await tab.openLive('records');
    await page.locator('.editor-actions .action-label[aria-label^="Record Sequence"]').click();
    await workbench.statusBar.item(/Recording .+ · 0 steps/).waitFor();
    await tab.pointAt(BUTTON_AT);
    await workbench.statusBar.item(/Recording .+ · 1 step/).waitFor();
    await part('stage').focus();
    await page.keyboard.press('F9');
    await workbench.palette.asked('such as 640, 360').waitFor();
    await workbench.palette.choice(`${BUTTON_AT.x}, ${BUTTON_AT.y}`).waitFor();
    await workbench.screenshot('screen-recording');
    fixture.pages.clear();
    await page.keyboard.press('Enter');
    const again = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([again.x, again.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await part('recording-text').filter({ hasText: 'Recording: 2 steps' }).waitFor();
    await part('stopRecording').click();
    await workbench.statusBar.item('Recorded 2 steps').waitFor();
    await workbench.palette.run('View: Revert and Close Editor');
  });

  it('clicks by name, from the list of what can be clicked', async () => {
    const { workbench } = window;
    await fixture.openSession('names', '/button');
    await tab.openLive('names');
    await part('clickByName').click();
    await workbench.palette.asked('Select what to click').waitFor();
    await workbench.palette.choice('clicked 0 times').waitFor();
    await workbench.screenshot('screen-5-names');
    await workbench.page.keyboard.press('Enter');
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
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
      `addEventListener('click', () => navigator.sendBeacon('${fixture.pages.url}/events', ${JSON.stringify(event)}));`,
    );
    await fixture.openSession('beside', '/button');
    await workbench.menu.choose(workbench.tree.file('with-popup'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Popup” 1.0 to “beside”').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.inlineAction(workbench.tree.row('beside', 'Sessions'), 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.upload('popup'), 'Open Popup');
    await part('popup').waitFor();
    await tab.state('Live').waitFor();
    await workbench.screenshot('screen-9-popup');
    assert.deepEqual(await tab.violations(), []);
    await part('popup').click();
    await fixture.pages.waitFor(({ path: place }) => place === '/popup');
    await part('result').filter({ hasText: 'Clicked in the popup at' }).waitFor();
    // It does not cover the display.
    const [popup, surface] = [await part('popup').boundingBox(), await part('surface').boundingBox()];
    assert.ok(popup && surface && popup.x >= surface.x + surface.width);
    fixture.pages.clear();
    await part('clickByName').click();
    await workbench.palette.asked('Select what to click').waitFor();
    await workbench.palette.choice('Press me').filter({ hasText: 'popup' }).waitFor();
    await workbench.screenshot('screen-9-popup-names');
    const marked = part('popup-mark').waitFor();
    await workbench.palette.pick('Press me');
    await marked;
    await fixture.pages.waitFor(({ path: place }) => place === '/popup');
  });

  nightly('has the style of the editor that the tests of its page have', async () => {
    await fixture.openSession('looks', '/button');
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
