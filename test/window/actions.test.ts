import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { answers, speaksTo, useFaultyService, well } from '../support/faults/faulty-service';
import { useFixtureWindow } from './fixture-window';
import { useWindow } from './window';

describe('What the service can do besides, in the window', () => {
  const { fixture, window } = useFixtureWindow();

  it('adds a folder to the catalog, downloads it from there, and loads it in a new session', async () => {
    const { workbench } = window;
    await workbench.menu.choose(
      workbench.tree.file('hello-extension'),
      'Browser Sessions',
      'Upload Folder to Catalog…',
    );
    await workbench.palette.answer('in the catalog', 'hello-catalog');
    await workbench.statusBar.item('Uploaded “hello-catalog” to the catalog').waitFor();
    await workbench.tree.view('Browser Sessions');
    const row = workbench.tree.row('hello-catalog', 'Catalog');
    await row.waitFor();
    await workbench.screenshot('catalog-row');
    await workbench.menu.choose(row, 'Download Extension from Catalog…');
    const file = path.join(window.workspace, 'downloaded.zip');
    await workbench.palette.widget.waitFor();
    await workbench.page.waitForFunction(
      (input) => Boolean(input && 'value' in input && String(input.value).endsWith('hello-catalog.zip')),
      await workbench.palette.box.elementHandle(),
    );
    await workbench.screenshot('catalog-download');
    await workbench.palette.box.fill(file);
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar.item('Saved “hello-catalog” as “downloaded.zip”').waitFor();
    assert.equal(readFileSync(file).subarray(0, 2).toString(), 'PK');
    await workbench.palette.run('Browser Sessions: New Session with Options…');
    await workbench.palette.pick('Extensions from the Catalog');
    await workbench.palette.asked('Select the extensions to load').waitFor();
    await workbench.screenshot('new-session-4');
    await workbench.palette.check('hello-catalog');
    await workbench.palette.accept();
    await workbench.palette.choice('Extensions from the Catalog').filter({ hasText: 'hello-catalog' }).waitFor();
    await workbench.screenshot('new-session-5');
    await workbench.palette.box.press('Enter');
    await workbench.statusBar.item('Started “Session ').waitFor();
    const used = await fixture.ask<{ name: string; last_used_at?: string }[]>('GET', '/extensions');
    assert.ok(used.find(({ name }) => name === 'hello-catalog')?.last_used_at);
  });

  nightly('refuses for the catalog what Chromium would reject', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('old-extension'), 'Browser Sessions', 'Upload Folder to Catalog…');
    await workbench.notifications.toast('Not uploaded: ').waitFor();
  });

  nightly('flushes a pool after a question', async () => {
    const { workbench } = window;
    await fixture.openSession('beside', '/plain');
    await workbench.tree.view('Browser Sessions');
    // Until then, the rows may be those of the test before.
    await workbench.tree.row('beside', 'Sessions').waitFor();
    await workbench.tree.row('1 of 1 free', 'Pools').waitFor();
    await workbench.menu.choose(workbench.tree.row('local-pool', 'Pools'), 'Flush Pool…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('pool-flush');
    assert.match(await workbench.notifications.pressInDialog('Flush'), /Its free browsers are closed/);
    await workbench.statusBar.item('Flushed “local-pool”').waitFor();
    await workbench.tree.row('1 of 1 free', 'Pools').waitFor();
  });

  nightly('refreshes a screenshot in place, keeps one beside it, and saves it with its session and time', async () => {
    const { workbench } = window;
    await fixture.openSession('pictured', '/button');
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.row('pictured', 'Sessions'), 'Take Screenshot');
    const tabs = workbench.page.locator('.tab', { hasText: 'pictured' });
    await tabs.filter({ hasText: 'pictured screenshot.png' }).waitFor();
    const action = (title: string): Promise<void> =>
      workbench.page.locator(`.editor-actions .action-label[aria-label^="${title}"]`).first().click();
    await action('Keep Screenshot for Comparison');
    await tabs.filter({ hasText: /pictured-\d{4}-\d\d-\d\d-\d{6}\.png/ }).waitFor();
    await tabs.filter({ hasText: 'pictured screenshot.png' }).click();
    const image = workbench.webview().locator('img');
    const first = await image.getAttribute('src');
    await action('Take Screenshot');
    await until('the picture is another', async () => (await image.getAttribute('src')) !== first);
    assert.equal(await tabs.count(), 2);
    await workbench.screenshot('screenshots-beside');
    await action('Save Screenshot…');
    await workbench.page.waitForFunction(
      (input) => Boolean(input && 'value' in input && /pictured [\d-]+ [\d.]+\.png$/.test(String(input.value))),
      await workbench.palette.box.elementHandle(),
    );
    await workbench.palette.box.press('Enter');
    await workbench.statusBar.item('Saved “').waitFor();
    const saved = readdirSync(window.workspace).filter((name) => /^pictured-\d{4}-.*\.png$/.test(name));
    assert.equal(saved.length, 1);
    assert.ok(existsSync(path.join(window.workspace, saved[0] ?? '')));
  });
});

