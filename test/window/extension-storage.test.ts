import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { changeStorage, DevToolsConnection, listLoaded, loadUnpacked, readStorage } from '../../src/devtools';
import { nightly } from '../support/nightly';
import { directly } from '../support/browser';
import { until } from '../support/until';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useWindow } from './window';

const { signal } = new AbortController();
const MANIFEST = {
  manifest_version: 3,
  name: 'Keeper',
  version: '3.1',
  permissions: ['storage', 'alarms'],
  host_permissions: ['https://*.example.com/*'],
  optional_permissions: ['tabs'],
  background: { service_worker: 'worker.js' },
};

describe('The storage and the worker of an extension, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    newConnections: { address: fixture.service.url },
    otherConnections: [{ name: 'Live', address: fixture.service.url, production: true }],
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
    settings: { 'files.autoSave': 'off' },
  }));
  let session: string;
  let extension: string;

  const row = (label: string): Locator => window.workbench.tree.row(label, 'Sessions');

  const expand = (label: string): Promise<void> => window.workbench.tree.expand(row(label));

  /** Another program, at the session's DevTools. */
  async function overDevTools<T>(work: (connection: DevToolsConnection) => Promise<T>): Promise<T> {
    const { cdp_ws_url } = await fixture.ask<{ cdp_ws_url: string }>('GET', `/browsers/${session}`);
    const connection = await DevToolsConnection.open(new URL(cdp_ws_url), directly, signal);
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }

  const set = (values: Record<string, unknown>): Promise<void> =>
    overDevTools((connection) => changeStorage(connection, extension, 'local', { set: values }, signal));
  const stored = (): Promise<unknown> =>
    overDevTools(async (connection) => (await readStorage(connection, extension, 'local', signal)).values);

  async function openStorage(): Promise<Locator> {
    const { workbench } = window;
    session = await fixture.openSession('shop', '/plain');
    const folder = path.join(path.dirname(window.workspace), 'keeper');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
    // It would stop otherwise.
    writeFileSync(path.join(folder, 'worker.js'), 'setInterval(() => chrome.runtime.getPlatformInfo(), 10_000);');
    extension = await overDevTools(async (connection) => {
      await loadUnpacked(connection, folder, signal);
      return (await listLoaded(connection, signal))[0]?.id ?? assert.fail('it is not loaded');
    });
    await set({ visits: 3, user: { name: 'Ada', admin: true } });
    await workbench.tree.view('Browser Sessions');
    await workbench.tree.titleAction('Sessions', 'Refresh Sessions');
    await expand('shop');
    await expand('Keeper 3.1');
    await expand('Storage');
    return row('local');
  }

  const editor = (): Locator => window.workbench.page.locator('.editor-group-container .monaco-editor').last();

  async function type(text: string): Promise<void> {
    const { page } = window.workbench;
    await editor().locator('.view-lines').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    // The editor has closed a bracket by itself.
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Delete');
    await page.locator('.tab.dirty').waitFor();
  }

  const save = (): Promise<void> => window.workbench.page.keyboard.press('Control+s');

  it('is below the extension, opens as JSON, and is saved; the row says whether the worker runs', async () => {
    const { workbench } = window;
    const local = await openStorage();
    await local.filter({ hasText: '2 keys' }).waitFor();
    await row('managed').filter({ hasText: 'read only' }).waitFor();
    await row('Keeper 3.1').filter({ hasText: 'running' }).waitFor();
    await workbench.tooltip(row('Keeper 3.1').locator('.label-name'), 'Optional permissions tabs');
    await workbench.screenshot('storage-rows');
    await local.click();
    await editor().getByText('"visits"').waitFor();
    await workbench.screenshot('storage-document');
    await type('{"visits": 4, "new": null}');
    await save();
    await workbench.statusBar.item('Saved “local”: 2 set, 1 removed').waitFor();
    await workbench.screenshot('storage-saved');
    assert.deepEqual(await stored(), { visits: 4, new: null });

    await workbench.menu.open(row('Keeper 3.1'));
    await workbench.menu.item('Stop Worker').waitFor();
    assert.equal(await workbench.menu.item('Start Worker').count(), 0);
    await workbench.screenshot('storage-worker-menu');
    await workbench.menu.close();
    await workbench.menu.choose(row('Keeper 3.1'), 'Stop Worker');
    await row('Keeper 3.1').filter({ hasText: 'stopped' }).waitFor();
    await workbench.screenshot('storage-worker-stopped');
    await workbench.menu.choose(row('Keeper 3.1'), 'Start Worker');
    await row('Keeper 3.1').filter({ hasText: 'running' }).waitFor();
    await workbench.menu.choose(row('Keeper 3.1'), 'Reload Without Upload');
    await workbench.statusBar.item('Reloaded “Keeper” in “shop”').waitFor();
    await workbench.menu.open(local);
    await workbench.menu.item('Clear Storage…').waitFor();
    await workbench.screenshot('storage-menu');
    await workbench.menu.close();
    await workbench.menu.choose(local, 'Clear Storage…');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('storage-clear');
    await workbench.notifications.pressInDialog('Clear');
    await local.filter({ hasText: 'empty' }).waitFor();
    assert.deepEqual(await stored(), {});
  });

  nightly('says why a text is not saved, at its place, and loses nothing that was typed', async () => {
    const { workbench } = window;
    await (await openStorage()).click();
    await editor().getByText('"visits"').waitFor();
    await type('{\n"visits": 4,\nnew\n}');
    await save();
    await workbench.notifications.toast('Not saved. Line 3, ').waitFor();
    await workbench.screenshot('storage-no-json');
    await workbench.palette.run('Notifications: Clear All Notifications');
    await type('[1]');
    await save();
    await workbench.notifications.toast('a storage is an object').waitFor();
    await workbench.screenshot('storage-no-object');
    await workbench.palette.run('Notifications: Clear All Notifications');
    await set({ visits: 5 });
    await type('{"visits": 9}');
    await save();
    await workbench.notifications.toast('The content of the file is newer').waitFor();
    await workbench.screenshot('storage-conflict');
    await workbench.palette.run('Notifications: Clear All Notifications');
    await fixture.ask('DELETE', `/browsers/${session}`);
    await save();
    await workbench.notifications.toast('has ended or belongs to another account').waitFor();
    await workbench.screenshot('storage-ended');
    await editor().getByText('"visits": 9').waitFor();
    await workbench.palette.run('View: Revert and Close Editor');
  });

  nightly('is saved to a file, compared with it, and restored from it', async () => {
    const { workbench } = window;
    const local = await openStorage();
    const file = path.join(window.workspace, 'before.json');
    /** The dialog writes a name of its own into the box first. */
    const answerDialog = async (title: string, own: string): Promise<void> => {
      await workbench.palette.asked(title).waitFor();
      await workbench.page.waitForFunction(
        ([input, text]) => Boolean(input && 'value' in input && String(input.value).includes(String(text))),
        [await workbench.palette.box.elementHandle(), own] as const,
      );
      await workbench.palette.box.fill(file);
      await workbench.page.keyboard.press('Enter');
    };
    await workbench.menu.choose(local, 'Save Storage Snapshot…');
    await answerDialog('Save Storage Snapshot', 'local.json');
    await workbench.statusBar.item('Saved before.json').waitFor();
    const before = { user: { admin: true, name: 'Ada' }, visits: 3 };
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), before);

    await set({ visits: 4, more: true });
    await workbench.menu.choose(local, 'Compare Storage with Snapshot…');
    await answerDialog('Compare Storage with Snapshot', '/');
    await workbench.page.locator('.tab', { hasText: 'before.json ↔ local' }).waitFor();
    await workbench.page.locator('.monaco-diff-editor .modified').getByText('"more"').waitFor();
    await workbench.screenshot('storage-compare');

    await workbench.menu.choose(local, 'Restore Storage Snapshot…');
    await answerDialog('Restore Storage Snapshot', '/');
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('storage-restore');
    await workbench.notifications.pressInDialog('Restore');
    await workbench.statusBar.item('Restored the local storage of “Keeper”').waitFor();
    assert.deepEqual(await stored(), before);

    writeFileSync(file, '[1]');
    await workbench.menu.choose(local, 'Restore Storage Snapshot…');
    await answerDialog('Restore Storage Snapshot', '/');
    await workbench.notifications.toast('before.json isn’t a snapshot').waitFor();
    await workbench.screenshot('storage-no-snapshot');
    assert.deepEqual(await stored(), before);
    await workbench.palette.run('Notifications: Clear All Notifications');
  });

  nightly('is confirmed once at a production connection', async () => {
    const { workbench } = window;
    await workbench.useConnection('Live');
    await (await openStorage()).click();
    await editor().getByText('"visits"').waitFor();
    await type('{"visits": 4}');
    await save();
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('storage-production');
    await workbench.notifications.pressInDialog('Cancel');
    await workbench.notifications.toast('Not saved: you canceled.').waitFor();
    await workbench.screenshot('storage-production-canceled');
    await workbench.palette.run('Notifications: Clear All Notifications');
    await save();
    await workbench.notifications.pressInDialog('Change');
    await workbench.statusBar.item('Saved “local”').waitFor();
    assert.deepEqual(await stored(), { visits: 4 });
    await type('{"visits": 5}');
    await save();
    await until('it is saved without a question', async () => JSON.stringify(await stored()) === '{"visits":5}');
  });
});
