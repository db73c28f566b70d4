import assert from 'node:assert/strict';
import { followArea, readArea } from '../../../src/app/loaded/storage';
import { followLog, type LogLine } from '../../../src/app/log/follow-log';
import { ServiceError } from '../../../src/core/service-error';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { openSession, Person as Window } from '../../support/person';
import { until } from '../../support/until';
import { GOOD, Person } from './command-line';
import { nightly } from '../../support/nightly';

const { signal } = new AbortController();

describe('The command line beside a window, in one session', () => {
  let service: LocalService;
  let session: string;
  let person: Person;
  let window: Window;
  let folder: string;
  const end = new AbortController();

  before(async () => {
    service = await startLocalService();
    person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
    window = new Window(service);
  });
  beforeEach(async () => {
    session = await openSession(service);
    folder = person.write('hello', GOOD);
  });
  afterEach(() => request(service, 'DELETE', `/browsers/${session}`));
  after(async () => {
    end.abort();
    window.close();
    person.leave();
    await service.stop();
  });

  async function done(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await person.run(...args, '--session', session);
    assert.equal(code, 0, err);
    return out;
  }

  const names = async (): Promise<string[]> =>
    (await window.loaded(session)).map(({ path, version }) => `${path.split('/').at(-1)} ${version}`).toSorted();

  it('adds no copy beside that of the window, whose upload it does not know, and the window goes on with it', async () => {
    await window.upload(folder, session, 'hello');
    person.write('hello', { 'manifest.json': { ...GOOD['manifest.json'], version: '1.3' } });
    const { code, err } = await person.run('upload', 'hello', '--session', session);
    assert.equal(code, 1);
    assert.match(err, /^“hello” is already used in “.+”\. Nothing was loaded\.\n$/);
    assert.deepEqual(await names(), ['hello 1.2']);
    assert.equal((await window.again(folder, session)).kind, 'reloaded');
    assert.deepEqual(await names(), ['hello 1.3']);
  });

  nightly('both follow one log, and what one stores is known to the other', async () => {
    person.write('hello', { 'worker.js': 'setInterval(() => console.log("tick", performance.now()), 100);\n' });
    await done('upload', 'hello');
    const [extension] = await window.loaded(session);
    assert.ok(extension);
    const devtools = window.devtools.of(window.client, session);
    const lines: string[] = [];
    const stop = new AbortController();
    const following = followLog(
      devtools,
      { extensionId: extension.id, pausesWorkers: true, matches: () => [] },
      {
        onLines: (all: readonly LogLine[]) => lines.push(...all.map(({ text }) => text)),
      },
      AbortSignal.any([stop.signal, end.signal]),
    ).catch((error: unknown) => error);
    const log = person.start('log', '--session', session);
    await log.says('tick');
    await until('both have the same line', () => lines.some((line) => log.out.includes(`${line}\n`)));
    assert.equal(new Set(lines).size, lines.length);

    let changes = 0;
    const followed = followArea(devtools, extension.id, 'local', () => (changes += 1), end.signal).catch(() => {});
    await until('the document is open', () => changes === 1);
    const target = { session: { id: session }, extension };
    const access = { client: window.client, sessions: window.records.sessions, devtools: window.devtools };
    await done('storage', 'Hello', '--set', 'from=terminal');
    await until('the document hears of it', () => changes > 1);
    assert.equal((await readArea(access, target, 'local', signal)).values['from'], 'terminal');

    await log.interrupt();
    const { length } = lines;
    await until('the window goes on', () => lines.length > length + 3);
    await request(service, 'DELETE', `/browsers/${session}`);
    const error = await following;
    assert.ok(error instanceof ServiceError && error.status === 404, String(error));
    await followed;
  });
});
