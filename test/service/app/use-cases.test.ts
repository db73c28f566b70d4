import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { deleteExtension } from '../../../src/app/catalog';
import { click, takeScreenshot } from '../../../src/app/computer';
import { lastClicked } from '../../../src/app/last-used';
import { acquireSession } from '../../../src/app/pools';
import { refreshExtensions, refreshPools, refreshSessions } from '../../../src/app/refresh';
import { createSession, releaseSession } from '../../../src/app/sessions';
import { packFolders, type NamedPackage, type PackedFolder } from '../../../src/app/upload/pack-folders';
import type { FoldersProgress } from '../../../src/app/upload/ports';
import { changesSince, uploadPackages } from '../../../src/app/upload/upload-packages';
import { inspectExtension } from '../../../src/packaging';
import { openRecords, type ConnectionRecords, type SessionRecord } from '../../../src/state';
import { startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { storage } from '../../support/storage';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

describe('The use cases, on a real browser', () => {
  let service: LocalService;
  let client: Client;
  let records: ConnectionRecords;

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
  });
  after(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(() => (records = openRecords(storage(), { name: 'here', address: 'https://here' }, () => {})));

  const hello = path.resolve('test/sample-workspace/hello-extension');

  /** The limits of the service. */
  const limits = { zipBytes: 50 * 1024 * 1024, extensions: 20 };

  async function pack(folder: string): Promise<PackedFolder> {
    const [packed] = await packFolders(
      [{ folder, inspection: await inspectExtension(folder, {}, signal) }],
      limits,
      signal,
      () => {},
    );
    assert.ok(packed);
    return packed;
  }

  async function upload(
    packages: readonly NamedPackage[],
    onProgress: (progress: FoldersProgress) => void = () => {},
    stop = signal,
  ): ReturnType<typeof uploadPackages> {
    const { sessions } = records;
    const session = sessions.get(service.session) ?? { id: service.session };
    return uploadPackages({ client, sessions }, packages, session, (_step, work) => work(stop, onProgress));
  }

  it('an upload tells its phases in their order and remembers what was loaded where', async () => {
    const phases: string[] = [];
    await upload([{ ...(await pack(hello)), name: 'remembered' }], ({ phase }) => phases.push(phase));
    assert.deepEqual(
      phases.filter((phase, index) => phase !== phases[index - 1]),
      ['sending', 'loading'],
    );
    const [first, ...others] = records.sessions.get(service.session)?.uploads ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual(
      { name: first?.name, title: first?.title, version: first?.version, folder: first?.folder },
      { name: 'remembered', title: 'Hello Extension', version: '1.0.0', folder: hello },
    );
  });

  it('an upload that is cancelled before its first byte sends nothing', async () => {
    const packages = [{ ...(await pack(hello)), name: 'cancelled' }];
    await assert.rejects(
      upload(packages, () => {}, AbortSignal.abort()),
      { name: 'Cancelled' },
    );
    assert.deepEqual(records.sessions.all(), []);
    await upload(packages);
  });

  for (const [what, names, words] of [
    ['that leads out of its folder', ['../x y'], /^Nothing was sent: the name “\.\.\/x y” can’t be used\./],
    ['that the session has', ['remembered-twice', 'remembered-twice-2'], /“remembered-twice” already exists/],
    ['twice', ['same', 'same'], /Another extension in this upload is named “same”\./],
  ] as const) {
    it(`a name ${what} is refused before anything is sent`, async () => {
      const packed = await pack(hello);
      await records.sessions.remember({
        id: service.session,
        uploads: [
          { name: 'remembered-twice', title: '', version: '', bytes: 1, sha256: '', at: 1, folder: '/somewhere' },
        ],
      });
      await assert.rejects(upload(names.map((name) => ({ ...packed, name }))), { name: 'UserError', message: words });
      assert.equal(records.sessions.get(service.session)?.uploads?.length, 1);
    });
  }

  nightly('a zip over the limit is not sent, and the message names the largest files', async () => {
    const folder = temporaryFolder();
    await writeFile(path.join(folder, 'manifest.json'), '{"manifest_version": 3, "name": "Large", "version": "1"}');
    await writeFile(path.join(folder, 'video.bin'), randomBytes(53_050_000));
    await assert.rejects(
      pack(folder),
      /“Large” is too large \(50\.6 MB; limit 50 MB\)\. Exclude unneeded files\. Largest: video\.bin \(50\.6 MB\)\.$/,
    );
  });

  it('more extensions than the service takes in one upload are not even zipped', async () => {
    const inspection = await inspectExtension(hello, {}, signal);
    const folders = ['a', 'b', 'c'].map((folder) => ({ folder, inspection }));
    await assert.rejects(
      packFolders(folders, { ...limits, extensions: 2 }, signal, () => assert.fail('zipped')),
      /Too many extensions \(3; limit 2 per upload\)/,
    );
  });

  it('knows how many files have changed since a folder was last uploaded into the session', async () => {
    const folder = temporaryFolder();
    await cp(hello, folder, { recursive: true });
    const before = await pack(folder);
    assert.equal(changesSince({ id: service.session }, before), undefined);
    await upload([{ ...before, name: 'changing' }]);
    const session = (): SessionRecord =>
      records.sessions.get(service.session) ?? assert.fail('the session is not remembered');
    assert.equal(changesSince(session(), await pack(folder))?.files, 0);
    await appendFile(path.join(folder, 'manifest.json'), '\n');
    await writeFile(path.join(folder, 'new.txt'), 'new');
    const after = await pack(folder);
    assert.deepEqual(
      [changesSince(session(), after)?.files, changesSince(session(), after)?.since.name],
      [2, 'changing'],
    );
    await upload([{ ...after, name: 'changing-2' }]);
    // Compared with the last upload, not with the one before.
    assert.equal(changesSince(session(), before)?.files, 2);
    assert.deepEqual(
      session().uploads?.map(({ digests }) => digests !== undefined),
      [true, false],
    );
  });

  it('what is added while a refresh runs is not marked as gone by it', async () => {
    const refreshing = refreshSessions({ client, sessions: records.sessions }, signal);
    await records.sessions.remember({ id: 'added-meanwhile' });
    await refreshing;
    assert.ok(!records.sessions.get('added-meanwhile')?.gone);
  });

  it('two folders go in one request', async () => {
    const packed = await pack(hello);
    const uploads = await upload(['twin-1', 'twin-2'].map((name) => ({ ...packed, name })));
    assert.deepEqual(
      uploads.map(({ name }) => name),
      ['twin-1', 'twin-2'],
    );
  });

  nightly('keeps what the next upload is held against for the newest five folders of a session', async () => {
    const packed = await pack(hello);
    await upload(
      ['1', '2', '3', '4', '5', '6', '7'].map((number) => ({
        ...packed,
        folder: `/folder-${number}`,
        name: `many-${number}`,
      })),
    );
    const uploads = records.sessions.get(service.session)?.uploads;
    assert.deepEqual(
      uploads?.map(({ digests }) => digests !== undefined),
      [true, true, true, true, true, false, false],
    );
  });

  it('a click is remembered as it was typed, and the newest is the one to repeat', async () => {
    const { id } = await createSession({ client, sessions: records.sessions }, signal);
    await click({ client, sessions: records.sessions }, { sessionId: service.session, click: { x: 1, y: 2 } }, signal);
    await click(
      { client, sessions: records.sessions },
      { sessionId: id, click: { x: 3, y: 4, button: 'right', clicks: 2, holdKeys: ['shift'] } },
      signal,
    );
    assert.equal(lastClicked(records.sessions)?.lastClick?.text, '3, 4 right x2 +shift');
  });

  it('a 404 marks the session as gone, and success takes the mark away', async () => {
    await assert.rejects(
      click({ client, sessions: records.sessions }, { sessionId: 'nowhere', click: { x: 1, y: 2 } }, signal),
      { status: 404 },
    );
    assert.equal(records.sessions.get('nowhere')?.gone, true);
    await records.sessions.remember({ id: service.session, gone: true });
    await click({ client, sessions: records.sessions }, { sessionId: service.session, click: { x: 1, y: 2 } }, signal);
    assert.equal(records.sessions.get(service.session)?.gone, false);
  });

  it('a picture of a session that is not there marks it as gone, and a released one is not asked for', async () => {
    const needs = { client, sessions: records.sessions };
    await assert.rejects(takeScreenshot(needs, 'nowhere', signal), { status: 404 });
    assert.equal(records.sessions.get('nowhere')?.gone, true);
    const png = await takeScreenshot(needs, service.session, signal);
    assert.equal(png?.subarray(1, 4).toString(), 'PNG');
    await records.sessions.remember({ id: service.session, released: true });
    await assert.rejects(takeScreenshot(needs, service.session, signal), { name: 'UserError' });
  });

  it('another error marks nothing', async () => {
    await assert.rejects(
      click({ client, sessions: records.sessions }, { sessionId: service.session, click: { x: 99_999, y: 2 } }, signal),
      { status: 400 },
    );
    assert.deepEqual(records.sessions.all(), []);
  });

  it('a session is acquired, released and forgotten, and the counts of its pool follow', async () => {
    await refreshPools({ client, pools: records.pools }, signal);
    const counts = (): (number | undefined)[] =>
      records.pools.all().flatMap(({ available, acquired }) => [available, acquired]);
    assert.deepEqual(counts(), [1, 0]);
    const { id, pool } = await acquireSession(
      { client, sessions: records.sessions, pools: records.pools },
      service.pool,
      signal,
    );
    assert.equal(pool, service.pool);
    assert.deepEqual(counts(), [0, 1]);
    await releaseSession(
      { client, sessions: records.sessions, pools: records.pools },
      { pool: service.pool, sessionId: id },
      signal,
    );
    assert.deepEqual(records.sessions.notReleased(), []);
    assert.deepEqual(counts(), [1, 0]);
  });

  it('a session that was released is not reached by an old button, until it is acquired again', async () => {
    const needs = { client, sessions: records.sessions, pools: records.pools };
    const request = (): Promise<void> => click(needs, { sessionId: id, click: { x: 1, y: 1 } }, signal);
    const { id } = await acquireSession(needs, service.pool, signal);
    await request();
    await releaseSession(needs, { pool: service.pool, sessionId: id, reuse: true }, signal);
    await assert.rejects(request(), {
      message: `“${id}” was released and may belong to someone else now. Select another session.`,
    });
    await assert.rejects(releaseSession(needs, { pool: service.pool, sessionId: id }, signal), /was released/);
    await assert.rejects(
      uploadPackages(needs, [], { id }, (_step, work) => work(signal, () => {})),
      /was released/,
    );
    assert.equal((await acquireSession(needs, service.pool, signal)).id, id);
    await request();
    await releaseSession(needs, { pool: service.pool, sessionId: id }, signal);
  });

  it('a release to the wrong pool leaves the session as it is', async () => {
    const needs = { client, sessions: records.sessions, pools: records.pools };
    const { id } = await acquireSession(needs, service.pool, signal);
    await assert.rejects(
      releaseSession(needs, { pool: 'no-such-pool', sessionId: id }, signal),
      /isn’t acquired from pool “no-such-pool”/,
    );
    assert.ok(!records.sessions.get(id)?.gone);
    await releaseSession(needs, { pool: service.pool, sessionId: id }, signal);
    await assert.rejects(releaseSession(needs, { pool: service.pool, sessionId: 'never-was' }, signal));
    assert.equal(records.sessions.get('never-was')?.gone, true);
  });

  it('a refresh adds what is new, and marks what has ended', async () => {
    await records.sessions.remember({ id: 'ended-long-ago' });
    assert.equal(await refreshSessions({ client, sessions: records.sessions }, signal), 'refreshed');
    assert.equal(records.sessions.get('ended-long-ago')?.gone, true);
    assert.ok(!records.sessions.get(service.session)?.gone);
  });

  it('what was added by its name gets its ID at the next refresh', async () => {
    await records.pools.remember({ id: service.pool });
    await refreshPools({ client, pools: records.pools }, signal);
    assert.deepEqual(
      records.pools.all().map(({ id, name }) => [id === service.pool, name]),
      [[false, service.pool]],
    );
  });

  it('a deletion of what is not there marks the row as gone', async () => {
    await records.extensions.remember({ id: 'not-there' });
    await assert.rejects(deleteExtension({ client, extensions: records.extensions }, 'not-there', signal), {
      status: 404,
    });
    assert.equal(records.extensions.get('not-there')?.gone, true);
    assert.equal(await refreshExtensions({ client, extensions: records.extensions }, signal), 'refreshed');
  });
});
