import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import type { RunStep } from '../../../src/app/upload/ports';
import { ExtensionRefused } from '../../../src/app/upload/refusals';
import { uploadAgain, type AgainOutcome } from '../../../src/app/upload/upload-again';
import type { UploadDependencies } from '../../../src/app/upload/dependencies';
import { uploadFolders, type UploadOutcome } from '../../../src/app/upload/upload-folders';
import { listLoaded, loadUnpacked, setEnabled, uninstall, type LoadedExtension } from '../../../src/devtools';
import { inspectExtension } from '../../../src/packaging';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { startSwallowingProxy } from '../../support/network/swallowing-proxy';
import { startPages, type Pages } from '../../support/pages';
import { storage } from '../../support/storage';
import { until } from '../../support/until';
import { showPage, startSession } from '../local-service/session';
import { NO_QUESTION, run, uploadSettings } from '../../support/uploads';
import { KEY, manifest, writeFiles } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

/** A content script that adds its mark to the page, which reports it. */
function marking(mark: string): string {
  return `document.documentElement.dataset.changedBy = (document.documentElement.dataset.changedBy ?? '') + '${mark} ';`;
}

function manifestOf(version: string, more: object = {}): string {
  return JSON.stringify(manifest('Again', { version, background: { service_worker: 'worker.js' }, ...more }));
}

