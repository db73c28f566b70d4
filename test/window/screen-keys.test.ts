import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { ScreenTab } from './screen-tab';
import { useFixtureWindow } from './fixture-window';
import { appears } from './workbench/locators';

describe('The screen of a session, in the window', () => {
  const { fixture, window } = useFixtureWindow();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  it('sends keys, the wheel and drags while keys are sent, and nothing once Escape ended it', async () => {
    const { workbench } = window;
    const { keyboard, mouse } = workbench.page;
    await fixture.openSession('control', '/input');
    await tab.openLive('control');
    await tab.pointAt({ x: 150, y: 150 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await part('hint').waitFor();
    await keyboard.type('Hello you');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'Hello you');
    await keyboard.press('Backspace');
    await keyboard.press('Tab');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'Hello yo');
    await fixture.pages.waitFor(({ type, key }) => type === 'keyup' && key === 'Tab');
    await workbench.screenshot('screen-6-control');
    assert.deepEqual(await tab.violations(), []);
    const box = await tab.surface();
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.wheel(0, 300);
    await fixture.pages.waitFor(({ type, deltaY = 0 }) => type === 'wheel' && deltaY > 0);
    const at = (x: number, y: number): [number, number] => [
      box.x + ((x + 0.5) * box.width) / 1280,
      box.y + ((y + 0.5) * box.height) / 800,
    ];
    fixture.pages.clear();
    await mouse.move(...at(500, 300));
    await mouse.down();
    await mouse.move(...at(560, 340), { steps: 5 });
    await mouse.move(...at(620, 380), { steps: 5 });
    await mouse.up();
    const down = await fixture.pages.waitFor(({ type }) => type === 'mousedown');
    const up = await fixture.pages.waitFor(({ type }) => type === 'mouseup');
    assert.deepEqual([down.x, down.y, up.x, up.y], [500, 300, 620, 380]);
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    fixture.pages.clear();
    await keyboard.type('x');
    await tab.pointAt({ x: 700, y: 500 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.ok(!fixture.pages.events().some(({ type }) => type === 'keydown'));
  });

  /** The page with a text box, which has the focus, and keys are sent. */
  async function openControlled(name: string): Promise<void> {
    await fixture.openSession(name, '/input');
    await tab.openLive(name);
    await tab.pointAt({ x: 150, y: 150 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
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
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'apasted ö!');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('c');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'c');
  });

  nightly('says whether keys go to the session, and sends them again when the picture has the focus', async () => {
    const { workbench } = window;
    const { keyboard } = workbench.page;
    await openControlled('comes and goes');
    await hint('Keyboard and scrolling go to the session.');
    await workbench.screenshot('screen-control-on');
    await part('zoom').focus();
    await hint('The keyboard goes to the session again when the screen has the focus.');
    await workbench.screenshot('screen-control-away');
    await part('stage').focus();
    await tab.focused('#keyboard');
    await hint('Keyboard and scrolling go to the session.');
    await workbench.tree.row('comes and goes', 'Sessions').click();
    await hint('The keyboard goes to the session again when the screen has the focus.');
    await keyboard.press('Home');
    await workbench.page.locator('.tab', { hasText: 'comes and goes' }).click();
    await hint('Keyboard and scrolling go to the session.');
    await keyboard.type('y');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'y');
    assert.ok(!fixture.pages.events().some(({ type, key }) => type === 'keydown' && key === 'Home'));
  });

  nightly('keeps the keys with the session when the popup of an extension is clicked', async () => {
    const { workbench } = window;
    await window.watches();
    const folder = path.join(window.workspace, 'with-focus');
    mkdirSync(folder);
    const manifest = { manifest_version: 3, name: 'Focus', version: '1.0', action: { default_popup: 'popup.html' } };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(path.join(folder, 'popup.html'), '<body style="width:220px;height:120px"><h3>A popup</h3>');
    await fixture.openSession('keeps', '/input');
    await workbench.menu.choose(workbench.tree.file('with-focus'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Focus”').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.inlineAction(workbench.tree.row('keeps', 'Sessions'), 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.upload('focus'), 'Open Popup');
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
});
