import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import path from 'node:path';
import { deleteExtension } from '../../src/app/catalog';
import { click } from '../../src/app/computer';
import { followLog, type LogLine } from '../../src/app/log/follow-log';
import { acquireSession } from '../../src/app/pools';
import { releaseSession } from '../../src/app/sessions';
import { uploadToCatalog } from '../../src/app/upload/upload-to-catalog';
import { SettledChanges, WatchLoop } from '../../src/app/watch-loop';
import { inspectExtension, packExtension } from '../../src/packaging';
import type { LocalService } from '../support/local-service';
import { ExtensionFolder, Person } from '../support/person';
import { NO_QUESTION, run, uploadSettings } from '../support/uploads';
import { until } from '../support/until';

const { signal } = new AbortController();
const told = process.env;
const service: Pick<LocalService, 'url' | 'token' | 'session' | 'pool'> = JSON.parse(told['WINDOWS_SERVICE'] ?? '{}');
/** The hash of each folder's zip, as Linux packs it. */
const zips: Record<string, string> = JSON.parse(told['WINDOWS_ZIPS'] ?? '{}');

describe('On Windows, against a service on Linux', () => {
  let folder: ExtensionFolder;
  let person: Person;
  before(() => {
    assert.equal(process.platform, 'win32');
    folder = new ExtensionFolder({ host_permissions: ['<all_urls>'] });
    person = new Person(service);
  });
  after(() => person.close());

  const loadedVersion = async (): Promise<string | undefined> =>
    (await person.loaded(service.session)).find(({ name }) => name === 'Again')?.version;

  it('an extension is checked: problems have “/” in their paths', async () => {
    folder.write('pages/popup.html', '<script src="scripts/none.js"></script>');
    folder.write('lib/.gitignore', 'a.js\n');
    folder.write('lib/a.js', '');
    folder.change();
    const bad = new ExtensionFolder({ action: { default_popup: 'pages\\popup.html' } });
    bad.write('pages/popup.html', '<script src="scripts/none.js"></script>');
    const { problems } = await inspectExtension(bad.path, {}, signal);
    assert.deepEqual(
      problems.map(({ code, file }) => `${code} ${file}`),
      ['page-file-missing pages/popup.html'],
    );
    const { files, excluded } = await inspectExtension(folder.path, {}, signal);
    assert.ok(files.some(({ path: name }) => name === 'pages/popup.html'));
    assert.ok(excluded.some(({ path: name }) => name === 'lib/a.js'));
  });

  for (const [name, sha256] of Object.entries(zips))
    it(`${name} becomes the zip that it becomes on Linux`, async () => {
      const packed = await packExtension(await inspectExtension(path.resolve(name), {}, signal), signal);
      assert.equal(packed.sha256, sha256);
    });

  it('it is uploaded, and uploaded again in the same place', async () => {
    await person.upload(folder.path, service.session, 'again');
    const before = await loadedVersion();
    const version = folder.change();
    assert.notEqual(version, before);
    const outcome = await person.again(folder.path, service.session);
    assert.equal(outcome.kind, 'reloaded');
    assert.equal(await loadedVersion(), version);
  });

  it('it is watched: what is saved is loaded', async () => {
    let uploads = 0;
    const changes = new SettledChanges();
    const loop = new WatchLoop(changes, async (stop) => {
      await person.again(folder.path, service.session, stop);
      uploads += 1;
    });
    const watcher = watch(folder.path, { recursive: true }, () => changes.changed());
    try {
      const version = folder.change();
      await until('it was uploaded', () => uploads > 0);
      await until('the saved version is loaded', async () => (await loadedVersion()) === version);
    } finally {
      watcher.close();
      loop.stop();
    }
  });

  it('its log is followed, with the place in the file of this system', async () => {
    const lines: LogLine[] = [];
    const end = new AbortController();
    const extension = (await person.loaded(service.session)).find(({ name }) => name === 'Again');
    let isFollowed = false;
    const listener = {
      onFollow: () => (isFollowed = true),
      onLines: (more: readonly LogLine[]) => lines.push(...more),
    };
    const followed = followLog(
      person.devtools.of(person.client, service.session),
      {
        extensionId: extension?.id ?? assert.fail(),
        pausesWorkers: true,
        matches: () => [],
        files: { folder: folder.path, top: folder.path },
      },
      listener,
      end.signal,
    ).catch(() => {});
    await until('the log is followed', () => isFollowed);
    folder.write('worker.js', '\n  console.log("from Windows");');
    await person.again(folder.path, service.session);
    await until('the line is there', () => lines.some(({ text }) => text === 'from Windows'));
    const place = lines.find(({ text }) => text === 'from Windows')?.place?.source;
    end.abort();
    await followed;
    assert.deepEqual([place?.file, place?.line], [path.join(folder.path, 'worker.js'), 2]);
  });

  it('a session is clicked, acquired from its pool, and released', async () => {
    const needs = { client: person.client, sessions: person.records.sessions, pools: person.records.pools };
    await click(needs, { sessionId: service.session, click: { x: 10, y: 20 } }, signal);
    const { id } = await acquireSession(needs, service.pool, signal);
    await releaseSession(needs, { pool: service.pool, sessionId: id }, signal);
    assert.ok(!person.records.sessions.notReleased().some((session) => session.id === id));
  });

  it('it is put into the catalog, and deleted from it', async () => {
    const needs = { client: person.client, extensions: person.records.extensions };
    const listed = async (): Promise<(string | undefined)[]> =>
      (await person.client.listExtensions(signal))?.items.map(({ name }) => name) ?? [];
    const questions = { ...NO_QUESTION, name: async () => 'windows', confirm: async () => {} };
    const { extension } = await uploadToCatalog(uploadSettings(needs), folder.path, questions, run);
    assert.ok((await listed()).includes('windows'));
    await deleteExtension(needs, extension.id, signal);
    assert.ok(!(await listed()).includes('windows'));
  });
});
