import assert from 'node:assert/strict';
import path from 'node:path';
import { NoDevTools } from '../../../src/app/devtools-sessions';
import { followedAgain, followLog, type LogLine } from '../../../src/app/log/follow-log';
import { Cancelled } from '../../../src/core/errors';
import { english, type Message } from '../../../src/core/message';
import { ServiceError } from '../../../src/core/service-error';
import {
  DevToolsFailure,
  listLoaded,
  loadUnpacked,
  uninstall,
  untilBack,
  type PauseAfter,
} from '../../../src/devtools';
import { listTargets } from '../../../src/devtools/targets';
import { manifest, writeFiles } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { until } from '../../support/until';
import { BusyHost } from '../devtools/busy-host';
import { ExtensionFolder, openSession, Person } from '../../support/person';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

/** Bytes. */
const MAX_GROWTH = 100e6;

/** A log that a window follows. */
class Followed {
  readonly lines: LogLine[] = [];
  dropped = 0;
  readonly advice: Message[] = [];
  begun = 0;
  broken = 0;
  /** After how many lines its worker started anew. */
  readonly restarts: number[] = [];
  ended: unknown;
  /** Of each time that it was followed, the milliseconds that it had been away before. */
  readonly away: (number | undefined)[] = [];
  onLines: () => void = () => {};
  private readonly end = new AbortController();

  constructor(
    person: Person,
    session: string,
    extensionId: string,
    folder: string,
    top = folder,
    pauseAfter?: PauseAfter,
  ) {
    const listener = {
      onFollow: (away: number | undefined) => {
        this.begun += 1;
        this.away.push(away);
      },
      onLines: (lines: readonly LogLine[]) => {
        this.lines.push(...lines);
        this.onLines();
      },
      onRestart: () => this.restarts.push(this.lines.length),
      onDropped: (count: number) => (this.dropped += count),
      onBreak: () => (this.broken += 1),
      onMissingMap: (text: Message) => this.advice.push(text),
    };
    const followed = { extensionId, pausesWorkers: true, matches: () => [], files: { folder, top } };
    const devtools = person.devtools.of(person.client, session);
    followLog(devtools, followed, listener, this.end.signal, pauseAfter).catch(
      (error: unknown) => (this.ended = error),
    );
  }

  get texts(): string[] {
    return this.lines.map(({ text }) => text);
  }

  stop(): void {
    this.end.abort();
  }
}

/** Says twenty lines. */
const twentyLines = (who: string): string =>
  `let n = 0; const timer = setInterval(() => { console.log('${who}', n); if (++n === 20) clearInterval(timer); }, 10);`;

