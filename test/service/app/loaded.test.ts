import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { LoadedReader } from '../../../src/app/loaded/ask-loaded';
import {
  removeFromBrowser,
  setExtensionEnabled,
  type ChangeDependencies,
  type LoadedTarget,
} from '../../../src/app/loaded/change-loaded';
import { LoadedExtensions } from '../../../src/app/loaded/loaded-extensions';
import { uploadAgain } from '../../../src/app/upload/upload-again';
import type { UploadDependencies } from '../../../src/app/upload/dependencies';
import { uploadFolders } from '../../../src/app/upload/upload-folders';
import { english } from '../../../src/core/message';
import { type LoadedExtension, DevToolsConnection, listLoaded, loadUnpacked, uninstall } from '../../../src/devtools';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { storage } from '../../support/storage';
import { until } from '../../support/until';
import { directly } from '../../support/browser';
import { developerMode } from '../../support/developer-mode';
import { FaultServer } from '../../support/faults/fault-server';
import { answer } from '../../support/faults/faults';
import { NO_QUESTION, run, uploadSettings } from '../../support/uploads';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

describe('What a session has loaded, as its browser tells', () => {
  let service: LocalService;
  let client: Client;
  let session: string;
  let folder: string;
  let records: ConnectionRecords;
  let loaded: LoadedExtensions;
  let reader: LoadedReader;
  let other: DevToolsConnection;
  const devtools = new DevToolsSessions();

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
  });
  beforeEach(async () => {
    records = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    loaded = new LoadedExtensions();
    reader = new LoadedReader(devtools);
    folder = temporaryFolder();
    write('1.0');
    session = JSON.parse((await request(service, 'POST', '/browsers', {})).text).session_id;
    other = await connect();
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

  function write(version: string, worker = ''): void {
    const background = { service_worker: 'worker.js' };
    writeFileSync(
      path.join(folder, 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'Loaded', version, background }),
    );
    writeFileSync(path.join(folder, 'worker.js'), worker);
  }

  const key = (): { name: string; address: string } => ({ name: 'here', address: service.url });
  const parts = (): ChangeDependencies => ({ client, sessions: records.sessions, connection: key(), loaded, devtools });
  const ask = (): Promise<void> => reader.ask(parts(), session, signal);
  const known = (): readonly LoadedExtension[] => loaded.get(key(), session)?.extensions ?? [];
  async function connect(): Promise<DevToolsConnection> {
    const address = await client.devToolsAddress(session, signal);
    assert.ok(address);
    return DevToolsConnection.open(address, directly, signal);
  }

  /** As another program sees it; an upload has restarted the browser. */
  async function really(): Promise<LoadedExtension[]> {
    if (!other.isOpen) other = await connect();
    return listLoaded(other, signal);
  }

  /** Loads the folder as another program does, and asks. */
  async function bring(): Promise<LoadedTarget> {
    await loadUnpacked(other, folder, signal);
    await ask();
    const [extension] = known();
    assert.ok(extension);
    return { session: { id: session }, extension };
  }

  it('is asked once for all who ask, with the version of the browser', async () => {
    await Promise.all([ask(), ask()]);
    assert.deepEqual(known(), []);
    assert.match(loaded.get(key(), session)?.version ?? '', /^1\d\d\.\d+\.\d+\.\d+$/);
    const { extension } = await bring();
    assert.deepEqual({ ...extension, id: '' }, { id: '', name: 'Loaded', version: '1.0', path: folder, enabled: true });
  });

  it('follows what another program does, while a connection is open, without being asked', async () => {
    await bring();
    write('1.1');
    await loadUnpacked(other, folder, signal);
    await until('the new version is known', () => known()[0]?.version === '1.1');
    // Only the end of a worker is an event, so it has to run.
    await until('its worker runs', async () => {
      const { targetInfos } = JSON.parse(JSON.stringify(await other.send('Target.getTargets', {}, { signal })));
      return targetInfos.some(({ type }: { type: string }) => type === 'service_worker');
    });
    await uninstall(other, known()[0]?.id ?? '', signal);
    await until('its end is known', () => known().length === 0);
  });

  it('is listed again over a new connection: something may have changed while there was none', async () => {
    const proxy = await BreakingProxy.start(service.url);
    const through = createClient({ baseUrl: proxy.url, token: service.token });
    await reader.ask({ ...parts(), client: through }, session, signal);
    const stop = new AbortController();
    const kept = devtools.of(through, session).keep(async () => {}, stop.signal);
    kept.catch(() => {});
    // No worker, so no event.
    writeFileSync(
      path.join(folder, 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'Quiet', version: '1' }),
    );
    await loadUnpacked(other, folder, signal);
    assert.deepEqual(known(), []);
    proxy.cut();
    await until('it is known', () => known()[0]?.name === 'Quiet');
    stop.abort();
    through.close();
    await proxy.stop();
  });

  it('has the number of errors where the browser collects them; developer mode is left as it was', async () => {
    await bring();
    assert.equal(await developerMode(other), false);
    assert.equal(known()[0]?.errors, undefined);
    await developerMode(other, true);
    write('1.0', 'setTimeout(() => { throw new Error("first"); });');
    await loadUnpacked(other, folder, signal);
    await until('an error is counted', async () => {
      await ask();
      return (known()[0]?.errors ?? 0) > 0;
    });
    assert.equal(known()[0]?.errors, 1);
    assert.equal(await developerMode(other), true);
  });

  it('is disabled and enabled, and stays loaded; no tab is opened for it', async () => {
    const target = await bring();
    const tabs = async (): Promise<number> => {
      const { targetInfos } = JSON.parse(JSON.stringify(await other.send('Target.getTargets', {}, { signal })));
      return targetInfos.filter(({ type }: { type: string }) => type === 'page').length;
    };
    const before = await tabs();
    await setExtensionEnabled(parts(), target, false, signal);
    assert.equal((await really())[0]?.enabled, false);
    assert.equal(known()[0]?.enabled, false);
    assert.equal(await tabs(), before);
    await setExtensionEnabled(parts(), target, false, signal);
    await setExtensionEnabled(parts(), target, true, signal);
    assert.equal((await really())[0]?.enabled, true);
    assert.equal(known()[0]?.enabled, true);
    assert.equal(await tabs(), before);
    assert.equal(await developerMode(other), false);
  });

  it('is removed; what was removed already is no error, and cannot be disabled', async () => {
    const target = await bring();
    await removeFromBrowser(parts(), target, signal);
    assert.deepEqual(await really(), []);
    assert.deepEqual(known(), []);
    await removeFromBrowser(parts(), target, signal);
    await assert.rejects(
      setExtensionEnabled(parts(), target, false, signal),
      /^UserError: Couldn’t disable “Loaded” in “.+”\. The browser says: “.+”$/,
    );
  });

  it('is not changed in a session that was released, or has ended; that is marked as gone', async () => {
    const target = await bring();
    await records.sessions.remember({ id: session, released: true });
    await assert.rejects(removeFromBrowser(parts(), target, signal), /was released and may belong to someone else/);
    await records.sessions.remember({ id: session, released: false });
    await request(service, 'DELETE', `/browsers/${session}`);
    const fresh = { ...parts(), devtools: new DevToolsSessions() };
    await assert.rejects(removeFromBrowser(fresh, target, signal), /has ended/);
    assert.equal(records.sessions.get(session)?.gone, true);
    fresh.devtools.close();
  });

  it('is untold by a session that has ended, which is marked as gone', async () => {
    await records.sessions.remember({ id: session });
    await request(service, 'DELETE', `/browsers/${session}`);
    await ask();
    assert.equal(loaded.get(key(), session)?.extensions, undefined);
    assert.equal(records.sessions.get(session)?.gone, true);
  });

  it('is untold by a service without DevTools, in one sentence, and each change fails with one', async () => {
    const server = await FaultServer.start();
    server.will(({ write: send }) => send(answer(200, JSON.stringify({ session_id: session }))));
    const without = createClient({ baseUrl: server.url, token: 't' });
    const there = { ...parts(), client: without };
    await reader.ask(there, session, signal);
    const { whyUnknown } = loaded.get(key(), session) ?? {};
    assert.equal(whyUnknown && english(whyUnknown), 'Use a service with DevTools to see extensions.');
    const asked = server.arrived.length;
    await reader.ask(there, session, signal);
    assert.equal(server.arrived.length, asked);
    const target = { session: { id: session }, extension: { id: 'x', name: 'X' } };
    await assert.rejects(
      removeFromBrowser(there, target, signal),
      /^UserError: Couldn’t remove “X” from “.+”\. This service doesn’t support it\.$/,
    );
    without.close();
    await server.stop();
  });

  const settings = (): UploadDependencies =>
    uploadSettings({
      client,
      sessions: records.sessions,
      production: false,
      devtools,
      onListed: (id, extensions) => extensions && loaded.set(key(), id, { extensions }),
      known: (id) => loaded.get(key(), id),
    });

  async function upload(name: string): Promise<string> {
    const wanted = { folders: [folder], session, name };
    return (await uploadFolders(settings(), wanted, NO_QUESTION, signal, () => {})).kind;
  }

  it('decides whether an upload with no change is already loaded', async () => {
    assert.equal(await upload('one'), 'uploaded');
    assert.equal(await upload('one'), 'unchanged');
    const [extension] = known();
    assert.ok(extension);
    await removeFromBrowser(parts(), { session: { id: session }, extension }, signal);
    assert.equal(await upload('two'), 'uploaded');
  });

  it('is known after an upload without being asked; removed, it is loaded from its folder by the next upload', async () => {
    await upload('mine');
    const [extension] = known();
    assert.ok(extension);
    assert.deepEqual([extension], await really());
    const again = (): ReturnType<typeof uploadAgain> => uploadAgain(settings(), { folder, session }, NO_QUESTION, run);

    await removeFromBrowser(parts(), { session: { id: session }, extension }, signal);
    const { kind } = await again();
    assert.equal(kind, 'reloaded');
    assert.deepEqual(await really(), [extension]);
    assert.deepEqual(known(), [extension]);

    await removeFromBrowser(parts(), { session: { id: session }, extension }, signal);
    write('2.0');
    assert.equal((await again()).kind, 'reloaded');
    assert.deepEqual(await really(), [{ ...extension, version: '2.0' }]);
    assert.deepEqual(known(), await really());
    write('2.1');
    assert.equal((await again()).kind, 'reloaded');
    assert.equal(known()[0]?.version, '2.1');
    assert.equal(records.sessions.get(session)?.uploads?.length, 1);
  });
});
