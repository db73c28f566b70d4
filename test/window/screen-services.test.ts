import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { answer } from '../service/faults/faults';
import { until } from '../until';
import { buttonsOf } from './deeds';
import { answers, CLICK, PICTURE, speaksTo, UPLOAD, useFaultyService, well, type Behaviour } from './faulty-service';
import { ScreenTab } from './screen-tab';
import { useWindow } from './window';

const KEYS = /\/computer\/press_key$/;

const sends =
  (png: Buffer): Behaviour =>
  async (exchange) => {
    await exchange.body();
    exchange.write(answer(200, png));
  };

describe('The screen of a session at a service that does less, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  it('takes pictures where there is no DevTools, and says how old they are', async () => {
    await tab.open('first');
    await part('state').filter({ hasText: 'Picture' }).waitFor();
    await part('age')
      .filter({ hasText: / s ago$/ })
      .waitFor();
    await part('refresh').waitFor();
    await part('clickByName').waitFor({ state: 'hidden' });
    await window.workbench.screenshot('screen-pictures');
  });

  it('takes a picture after a click that was made elsewhere', async () => {
    const { workbench } = window;
    faulty.service.doesWell();
    await tab.open('first');
    await part('picture').waitFor();
    const before = faulty.service.requests(PICTURE).length;
    await workbench.view('Browser Sessions');
    await workbench.menu(workbench.treeRow('first', 'Sessions'), 'Click…');
    await workbench.answer('x, y [button]', '5, 5');
    await until('a picture is taken', () => faulty.service.requests(PICTURE).length > before);
  });

  it('shows a picture of 8 MB, and keeps the last one, dimmed, when the next one is damaged', async () => {
    const png = readFileSync(path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd(), 'media/screenshot.png'));
    await tab.open('first');
    await part('picture').waitFor();
    // Chromium ignores what follows the end of a PNG.
    faulty.service.at(PICTURE, sends(Buffer.concat([png, Buffer.alloc(8_000_000)])));
    const source = await part('picture').getAttribute('src');
    await part('refresh').click();
    await until('it is shown', async () => (await part('picture').getAttribute('src')) !== source);
    await part('state')
      .filter({ hasText: /^Picture$/ })
      .waitFor();
    // Its size can be read, and nothing else.
    faulty.service.at(PICTURE, sends(Buffer.concat([png.subarray(0, 33), Buffer.alloc(1000)])));
    await part('refresh').click();
    await part('state').filter({ hasText: 'The service’s picture is damaged.' }).waitFor();
    await until(
      'the last picture is dimmed',
      async () =>
        (await part('picture').evaluate('getComputedStyle(document.querySelector("#picture")).opacity')) === '0.5',
    );
    await part('age')
      .filter({ hasText: / s ago$/ })
      .waitFor();
    await window.workbench.screenshot('screen-damaged');
  });

  it('takes pictures at the interval that is chosen', async () => {
    await tab.open('first');
    await part('picture').waitFor();
    await part('interval').selectOption('2');
    const before = faulty.service.requests(PICTURE).length;
    await until('two more are taken', () => faulty.service.requests(PICTURE).length >= before + 2);
    await part('interval').selectOption('0');
  });

  it('counts down while the service is busy', async () => {
    faulty.service.at(PICTURE, answers(429, '{}', { 'retry-after': '60' }));
    await tab.open('first');
    await part('notice')
      .filter({ hasText: /Service busy\. Retrying in \d+ s/ })
      .waitFor();
    await window.workbench.screenshot('screen-busy');
  });

  it('repeats a key that is held no faster than a slow session takes it, and gathers the others', async () => {
    const { keyboard } = window.workbench.page;
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    faulty.service.at(KEYS, async (exchange) => {
      await exchange.body();
      await opened;
      exchange.write(answer(200));
    });
    await tab.open('first');
    await part('picture').click();
    await part('result').filter({ hasText: 'Sent: Click at' }).waitFor();
    await part('control').click();
    await part('hint').waitFor();
    // Down again without up is what a key that is held sends.
    for (let count = 0; count < 30; count++) await keyboard.down('Backspace');
    await keyboard.up('Backspace');
    for (const key of ['Tab', 'Enter']) await keyboard.press(key);
    await keyboard.press('Escape');
    // The answer to this tells that all before it has arrived.
    await part('copy').click();
    await part('result').filter({ hasText: 'Copied' }).waitFor();
    gate.emit('open');
    const bytes = [['BackSpace'], ['Tab', 'Return']].map((keys) => JSON.stringify({ keys }).length);
    await until('what waited was sent', () => {
      const sent = faulty.service.requests(KEYS);
      return sent.length === 2 && sent.every(({ bodyBytes }, index) => bodyBytes === bytes[index]);
    });
  });

  it('says that there are no pictures, and shows no button that does nothing', async () => {
    faulty.service.at(PICTURE, answers(405, '{}'));
    await tab.open('second');
    await part('notice').filter({ hasText: 'This service takes no pictures of its sessions.' }).waitFor();
    await part('toolbar').waitFor({ state: 'hidden' });
    await window.workbench.screenshot('screen-unavailable');
    const row = window.workbench.treeRow('first', 'Sessions');
    await window.workbench.openMenu(row);
    await window.workbench.menuItem('Click…').waitFor();
    assert.equal(await window.workbench.menuItem('Open Screen').count(), 0);
    await window.workbench.closeMenu();
  });
});

describe('A service that has only the four operations, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));

  it('has sessions that stay, and after one answer no button that does nothing', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [UPLOAD, well],
      [CLICK, well],
      [/./, answers(404, '')],
    ]);
    await workbench.view('Browser Sessions');
    await workbench.run('Browser Sessions: Add Session by ID…');
    await workbench.answer('ID of a running browser session', 'by-hand');
    const row = workbench.treeRow('by-hand', 'Sessions');
    await row.waitFor();
    await workbench.menu(row, 'Take Screenshot');
    await workbench.toast('This service takes no pictures of its sessions.').waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    await workbench.menu(row, 'Click by Name…');
    await workbench.toast('This service can’t read pages. Click by coordinates instead.').waitFor();
    await workbench.tidy();
    await workbench.view('Browser Sessions');
    await workbench.menu(row, 'Open Screen');
    await workbench
      .webview()
      .locator('#notice')
      .filter({ hasText: 'This service takes no pictures of its sessions.' })
      .waitFor();
    await workbench.run('Browser Sessions: Refresh Sessions');
    await workbench.openMenu(row);
    await workbench.menuItem('Upload Folder to Browser Session…').waitFor();
    await workbench.screenshot('four-operations-menu');
    for (const name of ['Take Screenshot', 'Click by Name…', 'Open Screen'])
      assert.equal(await workbench.menuItem(name).count(), 0, name);
    await workbench.closeMenu();
    await workbench.menu(row, 'Click…');
    await workbench.answer('x, y [button]', '5, 5');
    await workbench.statusItem('” at 5, 5').waitFor();
    assert.equal(await row.getByText('ended').count(), 0);
    // Elsewhere, this error offers a screenshot.
    faulty.service.at(CLICK, async ({ body, socket }) => {
      await body();
      socket.resetAndDestroy();
    });
    await workbench.menu(row, 'Click…');
    await workbench.answer('x, y [button]', '6, 6');
    const toast = workbench.toast('Connection lost during the click in “');
    await toast.waitFor();
    assert.deepEqual(await buttonsOf(toast), ['Show Log']);
  });
});
