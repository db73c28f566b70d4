import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { releaseSession } from '../../../src/app/sessions';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { ExtensionFolder, filesIn, openSession, Person } from '../../support/person';
import { storage } from '../../support/storage';

const { signal } = new AbortController();
const ROUNDS = process.env['TEST_NIGHTLY'] ? 8 : 3;

describe('Uploading again into a session that others use too', () => {
  let service: LocalService;
  let session: string;
  let folder: ExtensionFolder;
  /** The folder of the other person. */
  let theirs: ExtensionFolder;
  let one: Person;
  /** Another machine, where the same copy of the session was uploaded from another folder. */
  let other: Person;

  before(async () => void (service = await startLocalService()));
  after(() => service.stop());
  beforeEach(async () => {
    session = await openSession(service);
    [folder, theirs] = [new ExtensionFolder(), new ExtensionFolder()];
    one = new Person(service);
    await one.upload(folder.path, session, 'shared');
    const theirStorage = storage();
    for (const key of [`sessions http://here here`]) {
      const known = JSON.stringify(one.storage.get(key)).replaceAll(folder.path, theirs.path);
      await theirStorage.update(key, JSON.parse(known));
    }
    other = new Person(service, theirStorage);
  });
  afterEach(async () => {
    one.close();
    other.close();
    await request(service, 'DELETE', `/browsers/${session}`);
  });

  async function assertRuns(files: Record<string, string>): Promise<void> {
    const [only] = await one.loaded(session);
    assert.ok(only);
    assert.deepEqual(filesIn(only.path), files);
    assert.equal(JSON.parse(files['manifest.json'] ?? '').version, only.version);
  }

  it('the session has what the last one sent, and the other is not told to be up to date', async () => {
    folder.change();
    folder.write('only-here.json', '{}');
    assert.equal((await one.again(folder.path, session)).kind, 'reloaded');
    await assertRuns(filesIn(folder.path));
    // Their folder is as it was when it was uploaded, and the session has other files since.
    assert.equal((await other.again(theirs.path, session)).kind, 'reloaded');
    await assertRuns(filesIn(theirs.path));
    assert.equal((await other.again(theirs.path, session)).kind, 'unchanged');
    assert.equal((await one.again(folder.path, session)).kind, 'reloaded');
    await assertRuns(filesIn(folder.path));
    assert.equal((await one.again(folder.path, session)).kind, 'unchanged');
  });

  it('of the same folder in two windows, the second knows what the first has sent', async () => {
    const window = new Person(service, one.storage);
    folder.change();
    assert.equal((await one.again(folder.path, session)).kind, 'reloaded');
    assert.equal((await window.again(folder.path, session)).kind, 'unchanged');
    folder.write('worker.js', '/* changed */');
    const outcome = await window.again(folder.path, session);
    assert.ok(outcome.kind === 'reloaded' && outcome.files.written === 1);
    assert.equal((await one.again(folder.path, session)).kind, 'unchanged');
    await assertRuns(filesIn(folder.path));
    window.close();
  });

  it('at the same moment: whoever is told to be up to date is, and who comes last has it all', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      folder.change();
      theirs.change();
      theirs.write(`round-${round}.json`, '{}');
      const both = [one.again(folder.path, session), other.again(theirs.path, session)];
      for (const { kind } of await Promise.all(both)) assert.equal(kind, 'reloaded');
      for (const [person, { path }] of [
        [one, folder],
        [other, theirs],
      ] as const) {
        if ((await person.again(path, session)).kind === 'unchanged') await assertRuns(filesIn(path));
      }
      await other.again(theirs.path, session);
      await assertRuns(filesIn(theirs.path));
    }
  });

  nightly('at the same moment in two windows of the same folder: the session has its files', async () => {
    const window = new Person(service, one.storage);
    for (let round = 0; round < ROUNDS; round++) {
      folder.change();
      await Promise.all([one, window].map((each) => each.again(folder.path, session)));
      await assertRuns(filesIn(folder.path));
      await one.again(folder.path, session);
      assert.equal((await window.again(folder.path, session)).kind, 'unchanged');
      await assertRuns(filesIn(folder.path));
    }
    window.close();
  });

  nightly('another extension of another folder changes nothing of the first', async () => {
    folder.change();
    await one.again(folder.path, session);
    await other.records.sessions.remove(session);
    // Their upload restarts the browser.
    await other.upload(theirs.path, session, 'second');
    theirs.change();
    assert.equal((await other.again(theirs.path, session)).kind, 'reloaded');
    assert.equal((await one.again(folder.path, session)).kind, 'unchanged');
    const loaded = await one.loaded(session);
    for (const { path } of [folder, theirs]) {
      const files = filesIn(path);
      assert.ok(loaded.some((each) => JSON.stringify(filesIn(each.path)) === JSON.stringify(files)));
    }
  });

  it('what someone writes with other tools is found too, where it takes the place of our files', async () => {
    folder.change();
    await one.again(folder.path, session);
    const [only] = await one.loaded(session);
    assert.ok(only);
    // As a service does that restores a session: the files of another time.
    rmSync(only.path, { recursive: true });
    cpSync(theirs.path, only.path, { recursive: true });
    assert.equal((await one.again(folder.path, session)).kind, 'reloaded');
    await assertRuns(filesIn(folder.path));
  });

  it('a session that has ended: a sentence, and the row knows it', async () => {
    folder.change();
    await request(service, 'DELETE', `/browsers/${session}`);
    await assert.rejects(one.again(folder.path, session), /has ended/);
    assert.equal(one.records.sessions.get(session)?.gone, true);
    session = await openSession(service);
    await assert.rejects(one.again(folder.path, session), /This folder hasn’t been uploaded to “.+”\./);
  });

  it('a session that was released: a sentence, and no request', async () => {
    const { client, records } = one;
    const leased = await client.acquire(service.pool, signal);
    assert.ok(leased);
    await one.upload(folder.path, leased.id, 'leased');
    await releaseSession({ client, ...records }, { pool: service.pool, sessionId: leased.id }, signal);
    folder.change();
    await assert.rejects(one.again(folder.path, leased.id), /was released and may belong to someone else now/);
    // Who does not know of the release meets a session that is not theirs any more.
    await other.records.sessions.remember({
      id: leased.id,
      uploads: [{ name: 'leased', title: 'Again', version: '1', bytes: 1, sha256: '', at: 1, folder: theirs.path }],
    });
    await assert.rejects(other.again(theirs.path, leased.id), /has ended or belongs to another account/);
  });
});
