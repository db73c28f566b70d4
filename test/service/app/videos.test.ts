import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { Kernel } from '@onkernel/sdk';
import { createClient, type BodySink, type Client } from '../../../src/api';
import { Activities } from '../../../src/app/activities/activities';
import { wordsForStop } from '../../../src/app/activities/stop-reasons';
import { listVideos, markVideos, recordVideo, saveVideo, type RecordedVideo } from '../../../src/app/videos';
import { Cancelled } from '../../../src/core/errors';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { listen, portOf } from '../../support/network/listen';
import { startSdkService, type SdkService } from '../../support/sdk-service';
import { addReplayRoutes, emptyVideo, VIEW_SECRET, type KnownReplay } from '../../support/sdk-service/replays';
import { addSessionRoutes, sessionState } from '../../support/sdk-service/sessions';
import { storage } from '../../support/storage';
import { temporaryFolder } from '../../support/temporary-folder';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';

const { signal } = new AbortController();
const HERE = { name: 'here', address: 'https://here' };
const NOWHERE: BodySink = { begin: async () => {}, write: async () => {} };

describe('Videos of a session', () => {
  let service: SdkService;
  let videos: KnownReplay[];
  let kernel: Kernel;
  let client: Client;
  let records: ConnectionRecords;
  let activities: Activities;
  let log: string[];
  let folder: string;
  let file: string;
  let id: string;

  beforeEach(async () => {
    videos = [];
    const sessions = sessionState();
    service = await startSdkService(
      (app) => addSessionRoutes(app, sessions),
      (app) => addReplayRoutes(app, videos),
    );
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
    log = [];
    client = createClient({ baseUrl: service.url, token: service.token, log: (line) => log.push(line) });
    records = openRecords(storage(), HERE, () => {});
    activities = new Activities(wordsForStop);
    folder = temporaryFolder();
    file = path.join(folder, 'video.mp4');
    ({ session_id: id } = await kernel.browsers.create({ name: 'shop' }));
  });
  afterEach(async () => {
    client.close();
    await service.stop();
  });

  const record = (session = id): Promise<RecordedVideo> =>
    recordVideo({ client, sessions: records.sessions, activities }, HERE, { id: session }, signal);
  const save = (videoId: string, stop = signal): Promise<void> =>
    saveVideo(client, { sessionId: id, videoId, file }, stop, () => {});
  const list = (): Promise<readonly { readonly id: string }[]> =>
    listVideos({ client, sessions: records.sessions }, id, signal);

  it('have a mark for each step, on one line; a service without marks is asked once', async () => {
    const needs = { client, activities };
    // Nothing is recorded yet.
    markVideos(needs, HERE, id, 'too early');
    await record();
    markVideos(needs, HERE, id, '1. Open\n“popup”\u202E');
    await until('the first is marked', () => videos[0]?.marks.length === 1);
    markVideos(needs, HERE, id, `2. ${'x'.repeat(300)}`);
    await until('the second is marked', () => videos[0]?.marks.length === 2);
    assert.deepEqual(videos[0]?.marks, ['1. Open “popup”', `2. ${'x'.repeat(196)}…`]);
    const before = service.arrived.length;
    videos.splice(0);
    markVideos(needs, HERE, id, '3.');
    await until('it was answered', () => log.some((line) => line.startsWith('✗') && line.includes('/mark')));
    markVideos(needs, HERE, id, '4.');
    await client.listSessions(signal);
    assert.equal(service.arrived.slice(before).filter(({ path: asked }) => asked.endsWith('/mark')).length, 1);
  });

  it('are recorded until they are stopped, as the SDK sees them', async () => {
    const video = await record();
    assert.deepEqual(
      activities.of('video').map(({ session, video: its }) => [session.id, its]),
      [[id, video.id]],
    );
    assert.equal((await kernel.browsers.replays.list(id))[0]?.finished_at, null);
    await video.stop();
    assert.deepEqual(activities.all, []);
    assert.ok((await kernel.browsers.replays.list(id))[0]?.finished_at);
  });

  it('are listed with those that the SDK has started, the newest first, and saved as the same bytes', async () => {
    const own = await record();
    const { replay_id: theirs } = await kernel.browsers.replays.start(id);
    await kernel.browsers.replays.stop(theirs, { id });
    const listed = await list();
    assert.deepEqual(listed, [
      { id: theirs, startedAt: Date.UTC(2026, 0, 31, 12, 1), finishedAt: Date.UTC(2026, 0, 31, 12, 2, 5) },
      { id: own.id, startedAt: Date.UTC(2026, 0, 31, 12), finishedAt: undefined },
    ]);
    await writeFile(file, 'an older video');
    await save(theirs);
    const video = await (await kernel.browsers.replays.download(theirs, { id })).arrayBuffer();
    assert.ok((await readFile(file)).equals(Buffer.from(video)));
    assert.deepEqual(await readdir(folder), ['video.mp4']);
  });

  it('are no news where their address would be', async () => {
    const video = await record();
    await list();
    await video.stop();
    assert.equal(
      JSON.stringify([log, records.sessions.all(), activities.all, await list()]).includes(VIEW_SECRET),
      false,
    );
  });

  it('are stopped from the list of all that runs, and need no stop where their session has ended', async () => {
    const { session_id: other } = await kernel.browsers.create();
    const [first, second] = [await record(), await record(other)];
    activities.stopWhere((each) => each.kind === 'video' && each.video === first.id, 'stopped');
    await first.ended;
    assert.ok(videos[0]?.record.finished_at);
    activities.stopWhere(() => true, 'sessionEnded');
    await second.ended;
    assert.equal(videos[1]?.record.finished_at, null);
    assert.equal(service.arrived.filter(({ path: to }) => to.endsWith('/stop')).length, 1);
  });

  it('are begun once, however often and fast they are asked for', async () => {
    const [first, second] = await Promise.allSettled([record(), record()]);
    assert.deepEqual([first.status, second.status], ['fulfilled', 'rejected']);
    await assert.rejects(record(), /A video of “.*” is already being recorded/);
    assert.equal(videos.length, 1);
    activities.stopWhere(() => true, 'stopped');
    await record();
    assert.equal(videos.length, 2);
  });

  it('can be begun again after a start that failed', async () => {
    const [before, stopping] = [service.arrived.length, new AbortController()];
    stopping.abort();
    const needs = { client, sessions: records.sessions, activities };
    await assert.rejects(recordVideo(needs, HERE, { id }, stopping.signal), Cancelled);
    assert.deepEqual([activities.all, service.arrived.length], [[], before]);
    await record();
    assert.equal(videos.length, 1);
  });

  it('that cannot be stopped say so to who stops them', async () => {
    const video = await record();
    videos.pop();
    await assert.rejects(video.stop(), /This video of “.*” no longer exists/);
    assert.deepEqual(activities.all, []);
  });

  it('are waited for while the service prepares them', async () => {
    const video = await record();
    await video.stop();
    const [known] = videos;
    assert.ok(known);
    known.preparing = 1;
    await save(video.id);
    assert.ok((await readFile(file)).equals(Buffer.from(known.video)));
  });

  it('that are not prepared in time can be given up', async () => {
    const video = await record();
    for (const known of videos) known.preparing = Number.POSITIVE_INFINITY;
    const stopping = new AbortController();
    const saving = save(video.id, stopping.signal);
    while (!log.some((line) => line.startsWith('← GET') && line.includes('202'))) await new Promise(setImmediate);
    stopping.abort();
    await assert.rejects(saving, Cancelled);
    assert.deepEqual(await readdir(folder), []);
  });

  for (const [what, bytes] of [
    ['JSON', Buffer.from('{"url":"https://elsewhere"}')],
    ['nothing', Buffer.alloc(0)],
    ['less than a head', Buffer.from('\0\0\0')],
  ] as const)
    it(`that are ${what} are not saved, and an older file stays`, async () => {
      const video = await record();
      for (const known of videos) known.video = new Uint8Array(bytes);
      await writeFile(file, 'an older video');
      await assert.rejects(save(video.id), /Couldn’t download the video of “.*”\. Unexpected response/);
      assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['video.mp4'], 'an older video']);
    });

  it('say that the disk refuses', async () => {
    const video = await record();
    file = path.join(folder, 'nowhere', 'video.mp4');
    await assert.rejects(save(video.id), /Couldn’t save the video: ENOENT/);
  });

  it('are not offered where the service knows the session, and not the operation', async () => {
    const sessions = sessionState();
    const bare = await startSdkService((app) => addSessionRoutes(app, sessions));
    const there = new Kernel({ apiKey: bare.token, baseURL: bare.url, maxRetries: 0 });
    const other = createClient({ baseUrl: bare.url, token: bare.token });
    const { session_id: known } = await there.browsers.create({});
    const needs = { client: other, sessions: records.sessions, activities };
    const notOffered = { name: 'NotOffered', ability: 'videos' };
    await assert.rejects(recordVideo(needs, HERE, { id: known }, signal), notOffered);
    await assert.rejects(listVideos(needs, known, signal), notOffered);
    await assert.rejects(recordVideo(needs, HERE, { id: 'unknown' }, signal), { status: 404 });
    assert.deepEqual(activities.all, []);
    other.close();
    await bare.stop();
  });
});

