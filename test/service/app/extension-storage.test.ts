import assert from 'node:assert/strict';
import { createClient, type Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { LoadedReader } from '../../../src/app/loaded/ask-loaded';
import type { ChangeDependencies, LoadedTarget } from '../../../src/app/loaded/change-loaded';
import { LoadedExtensions } from '../../../src/app/loaded/loaded-extensions';
import { changeArea, differenceOf, followArea, readArea, readDetails } from '../../../src/app/loaded/storage';
import { reloadExtension, setWorkerRunning } from '../../../src/app/loaded/worker';
import { Cancelled, UserError } from '../../../src/core/errors';
import { english } from '../../../src/core/message';
import { DevToolsConnection, loadUnpacked, type LoadedExtension } from '../../../src/devtools';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { directly } from '../../support/browser';
import { manifest, writeFiles } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { storage } from '../../support/storage';
import { until } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();
const PERMISSIONS = { permissions: ['storage'], optional_permissions: ['tabs'], host_permissions: ['http://*/*'] };

const sentence = (pattern: RegExp) => (error: unknown) =>
  error instanceof UserError && pattern.test(english(error.text));

describe('The storage and the worker of a loaded extension', () => {
  let service: LocalService;
  let client: Client;
  let session: string;
  let folder: string;
  let records: ConnectionRecords;
  let loaded: LoadedExtensions;
  let other: DevToolsConnection;
  let target: LoadedTarget & { readonly extension: LoadedExtension };
  let deps: ChangeDependencies;
  const devtools = new DevToolsSessions();

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
  });
  beforeEach(async () => {
    const connection = { name: 'here', address: service.url };
    records = openRecords(storage(), connection, () => {});
    loaded = new LoadedExtensions();
    deps = { client, sessions: records.sessions, connection, loaded, devtools };
    folder = temporaryFolder();
    write('1.0');
    session = JSON.parse((await request(service, 'POST', '/browsers', {})).text).session_id;
    const address = await client.devToolsAddress(session, signal);
    assert.ok(address);
    other = await DevToolsConnection.open(address, directly, signal);
    await loadUnpacked(other, folder, signal);
    await new LoadedReader(devtools).ask(deps, session, signal);
    target = { session: { id: session }, extension: known() };
    // A worker that is stopped before starts again by itself.
    await until('the worker is installed', async () => 'installed' in Object(await values()));
    await changeArea(deps, target, 'local', [{ clear: true }], signal);
  });
  afterEach(async () => {
    other.close();
    await request(service, 'DELETE', `/browsers/${session}`);
  });
  after(async () => {
    devtools.close();
    client.close();
    await service.stop();
  });

  function write(version: string): void {
    const worker = 'chrome.runtime.onInstalled.addListener(() => chrome.storage.local.set({ installed: true }));';
    const background = { service_worker: 'worker.js' };
    const text = JSON.stringify({ ...manifest('Keeper', { background, ...PERMISSIONS }), version });
    writeFiles(folder, { 'manifest.json': text, 'worker.js': worker });
  }
  const known = (): LoadedExtension =>
    loaded.get(deps.connection, session)?.extensions?.[0] ?? assert.fail('it is not loaded');
  const values = async (): Promise<unknown> => (await readArea(deps, target, 'local', signal)).values;
  const set = (items: Record<string, unknown>): Promise<void> =>
    changeArea(deps, target, 'local', [{ set: items }], signal);

  it('is changed by the difference alone, so that what the extension stores meanwhile stays', async () => {
    const before = { count: 1, gone: true, same: [1] };
    await set({ ...before });
    await set({ meanwhile: 1 });
    await changeArea(deps, target, 'local', differenceOf(before, { count: 2, same: [1], new: null }), signal);
    assert.deepEqual(await values(), { count: 2, meanwhile: 1, new: null, same: [1] });
  });

  it('tells its size and what the extension may do', async () => {
    await set({ one: 1, two: 'é' });
    const { storage: sizes, permissions } = await readDetails(deps, target, signal);
    assert.equal(sizes.local.keys, 2);
    assert.ok(sizes.local.bytes > 8);
    assert.deepEqual(permissions, { granted: ['storage'], hosts: ['http://*/*'], optional: ['tabs'] });
  });

  it('is followed while the worker is stopped, also after the extension was reloaded', async () => {
    await setWorkerRunning(deps, target, false, signal);
    const ending = new AbortController();
    let news = 0;
    const following = followArea(
      devtools.of(client, session),
      target.extension.id,
      'local',
      () => news++,
      ending.signal,
    );
    await until('it is followed', () => news === 1);
    await set({ told: 1 });
    await until('the change is told', () => news === 2);
    await until('the worker stays stopped', () => known().worker === 'stopped');
    await reloadExtension(deps, target, signal);
    await until('it is followed again', () => news >= 3);
    const before = news;
    await set({ told: 2 });
    await until('the next change is told', () => news > before);
    ending.abort();
    await assert.rejects(following, Cancelled);
  });

  it('says why it cannot be changed', async () => {
    const change = changeArea(deps, target, 'managed', [{ set: { key: 1 } }], signal);
    await assert.rejects(
      change,
      sentence(/^Couldn’t change the storage of “Keeper” in “.*”\. The browser says: “.*read-only/),
    );
    await request(service, 'DELETE', `/browsers/${session}`);
    await assert.rejects(set({ key: 1 }));
    assert.equal(records.sessions.get(session)?.gone, true);
  });

  it('shows on the row whether the worker runs, and stops and starts it', async () => {
    await until('it runs', () => known().worker === 'running');
    await setWorkerRunning(deps, target, false, signal);
    await until('it stops', () => known().worker === 'stopped');
    await setWorkerRunning(deps, target, true, signal);
    await until('it runs again', () => known().worker === 'running');
  });

  it('knows nothing of the worker once the connection has ended', async () => {
    await until('it runs', () => known().worker === 'running');
    devtools.close();
    await until('that is not known', () => known().worker === undefined);
  });

  it('reloads what the session has, and keeps what ran before if Chromium refuses it', async () => {
    write('2.0');
    await reloadExtension(deps, target, signal);
    assert.equal(known().version, '2.0');
    writeFiles(folder, { 'manifest.json': '{' });
    await assert.rejects(
      reloadExtension(deps, target, signal),
      sentence(/^Couldn’t reload “Keeper” in “.*”\. The browser says: /),
    );
    assert.equal(known().version, '2.0');
  });
});
