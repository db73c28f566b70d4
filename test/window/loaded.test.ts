import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { browserVersion, DevToolsConnection, listLoaded, loadUnpacked, type LoadedExtension } from '../../src/devtools';
import { nightly } from '../support/nightly';
import { startSwallowingProxy } from '../support/network/swallowing-proxy';
import { directly } from '../support/browser';
import { developerMode } from '../support/developer-mode';
import { until } from '../support/until';
import { pictures } from './actions';
import { useFaultyService } from '../support/faults/faulty-service';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useWindow } from './window';
import { appears } from './workbench/locators';

const { signal } = new AbortController();

/** The record of a session has the address of its DevTools. */
const ONE_SESSION = /^\/browsers\/[^/?]+$/;

describe('What a session has loaded, in the window', () => {
  const fixture = useFixture();
  const faulty = useFaultyService();
  let proxy: Awaited<ReturnType<typeof startSwallowingProxy>>;
  before(async () => (proxy = await startSwallowingProxy(fixture.service.url)));
  after(() => proxy.stop());
  const window = useWindow(() => ({
    newConnections: { address: fixture.service.url },
    otherConnections: [
      { name: 'Live', address: fixture.service.url, production: true },
      { name: 'Swallowing', address: proxy.url },
      { name: 'Silent', address: faulty.service.url },
    ],
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  const row = (label: string): Locator => window.workbench.tree.row(label, 'Sessions');

  const expand = (label: string): Promise<void> => window.workbench.tree.expand(row(label));

  /** Another program, at the session's DevTools. */
  async function overDevTools<T>(session: string, work: (connection: DevToolsConnection) => Promise<T>): Promise<T> {
    const { cdp_ws_url } = await fixture.ask<{ cdp_ws_url: string }>('GET', `/browsers/${session}`);
    const connection = await DevToolsConnection.open(new URL(cdp_ws_url), directly, signal);
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }

  async function bring(session: string, name: string, worker = ''): Promise<void> {
    const folder = path.join(path.dirname(window.workspace), 'brought');
    mkdirSync(folder, { recursive: true });
    const background = { service_worker: 'worker.js' };
    const manifest = { manifest_version: 3, name, version: '3.1', background };
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(path.join(folder, 'worker.js'), worker);
    await overDevTools(session, (connection) => loadUnpacked(connection, folder, signal));
  }

  const really = (session: string): Promise<readonly LoadedExtension[]> =>
    overDevTools(session, (connection) => listLoaded(connection, signal));

  /** Whether it is enabled, of the only extension of the session; undefined: there is none. */
  async function isEnabled(session: string): Promise<boolean | undefined> {
    const [only, ...others] = await really(session);
    assert.deepEqual(others, []);
    return only?.enabled;
  }

  async function showSessions(): Promise<void> {
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.tree.titleAction('Sessions', 'Refresh Sessions');
  }

  async function shownUpload(name: string): Promise<Locator> {
    await window.workbench.tree.view('Browser Sessions');
    return window.workbench.tree.upload(name);
  }

  async function uploadHello(): Promise<void> {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “').waitFor();
  }

  it('is asked when its row is expanded; what came with the session is changed only if that is confirmed', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('only', '/plain');
    await showSessions();
    await expand('only');
    await row('No extensions are loaded.').waitFor();
    await bring(session, 'Brought');
    await workbench.tree.titleAction('Sessions', 'Refresh Sessions');
    const brought = row('Brought 3.1');
    await workbench.tree.heard(brought, 'enabled, not uploaded from here').waitFor();
    const version = await overDevTools(session, (connection) => browserVersion(connection, signal));
    await workbench.tooltip(row('only').locator('.label-name'), `Chromium ${version ?? ''}`);
    await workbench.tooltip(brought.locator('.label-name'), 'not uploaded from here');
    await workbench.screenshot('brought-tooltip');
    await workbench.menu.open(brought);
    for (const name of ['Disable in Browser', 'Remove from Browser', 'Copy ID'])
      await workbench.menu.item(name).waitFor();
    for (const name of ['Enable in Browser', 'Remove from List', 'Upload Again'])
      assert.equal(await workbench.menu.item(name).count(), 0, name);
    await workbench.screenshot('brought-menu');
    await workbench.menu.close();

    await workbench.menu.choose(brought, 'Disable in Browser');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('brought-asked');
    assert.match(
      await workbench.notifications.pressInDialog('Cancel'),
      /Disable “Brought” in “only”\?[^]*You didn’t upload it, so others may rely on it/,
    );
    assert.equal(await isEnabled(session), true);
    await workbench.menu.choose(brought, 'Disable in Browser');
    await workbench.notifications.pressInDialog('Disable');
    await brought.filter({ hasText: 'disabled' }).waitFor();
    assert.equal(await isEnabled(session), false);
    await workbench.menu.choose(brought, 'Remove from Browser');
    await workbench.notifications.pressInDialog('Remove');
    await workbench.statusBar.item('Removed “Brought” from “only”').waitFor();
    await row('No extensions are loaded.').waitFor();
    assert.deepEqual(await really(session), []);
  });

  nightly('has the number of errors where the browser collects them', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('only', '/plain');
    await overDevTools(session, (connection) => developerMode(connection, true));
    await bring(session, 'Failing', 'setTimeout(() => { throw new Error("mine"); });');
    await showSessions();
    await expand('only');
    await until('the error is counted', async () => {
      await workbench.tree.titleAction('Sessions', 'Refresh Sessions');
      return appears(row('Failing 3.1').filter({ hasText: '1 error' }), 2000);
    });
    await workbench.screenshot('loaded-errors');
    await workbench.menu.choose(row('Failing 3.1'), 'Show Errors');
    await workbench.palette.asked('Errors of “Failing” in “only”').waitFor();
    await workbench.palette.choice('Uncaught Error: mine').getByText('worker.js:1').waitFor();
    await workbench.screenshot('loaded-errors-shown');
  });

  nightly('of an upload is disabled, enabled, removed and uploaded again without a question', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('only', '/plain');
    await uploadHello();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    const mine = workbench.tree.upload('hello-extension');
    await workbench.tree.heard(mine, 'enabled').waitFor();
    await bring(session, 'Brought along');
    await workbench.tree.titleAction('Sessions', 'Refresh Sessions');
    await row('Brought along 3.1').waitFor();
    await workbench.menu.choose(mine, 'Disable in Browser');
    await workbench.statusBar.item('Disabled “Hello Extension” in “only”').waitFor();
    await mine.filter({ hasText: 'disabled' }).waitFor();
    for (const look of ['light', 'dark', 'high-contrast'] as const) {
      await window.changeTheme(look);
      await workbench.screenshot(`loaded-rows-${look}`);
    }
    await window.changeTheme('light');
    await workbench.width(560);
    await workbench.screenshot('loaded-rows-narrow');
    await workbench.width(1280);
    await workbench.menu.open(mine);
    await workbench.menu.item('Remove from List').waitFor();
    await workbench.screenshot('loaded-menu');
    await workbench.menu.close();
    await workbench.menu.choose(mine, 'Enable in Browser');
    await workbench.tree.heard(mine, 'enabled').waitFor();
    await workbench.menu.choose(mine, 'Remove from Browser');
    await mine.filter({ hasText: 'removed' }).waitFor();
    assert.deepEqual(
      (await really(session)).map(({ name }) => name),
      ['Brought along'],
    );
    await workbench.screenshot('loaded-removed');
    await workbench.tree.inlineAction(mine, 'Upload Again');
    await workbench.tree.heard(mine, 'enabled').waitFor();
    // The last thing that it does: if the view is hidden just before, it is shown again.
    await mine.and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    assert.equal((await really(session)).length, 2);
    assert.equal(await mine.count(), 1);
    assert.equal(await workbench.notifications.dialog.count(), 0);
  });

  nightly('is changed by the palette too, which offers what it can be used for', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('only', '/plain');
    await uploadHello();
    await workbench.tidy();
    await workbench.palette.run('Browser Sessions: Disable in Browser');
    await workbench.palette.pick('Hello Extension');
    await workbench.statusBar.item('Disabled “Hello Extension” in “only”').waitFor();
    assert.equal(await isEnabled(session), false);
    await workbench.palette.run('Browser Sessions: Disable in Browser');
    await workbench.notifications.toast('“only” has no loaded extension that this applies to.').waitFor();
  });

  nightly('at a production connection each change is confirmed', async () => {
    const { workbench } = window;
    await workbench.useConnection('Live');
    const session = await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.notifications.pressInDialog('Upload and Restart');
    await workbench.statusBar.item('Uploaded “').waitFor();
    await workbench.tidy();
    await workbench.tree.view('Browser Sessions');
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Disable in Browser');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('disable-production');
    assert.match(
      await workbench.notifications.pressInDialog('Cancel'),
      /Disable “Hello Extension” in “only”\?[^]*PRODUCTION connection/,
    );
    assert.equal(await isEnabled(session), true);
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Disable in Browser');
    await workbench.notifications.pressInDialog('Disable');
    await workbench.tree.upload('hello-extension').filter({ hasText: 'disabled' }).waitFor();
    assert.equal(await isEnabled(session), false);
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Enable in Browser');
    assert.match(
      await workbench.notifications.pressInDialog('Cancel'),
      /Enable “Hello Extension” in “only”\?[^]*PRODUCTION connection/,
    );
    assert.equal(await isEnabled(session), false);
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Enable in Browser');
    await workbench.notifications.pressInDialog('Enable');
    await workbench.tree.heard(workbench.tree.upload('hello-extension'), 'enabled').waitFor();
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Remove from Browser');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('remove-production');
    assert.match(
      await workbench.notifications.pressInDialog('Cancel'),
      /Remove “Hello Extension” from “only”\?[^]*PRODUCTION connection/,
    );
    assert.equal(await isEnabled(session), true);
    await workbench.menu.choose(workbench.tree.upload('hello-extension'), 'Remove from Browser');
    await workbench.notifications.pressInDialog('Remove');
    await workbench.tree.upload('hello-extension').filter({ hasText: 'removed' }).waitFor();
    assert.equal(await isEnabled(session), undefined);
    await workbench.useConnection(window.connection);
  });

  nightly('an upload that the browser did not load is an error', async () => {
    const { workbench } = window;
    await workbench.useConnection('Swallowing');
    await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
    const toast = workbench.notifications.toast('“Hello Extension” didn’t load in “only”. The browser gave no reason.');
    await toast.waitFor();
    await pictures(workbench, 'not-loaded', toast);
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.upload('hello-extension').filter({ hasText: 'not loaded' }).waitFor();
    await workbench.screenshot('not-loaded-row');

    // Chromium's words are shown where another extension of the session has shown which folder they are about.
    await workbench.tidy();
    await workbench.useConnection(window.connection);
    const [hello, sibling] = ['hello-extension', 'sibling'].map((name) => path.join(window.workspace, name));
    assert.ok(hello && sibling);
    cpSync(hello, sibling, { recursive: true });
    const manifest: object = JSON.parse(readFileSync(path.join(sibling, 'manifest.json'), 'utf8'));
    writeFileSync(path.join(sibling, 'manifest.json'), JSON.stringify({ ...manifest, name: 'Sibling' }));
    await workbench.menu.choose(workbench.tree.file('sibling'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Sibling”').waitFor();
    rmSync(sibling, { recursive: true });
    await workbench.tidy();
    await workbench.useConnection('Swallowing');
    await workbench.tree.inlineAction(await shownUpload('hello-extension'), 'Upload Again');
    const words = workbench.notifications.toast(
      '“Hello Extension” didn’t load in “only”: hello-extension/manifest.json:1: “',
    );
    await words.waitFor();
    await pictures(workbench, 'not-loaded-words', words);
    await workbench.notifications.press('hello-extension/manifest.json:1', 'Show Line');
    await workbench.page.locator('.tab', { hasText: 'manifest.json' }).waitFor();
    await workbench.useConnection(window.connection);
  });

  nightly('is untold by a service without DevTools, in a row without commands, and by a sentence', async () => {
    const { workbench } = window;
    await workbench.useConnection('Silent');
    await showSessions();
    await row('first').waitFor();
    assert.deepEqual(faulty.service.requests(ONE_SESSION), []);
    await expand('first');
    await row('Use a service with DevTools to see extensions.').waitFor();
    await showSessions();
    await expand('second');
    await workbench.tree.pane('Sessions').locator('.monaco-list-row', { hasText: 'with DevTools' }).nth(1).waitFor();
    // The service has said once that it has no DevTools.
    assert.equal(faulty.service.requests(ONE_SESSION).length, 1);
    await workbench.screenshot('untold');
    assert.equal(await workbench.notifications.toast('').count(), 0);
    await workbench.palette.run('Browser Sessions: Remove from Browser');
    await workbench.palette.pick('first');
    await workbench.notifications.toast('Use a service with DevTools to see extensions.').waitFor();
    await workbench.useConnection(window.connection);
  });

  nightly('decides which warnings about versions are shown: those of the browser that has the folder', async () => {
    const { workbench } = window;
    const file = path.join(window.workspace, 'hello-extension/manifest.json');
    // The key is unknown to the newer one, the language to the older one.
    mkdirSync(path.join(window.workspace, 'hello-extension/_locales/mk'), { recursive: true });
    writeFileSync(path.join(window.workspace, 'hello-extension/_locales/mk/messages.json'), '{}');
    writeFileSync(
      file,
      JSON.stringify({
        manifest_version: 3,
        name: 'Hello Extension',
        version: '1.0.0',
        default_locale: 'en',
        file_system_provider_capabilities: { source: 'file' },
      }),
    );
    const session = await fixture.openSession('only', '/plain');
    await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Browser Sessions', 'Preview Package');
    await workbench.tree.row('manifest.json').waitFor();
    const problems = await workbench.panel.problems();
    const [old, recent] = ['150', '156'].map((version) =>
      problems.filter({ hasText: `Chromium ${version} reports this` }),
    );
    assert.ok(old && recent);
    await old.waitFor();
    await recent.waitFor();
    await workbench.palette.run('Browser Sessions: Upload Previewed Folder…');
    await workbench.statusBar.item('Uploaded “').waitFor();
    const version = await overDevTools(session, (connection) => browserVersion(connection, signal));
    const [shown, hidden] = version?.startsWith('150.') ? [old, recent] : [recent, old];
    await hidden.waitFor({ state: 'hidden' });
    await until('only the warning of its version is shown', async () => (await shown.count()) === 1);
    await workbench.screenshot('version-warnings');
  });
});