describe('Videos of a service that means harm', () => {
  let respond: (response: ServerResponse, count: number) => void;
  let requests: number;
  let client: Client;
  const server = createServer((_request, response) => {
    response.on('error', () => {});
    respond(response, ++requests);
  });

  before(async () => {
    await listen(server);
    client = createClient({
      baseUrl: `http://127.0.0.1:${portOf(server)}`,
      token: 'the-token-of-this-person',
      wait: async () => {},
    });
  });
  beforeEach(() => (requests = 0));
  after(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });

  nightly('are read up to 1 GB, and not asked for again', async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024);
    respond = (response) => {
      response.write(emptyVideo());
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await assert.rejects(client.downloadReplay('s1', 'r1', NOWHERE, signal), /It’s larger than 1\.0 GB/);
    assert.equal(requests, 1);
  });

  it('are not begun if they claim to be larger', async () => {
    respond = (response) => response.writeHead(200, { 'content-length': String(2 ** 40) }).write(emptyVideo());
    let bytes = 0;
    const sink: BodySink = { begin: async () => {}, write: async (chunk) => void (bytes += chunk.length) };
    await assert.rejects(client.downloadReplay('s1', 'r1', sink, signal), /It’s larger than 1\.0 GB/);
    assert.deepEqual([bytes, requests], [0, 1]);
  });

  it('begin anew after a connection that broke', async () => {
    const video = emptyVideo(100_000);
    respond = (response, count) => {
      response.writeHead(200, { 'content-length': String(video.length) });
      if (count > 1) response.end(video);
      else response.write(video.subarray(0, 50_000), () => response.destroy());
    };
    const folder = temporaryFolder();
    const file = path.join(folder, 'video.mp4');
    await saveVideo(client, { sessionId: 's1', videoId: 'r1', file }, signal, () => {});
    assert.ok((await readFile(file)).equals(Buffer.from(video)));
    assert.equal(requests, 2);
  });

  it('are shown up to a number, and only those whose ID can be asked for', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ replay_id: `r${index}` }));
    respond = (response) => response.end(JSON.stringify(many));
    assert.equal((await client.listReplays('s1', signal)).length, 500);
    const hostile = [
      '..',
      '',
      7,
      null,
      '../../x',
      'the-token-of-this-person',
      { toString: 'x' },
      '\ud800',
      'a'.repeat(9999),
    ];
    respond = (response) =>
      response.end(JSON.stringify(hostile.map((replay_id) => ({ replay_id, started_at: 'now' }))));
    assert.deepEqual(await client.listReplays('s1', signal), [
      { id: '../../x', startedAt: undefined, finishedAt: undefined },
    ]);
  });

  it('are no list where there are a million', async () => {
    const million = `[${'{"replay_id":"r"},'.repeat(1_000_000)}{}]`;
    respond = (response) => response.end(million);
    await assert.rejects(client.listReplays('s1', signal), /Couldn’t list the videos of “s1”\. Unexpected response/);
  });
});