describe('An upload, as the browser itself tells of it', () => {
  let service: LocalService;
  let pages: Pages;
  let client: Client;
  let session: string;
  let folder: string;
  let records: ConnectionRecords;
  /** What came of the first upload. */
  let uploaded: UploadOutcome;
  /** Whether errors that the extension's own check finds are ignored, as if only Chromium knew them. */
  let onlyChromiumChecks = false;
  const devtools = new DevToolsSessions();

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    client = createClient({ baseUrl: service.url, token: service.token });
    records = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    folder = temporaryFolder();
    session = service.session;
    writeAll();
    uploaded = await upload();
  });
  /** Each test begins with the folder as it is at first, here and in the session. */
  beforeEach(async () => {
    onlyChromiumChecks = false;
    writeAll();
    const { kind } = await again();
    assert.ok(kind === 'reloaded' || kind === 'unchanged', kind);
  });
  after(async () => {
    devtools.close();
    client.close();
    await Promise.all([service.stop(), pages.stop()]);
  });

  /** The folder as it is at first. */
  function writeAll(): void {
    rmSync(folder, { recursive: true });
    write('manifest.json', manifestOf('1.0'));
    write('worker.js', 'globalThis.mark = 1;');
    for (let index = 0; index < 20; index++) write(`data/${index}.json`, JSON.stringify({ index }));
  }

  function write(file: string, content: string): void {
    writeFiles(folder, { [file]: content });
  }

  const settings = (): UploadDependencies =>
    uploadSettings(
      { client, sessions: records.sessions, production: false, devtools },
      {
        inspect: async (each, stop) => {
          const inspection = await inspectExtension(each, {}, stop);
          return onlyChromiumChecks ? { ...inspection, problems: [] } : inspection;
        },
      },
    );

  const upload = (): Promise<UploadOutcome> =>
    uploadFolders(settings(), { folders: [folder], session, name: 'again' }, NO_QUESTION, signal, () => {});
  const again = (): Promise<AgainOutcome> => uploadAgain(settings(), { folder, session }, NO_QUESTION, run);

  const names = async (at: string): Promise<string[]> =>
    ((await client.listFiles(session, at, signal)) ?? []).map(({ name }) => name).toSorted();

  async function loaded(): Promise<LoadedExtension> {
    const [only, ...others] = await devtools
      .of(client, session)
      .use((connection) => listLoaded(connection, signal), signal);
    assert.ok(only);
    assert.deepEqual(others, []);
    return only;
  }

  /** What code in the worker of the extension returns. */
  async function workerSays(expression: string): Promise<unknown> {
    return devtools.of(client, session).use(async (connection) => {
      // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
      const call = async (method: any, params: any, sessionId?: string): Promise<any> =>
        connection.send(method, params, { signal, ...(sessionId !== undefined && { targetSession: sessionId }) });
      const { targetInfos } = await call('Target.getTargets', {});
      const worker = targetInfos.find(({ type }: { type: string }) => type === 'service_worker');
      if (!worker) return undefined;
      const { sessionId } = await call('Target.attachToTarget', { targetId: worker.targetId, flatten: true });
      const { result } = await call('Runtime.evaluate', { expression }, sessionId);
      await call('Target.detachFromTarget', { sessionId });
      return result.value;
    }, signal);
  }

  async function reloaded(): Promise<Extract<AgainOutcome, { kind: 'reloaded' }>> {
    const outcome = await again();
    assert.equal(outcome.kind, 'reloaded');
    if (outcome.kind !== 'reloaded') assert.fail();
    return outcome;
  }

  it('is proved: the ID, the version, and that it is on', async () => {
    assert.ok(uploaded.kind === 'uploaded' && uploaded.proof.kind === 'loaded');
    const [proof] = uploaded.proof.extensions;
    assert.deepEqual(
      { ...proof, id: '', path: '' },
      { id: '', path: '', name: 'Again', version: '1.0', enabled: true },
    );
    assert.deepEqual(await loaded(), proof);
  });

  it('again: one file changed, one is sent, and the new version runs under the same ID', async () => {
    const before = await loaded();
    write('manifest.json', manifestOf('1.1'));
    const { files, upload: now } = await reloaded();
    assert.deepEqual({ written: files.written, removed: files.removed }, { written: 1, removed: 0 });
    assert.ok(files.bytes < 5000, `${files.bytes} bytes`);
    assert.equal(now.version, '1.1');
    assert.deepEqual(await loaded(), { ...before, version: '1.1' });
  });

  it('again: what was removed here is removed there, and what is new is there', async () => {
    rmSync(path.join(folder, 'data/3.json'));
    write('more/new.json', '{}');
    const { files } = await reloaded();
    assert.deepEqual({ written: files.written, removed: files.removed }, { written: 1, removed: 1 });
    const { path: place } = await loaded();
    assert.ok(!(await names(`${place}/data`)).includes('3.json'));
    assert.deepEqual(await names(`${place}/more`), ['new.json']);
    assert.equal((await names(`${place}/data`)).length, 19);
  });

  it('again: a file that becomes a folder, and a folder that becomes a file', async () => {
    write('lib', 'a file');
    write('deep/er/one.json', '{}');
    await reloaded();
    rmSync(path.join(folder, 'lib'));
    write('lib/index.json', '{}');
    rmSync(path.join(folder, 'deep'), { recursive: true });
    write('deep', 'a file');
    await reloaded();
    const { path: place } = await loaded();
    assert.deepEqual(await names(`${place}/lib`), ['index.json']);
    const all = await client.listFiles(session, place, signal);
    assert.equal(all?.find(({ name }) => name === 'deep')?.isFolder, false);
    // And nothing is left to be done.
    assert.equal((await again()).kind, 'unchanged');
  });

  it('again: one that is turned off stays so, and is said to', async () => {
    const { id } = await loaded();
    const turn = (isOn: boolean): Promise<void> =>
      devtools.of(client, session).use((connection) => setEnabled(connection, id, isOn, signal), signal);
    await turn(false);
    write('manifest.json', manifestOf('1.1'));
    assert.equal((await reloaded()).enabled, false);
    await turn(true);
  });

  it('again: a page that a content script leaves out is not reloaded', async () => {
    const scripts = [{ matches: [`${pages.url}/*`], exclude_matches: [`${pages.url}/plain`], js: ['content.js'] }];
    write('manifest.json', manifestOf('1.0', { content_scripts: scripts }));
    write('content.js', marking('one'));
    await showPage(service, session, pages, '/plain');
    assert.equal((await reloaded()).pages, 0);
    write('content.js', marking('two'));
    assert.equal((await reloaded()).pages, 0);
  });

  it('again: with nothing changed, nothing is sent', async () => {
    assert.equal((await again()).kind, 'unchanged');
    write('data/1.json', '[]');
    await reloaded();
    assert.equal((await again()).kind, 'unchanged');
  });

  it('again: pages that its content scripts run in are reloaded, and run the new one', async () => {
    write(
      'manifest.json',
      manifestOf('1.0', { content_scripts: [{ matches: [`${pages.url}/*`], js: ['content.js'] }] }),
    );
    write('content.js', marking('one'));
    await showPage(service, session, pages, '/plain');
    assert.equal((await reloaded()).pages, 1);
    assert.match((await pages.waitFor(({ type }) => type === 'changed')).by ?? '', /one/);
    pages.clear();
    write('content.js', marking('two'));
    assert.equal((await reloaded()).pages, 1);
    assert.equal((await pages.waitFor(({ type }) => type === 'changed')).by?.trim(), 'two');
    // Not where the user does not want it.
    write('content.js', marking('three'));
    const outcome = await uploadAgain({ ...settings(), reloadPages: false }, { folder, session }, NO_QUESTION, run);
    assert.equal(outcome.kind === 'reloaded' && outcome.pages, 0);
  });

  it('again: Chromium refuses the new version in its own words, at their line; the one from before keeps running', async () => {
    const before = await loaded();
    onlyChromiumChecks = true;
    write('manifest.json', manifestOf('next'));
    await assert.rejects(again(), (error) => {
      assert.ok(error instanceof ExtensionRefused);
      assert.equal(error.problem.file, 'manifest.json');
      assert.match(error.message, /wasn’t reloaded in “.+”, where 1\.0 keeps running: .*manifest\.json:1: “/);
      assert.ok(!error.message.includes(before.path));
      return true;
    });
    assert.deepEqual(await loaded(), before);
    // It may be starting.
    await until('its worker answers', async () => (await workerSays('chrome.runtime.getManifest().version')) === '1.0');
    write('manifest.json', manifestOf('1.3'));
    await reloaded();
    assert.equal((await loaded()).version, '1.3');
  });

  it('again: after it broke in the middle, the next time sends all', async () => {
    write('data/1.json', '[]');
    const stopping = new AbortController();
    const cut: RunStep = (step, work) => {
      if (step.kind === 'updating') stopping.abort();
      return work(step.kind === 'updating' ? stopping.signal : signal, () => {});
    };
    await assert.rejects(uploadAgain(settings(), { folder, session }, NO_QUESTION, cut));
    const record = records.sessions.get(session)?.uploads?.[0];
    assert.ok(record);
    await records.sessions.remember({ id: session, uploads: [{ ...record, digests: undefined, sha256: '' }] });
    const { files } = await reloaded();
    assert.equal(files.written, 22);
    assert.equal((await again()).kind, 'unchanged');
  });

  it('again, in a browser that was killed meanwhile: it comes back, and runs the new version', async () => {
    await devtools
      .of(client, session)
      .use(async (connection) => connection.send('Browser.crash', undefined, { signal }), signal)
      .catch(() => {});
    write('manifest.json', manifestOf('1.1'));
    await reloaded();
    assert.equal((await loaded()).version, '1.1');
  });

  it('again is not possible where the browser has it no more, and says so before anything is sent', async () => {
    const { id, path: place } = await loaded();
    await devtools
      .of(client, session)
      .use((connection) => connection.send('Extensions.uninstall', { id }, { signal }), signal);
    write('data/1.json', '[]');
    assert.equal((await again()).kind, 'notPossible');
    await devtools.of(client, session).use((connection) => loadUnpacked(connection, place, signal), signal);
  });

  it('again is refused where the folder has an error, or may hold a secret: nothing is asked, nothing sent', async () => {
    write('data/key.txt', KEY);
    await assert.rejects(again(), /“data\/key\.txt” may contain a secret\. Nothing was sent\./);
    write('manifest.json', '{');
    await assert.rejects(again(), /Not uploaded: .*manifest\.json:1\)/);
    assert.equal((await loaded()).version, '1.0');
  });

  // The last one in this session, which has the other copy from here on.
  it('again: an older copy of the folder is the one that is meant, if it is named', async () => {
    const wanted = { folders: [folder], session, name: 'newer', force: true };
    await uploadFolders(settings(), wanted, NO_QUESTION, signal, () => {});
    write('manifest.json', manifestOf('1.1'));
    const outcome = await uploadAgain(settings(), { folder, session, name: 'again' }, NO_QUESTION, run);
    assert.equal(outcome.kind, 'reloaded');
    const all = await devtools.of(client, session).use((connection) => listLoaded(connection, signal), signal);
    const versions = Object.fromEntries(all.map(({ path: place, version }) => [path.basename(place), version]));
    assert.deepEqual(versions, { again: '1.1', newer: '1.0' });
    const { id = '' } = all.find(({ version }) => version === '1.0') ?? {};
    await devtools.of(client, session).use((connection) => uninstall(connection, id, signal), signal);
    const { uploads = [] } = records.sessions.get(session) ?? {};
    await records.sessions.remember({ id: session, uploads: uploads.filter(({ name }) => name === 'again') });
  });

  describe('into a session of its own', () => {
    beforeEach(async () => (session = await startSession(service)));
    afterEach(async () => {
      await request(service, 'DELETE', `/browsers/${session}`);
      session = service.session;
    });

    it('that the service took and the browser did not load is an error, with the words of Chromium where it has any', async () => {
      const proxy = await startSwallowingProxy(service.url);
      const through = createClient({ baseUrl: proxy.url, token: service.token });
      const uploadThrough = (): Promise<UploadOutcome> =>
        uploadFolders(
          {
            ...settings(),
            connect: async () => ({ client: through, sessions: records.sessions, production: false, devtools }),
          },
          { folders: [folder], session, name: 'swallowed', force: true },
          NO_QUESTION,
          signal,
          () => {},
        );
      await assert.rejects(uploadThrough(), /^NotLoaded: “Again” didn’t load in “.+”\. The browser gave no reason\.$/);
      // Another one shows where the session has its extensions.
      await records.sessions.remove(session);
      await upload();
      await records.sessions.remove(session);
      await assert.rejects(uploadThrough(), (error) => {
        assert.ok(error instanceof ExtensionRefused);
        assert.equal(error.problem.file, 'manifest.json');
        assert.match(error.message, /^“Again” didn’t load in “.+”: .+manifest\.json:1: “.+”$/);
        return true;
      });
      through.close();
      await proxy.stop();
    });

    it('refused by Chromium and restarted, the session still starts', async () => {
      await upload();
      onlyChromiumChecks = true;
      write('manifest.json', manifestOf('next'));
      await assert.rejects(again(), ExtensionRefused);
      await devtools
        .of(client, session)
        .use(async (connection) => connection.send('Browser.crash', undefined, { signal }), signal)
        .catch(() => {});
      assert.equal((await request(service, 'POST', `/browsers/${session}/computer/screenshot`, {})).status, 200);
      const refused = devtools
        .of(client, session)
        .use((connection) => loadUnpacked(connection, `${folder}/nowhere`, signal), signal);
      await assert.rejects(refused);
    });
  });
});