describe('The log of an extension, by the use case', () => {
  let service: LocalService;
  let proxy: BreakingProxy;
  let folder: ExtensionFolder;
  let session: string;
  let people: Person[] = [];
  let logs: Followed[] = [];

  before(async () => {
    service = await startLocalService();
    proxy = await BreakingProxy.start(service.url);
  });
  beforeEach(async () => {
    proxy.breakAt(() => undefined);
    proxy.hidesDevTools = false;
    folder = new ExtensionFolder({ host_permissions: ['<all_urls>'] });
    session = service.session;
  });
  afterEach(async () => {
    for (const log of logs) log.stop();
    for (const person of people) person.close();
    [people, logs] = [[], []];
    await unload();
  });
  after(async () => {
    await proxy.stop();
    await service.stop();
  });

  function someone(url = service.url): Person {
    const person = new Person({ url, token: service.token }, people[0]?.storage);
    people.push(person);
    return person;
  }

  /** Loads the folder with this worker, which takes less than an upload: the browser goes on. @returns its ID. */
  async function load(person: Person, worker: string): Promise<string> {
    folder.write('worker.js', worker);
    const devtools = person.devtools.of(person.client, session);
    await devtools.use((connection) => loadUnpacked(connection, folder.path, signal), signal);
    const loaded = (await person.loaded(session)).find((each) => each.path === folder.path);
    return loaded?.id ?? assert.fail();
  }

  /** Uploads the folder with this worker. @returns the ID of the extension. */
  async function upload(person: Person, worker: string, name: string): Promise<string> {
    folder.write('worker.js', worker);
    await person.upload(folder.path, session, name);
    const loaded = (await person.loaded(session)).find((each) => each.path.endsWith(`/${name}`));
    return loaded?.id ?? assert.fail();
  }

  /** Leaves nothing that goes on running. */
  async function unload(): Promise<void> {
    const person = new Person(service);
    await person.devtools.of(person.client, service.session).use(async (connection) => {
      for (const { id } of await listLoaded(connection, signal)) await uninstall(connection, id, signal);
    }, signal);
    person.close();
  }

  function follow(person: Person, id: string, pauseAfter?: PauseAfter): Followed {
    const log = new Followed(person, session, id, folder.path, folder.path, pauseAfter);
    logs.push(log);
    return log;
  }

  it('has the place in the file of this machine', async () => {
    const person = someone();
    const log = follow(
      person,
      await load(person, 'function fail() {\n  throw new Error("here");\n}\nsetTimeout(fail, 500);'),
    );
    await until('the error is there', () => log.lines.length > 0);
    const [line] = log.lines;
    const source = { file: path.join(folder.path, 'worker.js'), line: 2, column: 9 };
    assert.deepEqual(line?.place?.source, source);
    assert.deepEqual(line.stack[0]?.place?.source, source);
    assert.equal(line.isUncaught, true);
  });

  it('says once how a build without source maps gets them, by the tool of its project', async () => {
    const project = temporaryFolder();
    const built = path.join(project, '.output/chrome-mv3');
    writeFiles(project, { 'package.json': { devDependencies: { wxt: '1' } } });
    writeFiles(built, {
      'manifest.json': manifest('Built', { background: { service_worker: 'background.js' } }),
      'background.js': 'let n=0;setInterval(()=>console.log("said",n++),100);',
    });
    const person = someone();
    const devtools = person.devtools.of(person.client, session);
    await devtools.use((connection) => loadUnpacked(connection, built, signal), signal);
    const loaded = (await person.loaded(session)).find((each) => each.path === built) ?? assert.fail();
    const log = new Followed(person, session, loaded.id, built, project);
    logs.push(log);
    await until('several lines are there', () => log.lines.length > 3);
    assert.deepEqual(log.advice.map(english), [
      '“background.js” has no source map, so its places are those of the build. ' +
        'With WXT, add to wxt.config.ts: vite: () => ({ build: { sourcemap: true } })',
    ]);
  });

  it('begins with what all have said before, in the order of its time', async () => {
    const person = someone();
    folder.write('page.html', '<!doctype html><script src="page.js"></script>');
    folder.write('page.js', `${twentyLines('page')} setTimeout(() => (location.hash = 'said'), 1000);`);
    const id = await load(person, twentyLines('worker'));
    const address = `chrome-extension://${id}/page.html`;
    await person.devtools.of(person.client, session).use(async (connection) => {
      await connection.send('Target.createTarget', { url: address }, { signal });
      await until('all is said', async () => {
        const targets = await listTargets(connection, signal);
        return targets.some(({ url }) => url === `${address}#said`);
      });
    }, signal);
    const log = follow(person, id);
    let begun = 0;
    log.onLines = () => (begun ||= log.begun);
    await until('all is there', () => log.lines.length === 40);
    assert.equal(begun, 1);
    const times = log.lines.map(({ at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
  });

  it('shows the objects of what was said before as it shows those of later, in their order', async () => {
    const person = someone();
    const said = `const say = (when) => { console.log(when, { a: 1, list: [1, 2] }); console.log(when, 'too'); };`;
    const id = await load(person, `${said} say('before'); setTimeout(() => say('later'), 3000);`);
    const log = follow(person, id);
    await until('both are there', () => log.texts.includes('later too'));
    assert.deepEqual(log.texts, [
      'before {a: 1, list: Array(2)}',
      'before too',
      'later {a: 1, list: Array(2)}',
      'later too',
    ]);
  });

  it('goes on after Upload Again, with the lines of the new version', async () => {
    const person = someone();
    const log = follow(person, await upload(person, ticking('old'), 'again'));
    await until('the old version speaks', () => log.texts.some((text) => text.startsWith('old')));
    folder.change();
    folder.write('worker.js', ticking('new'));
    assert.equal((await person.again(folder.path, session)).kind, 'reloaded');
    await until('the new version speaks', () => log.texts.some((text) => text.startsWith('new')));
    assert.deepEqual([log.begun, log.broken], [1, 0]);
  });

  it('tells between the lines of two versions that someone else has reloaded it', async () => {
    const [person, other] = [someone(), someone()];
    const id = await load(person, ticking('old'));
    const log = follow(person, id);
    await until('the old version speaks', () => log.texts.some((text) => text.startsWith('old')));
    folder.change();
    await load(other, ticking('new'));
    await until('the new version speaks', () => log.texts.some((text) => text.startsWith('new')));
    assert.deepEqual(log.restarts, [log.texts.findIndex((text) => text.startsWith('new'))]);
  });

  it('goes on after a restart of the browser, and says nothing twice', async () => {
    const person = someone();
    const log = follow(person, await upload(person, ticking('first'), 'restarted'));
    await until('it speaks', () => log.lines.length > 0);
    // The contract’s upload of something else restarts the browser.
    const other = new ExtensionFolder();
    await person.upload(other.path, session, 'other');
    await until('it is followed again', () => log.begun === 2);
    const { length } = log.lines;
    await until('it speaks again', () => log.lines.length > length + 2);
    assert.equal(log.broken, 1);
    assert.deepEqual(log.restarts, []);
    assert.equal(new Set(log.lines.map(({ at }) => at)).size, log.lines.length);
  });

  it('goes on after the connection was cut, without repeating what was said', async () => {
    const person = someone();
    const id = await load(person, ticking('tick'));
    const remote = someone(proxy.url);
    const log = follow(remote, id);
    await until('it speaks', () => log.lines.length > 2);
    proxy.cut();
    await until('it is followed again', () => log.begun === 2);
    const { length } = log.lines;
    await until('it speaks again', () => log.lines.length > length + 2);
    assert.equal(new Set(log.texts).size, log.lines.length);
  });

  it('goes on after an outage of the network that the service was not reachable in either', async () => {
    const person = someone();
    const id = await load(person, ticking('tick'));
    const log = follow(someone(proxy.url), id);
    await until('it speaks', () => log.lines.length > 2);
    let tries = 0;
    proxy.breakAt(({ name }) => (name === 'GET session' && ++tries <= 3 ? 'cut before' : undefined));
    proxy.cut();
    await until('it is followed again', () => log.begun === 2);
    assert.ok(tries > 3, String(tries));
    proxy.breakAt(() => undefined);
    const { length } = log.lines;
    await until('it speaks again', () => log.lines.length > length + 2);
  });

  describe('after an outage that is longer than any restart', () => {
    /** How often it did not come back; the waits are those of the product, without their length. */
    let failures: number;
    const atOnce: PauseAfter = (count, reason) => {
      failures = count;
      return untilBack(count, reason) === undefined ? undefined : 0;
    };

    /** Follows through a service that is away, until it was asked for more often than after any restart. */
    async function followAway(): Promise<Followed> {
      failures = 0;
      proxy.breakAt(() => undefined);
      const id = await load(someone(), ticking('tick'));
      const log = follow(someone(proxy.url), id, atOnce);
      await until('it speaks', () => log.lines.length > 2);
      proxy.breakAt(({ name }) => (name === 'GET session' ? 500 : undefined));
      proxy.cut();
      await until('it was tried often', () => failures > 20 || log.ended !== undefined);
      assert.equal(log.ended, undefined);
      return log;
    }

    it('goes on, and says for how long it was away', async () => {
      const log = await followAway();
      assert.deepEqual([log.begun, log.broken], [1, 1]);
      proxy.breakAt(() => undefined);
      await until('it is followed again', () => log.begun === 2);
      const { length } = log.lines;
      await until('it speaks again', () => log.lines.length > length + 2);
      const [first, again] = log.away;
      assert.equal(first, undefined);
      assert.match(
        english(followedAgain(again)),
        /^Connected again: the browser couldn’t be reached for [\d.]+ m?s\. Lines from that time are missing, except/,
      );
      assert.equal(new Set(log.texts).size, log.lines.length);
      proxy.cut();
      await until('it is followed once more', () => log.begun === 3);
      assert.deepEqual([log.broken, log.away[2]], [2, undefined]);
    });

    it('goes on after a browser that is there again, but does not answer yet', async () => {
      const log = await followAway();
      // The end of the connection is that of the attempt, not of the browser.
      proxy.breakAt(({ name, nth }) =>
        name === 'Target.attachToBrowserTarget' && nth <= 2 ? 'cut before' : undefined,
      );
      await until('it is followed again', () => log.begun === 2);
      assert.equal(log.broken, 1);
    });

    for (const status of [401, 403, 404])
      it(`ends when the service answers ${status}`, async () => {
        const log = await followAway();
        proxy.breakAt(({ name }) => (name === 'GET session' ? status : undefined));
        await until('it has ended', () => log.ended !== undefined);
        assert.ok(log.ended instanceof ServiceError && log.ended.status === status, String(log.ended));
      });

    it('ends when it is stopped, or its token is cleared, and asks no more', async () => {
      const log = await followAway();
      log.stop();
      await until('it has ended', () => log.ended instanceof Cancelled);
      const other = await followAway();
      for (const person of people) person.close();
      await until('it has ended', () => other.ended !== undefined);
    });
  });

  it('waits longer and longer for a service that stays away, up to half a minute', () => {
    const waits = Array.from({ length: 50 }, (_, index) => untilBack(index + 1, new DevToolsFailure()) ?? Infinity);
    assert.deepEqual(
      waits,
      waits.toSorted((one, other) => one - other),
    );
    assert.deepEqual([waits[0], waits.at(-1)], [0, 30_000]);
  });

  it('is the same in two windows, and the end of one does not disturb the other', async () => {
    const [one, other] = [someone(), someone()];
    const id = await load(one, ticking('tick'));
    const [first, second] = [follow(one, id), follow(other, id)];
    await until('both speak', () => first.lines.length > 3 && second.lines.length > 3);
    first.stop();
    const { length } = second.lines;
    await until('the other goes on', () => second.lines.length > length + 3);
    for (const { texts } of [first, second]) assert.equal(new Set(texts).size, texts.length);
  });

  it('says nothing after it was stopped, also of lines that came before', async () => {
    const person = someone();
    const burst = `for (let n = 0; n < 900; n++) console.log('line', n);`;
    const { host, worker } = await told(burst);
    const id = await load(person, worker);
    const [stopped, other] = [follow(person, id), follow(person, id)];
    stopped.onLines = () => stopped.stop();
    await until('both follow', () => stopped.begun + other.begun === 2);
    await host.answer();
    await until('the other has all lines', () => other.lines.length === 900);
    assert.ok(stopped.ended instanceof Cancelled, String(stopped.ended));
    assert.ok(stopped.lines.length <= 200, `${stopped.lines.length} lines`);
  });

  it('ends when the session has ended', async () => {
    session = await openSession(service);
    const person = someone();
    const log = follow(person, await load(person, ticking('tick')));
    await until('it speaks', () => log.lines.length > 0);
    await request(service, 'DELETE', `/browsers/${session}`);
    await until('it has ended', () => log.ended !== undefined);
    assert.ok(log.ended instanceof ServiceError && log.ended.status === 404, String(log.ended));
  });

  it('is refused by a service without DevTools, and by one that does not let in', async () => {
    const person = someone();
    const id = await load(person, '');
    proxy.hidesDevTools = true;
    const without = follow(someone(proxy.url), id);
    await until('it has ended', () => without.ended !== undefined);
    assert.ok(without.ended instanceof NoDevTools);
    proxy.hidesDevTools = false;
    proxy.breakAt(({ name }) => (name === 'DevTools' ? 403 : undefined));
    const refused = follow(someone(proxy.url), id);
    await until('it has ended', () => refused.ended !== undefined);
    assert.ok(refused.ended instanceof DevToolsFailure);
  });

  it('ends with an error if the browser refuses a call', async () => {
    const person = someone();
    const id = await load(person, '');
    for (const refused of ['Target.attachToBrowserTarget', 'Target.setAutoAttach', 'Target.setDiscoverTargets']) {
      proxy.breakAt(({ name }) => (name === refused ? 500 : undefined));
      const log = follow(someone(proxy.url), id);
      await until(`it has ended without ${refused}`, () => log.ended !== undefined);
      assert.ok(log.ended instanceof DevToolsFailure, refused);
    }
  });

  it('drops and counts lines that come too fast, and takes no memory for them', async () => {
    const person = someone();
    const flood = `for (let n = 0; n < 20000; n++) console.log('flood', n, { n }); console.log('after');`;
    // When it is followed: the browser keeps only 1,000 lines for those who come later.
    const { host, worker } = await told(flood);
    const log = follow(person, await load(person, worker));
    await until('it is followed', () => log.begun === 1);
    const { rss } = process.memoryUsage();
    await host.answer();
    await until('lines are dropped', () => log.dropped > 15_000);
    await until('all are counted', () => log.dropped + log.lines.length === 20_001);
    assert.ok(log.lines.length < 5000, `${log.lines.length} lines`);
    assert.ok(process.memoryUsage().rss - rss < MAX_GROWTH);
  });
});

/** A worker that does something when its host answers. */
async function told(work: string): Promise<{ host: BusyHost; worker: string }> {
  const host = await BusyHost.start();
  return { host, worker: `fetch('${host.url}').then(() => { ${work} });` };
}

function ticking(name: string): string {
  return `let n = 0; setInterval(() => console.log('${name}', n++), 100);`;
}