/** A secret like the token: it must be nowhere but in the clipboard. */
const LIVE_VIEW = 'https://live.example.com/view?secret=live-view-91c7e02ab4d65f38';

const RELEASE = /\/release$/;
const pooled = (name: string): object => ({ session_id: `id-of-${name}`, name, pool: { id: 'p', name: 'the pool' } });

describe('Sessions of pools, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));

  it('are released together, with one question and one result', async () => {
    const { workbench } = window;
    const lists = (...names: string[]): void =>
      faulty.service.atEach([
        [/^\/browsers\?/, answers(200, JSON.stringify(names.map(pooled)))],
        [/./, well],
      ]);
    lists('one', 'two', 'three');
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    const row = (name: string): Locator => workbench.tree.row(name, 'Sessions');
    await row('one').locator('.label-name').click();
    await row('two')
      .locator('.label-name')
      .click({ modifiers: ['Control'] });
    await workbench.menu.choose(row('two'), 'Release Pooled Session…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('release-many');
    // The lists are asked for again after a release.
    lists('three');
    const question = await workbench.notifications.pressInDialog('Release Without Reset');
    assert.match(question, /Release 2 sessions\?[^]*“(one|two)”, “(one|two)”/);
    await workbench.statusBar.item('Released 2 sessions without reset').waitFor();
    await row('one').waitFor({ state: 'hidden' });
    await row('three').waitFor();
    assert.equal(faulty.service.requests(RELEASE).length, 2);
  });
});

describe('A service with a live view, and without what is optional, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => ({
    ...speaksTo(faulty.service.url, { opens: 'once' }),
    secret: 'live-view-91c7e02ab4d65f38',
  }));
  const session = { session_id: 'watched', name: 'watched', browser_live_view_url: LIVE_VIEW };

  nightly('copies the address and shows it nowhere', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [/^\/browsers\?/, answers(200, JSON.stringify([session]))],
      [/^\/browsers\/watched$/, answers(200, JSON.stringify(session))],
    ]);
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    const row = workbench.tree.row('watched', 'Sessions');
    await workbench.menu.open(row);
    await workbench.menu.item('Open in Service’s Viewer').waitFor();
    await workbench.screenshot('live-view-menu');
    await workbench.menu.close();
    await workbench.menu.choose(row, 'Copy Address of Service’s Viewer');
    await workbench.statusBar.item('Copied. Anyone with this address can use the').waitFor();
    assert.equal(await workbench.page.evaluate('navigator.clipboard.readText()'), LIVE_VIEW);
    await workbench.page.evaluate("navigator.clipboard.writeText('')");
  });

  nightly('is not offered again what it does not have', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      [/^\/browsers\?/, answers(200, JSON.stringify([session]))],
      [/^\/browsers\/watched$/, answers(405, '{}')],
    ]);
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    const row = workbench.tree.row('watched', 'Sessions');
    await workbench.menu.choose(row, 'End Session…');
    await workbench.notifications.pressInDialog('End Session');
    await workbench.notifications.toast('This service doesn’t end sessions on request.').waitFor();
    await workbench.menu.open(row);
    await workbench.menu.item('Rename Session…').waitFor();
    assert.equal(await workbench.menu.item('End Session…').count(), 0);
    await workbench.menu.close();
    assert.equal(await workbench.palette.offers('Browser Sessions: End Session…'), false);
  });
});

describe('A live view, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));

  nightly('opens in a tab that is named after the session, and shows its address nowhere', async () => {
    const { workbench } = window;
    const record = {
      session_id: 'viewed',
      name: 'viewed',
      browser_live_view_url: `${faulty.service.url}/live?secret=1`,
    };
    faulty.service.atEach([
      [/^\/browsers\?/, answers(200, JSON.stringify([record]))],
      [/^\/browsers\/viewed$/, answers(200, JSON.stringify(record))],
      [/^\/live\?secret=1/, answers(200, '<h1>The live view of a session</h1>', { 'content-type': 'text/html' })],
    ]);
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.menu.choose(workbench.tree.row('viewed', 'Sessions'), 'Open in Service’s Viewer');
    await workbench.webview().frameLocator('iframe').getByText('The live view of a session').waitFor();
    await workbench.page.locator('.tab', { hasText: 'viewed' }).waitFor();
    await workbench.webview().getByRole('button', { name: 'Open in Browser' }).waitFor();
    assert.ok(!(await workbench.page.locator('body').innerText()).includes('secret'));
    assert.ok(!(await workbench.webview().locator('body').innerText()).includes('secret'));
    // Another origin is not loaded, whatever the page of the service asks for.
    const policy = await workbench.webview().locator('meta[http-equiv]').getAttribute('content');
    assert.ok(policy?.includes(`frame-src ${new URL(faulty.service.url).origin};`), policy ?? '');
    await workbench.screenshot('live-view-open');
    await workbench.palette.run('View: Close Editor');
  });
});
