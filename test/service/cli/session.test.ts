import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { junitProblems } from '../../support/schemas';
import { until } from '../../support/until';
import { FAILING, GOOD, HAS_COLORS, Person, type Ended } from './command-line';

const KEY = ['-----BEGIN PRIVATE', ' KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(8), '\n'].join('');
const PAGE =
  '<title>Shop</title><body style="margin:0"><button style="width:200px;height:100px" onclick="document.title=`bought`">Buy</button><button>Buy later</button><br><input aria-label="What is typed" oninput="fetch(`/?${this.value}`)"><iframe src="data:text/html,<button>Offer</button>"></iframe></body>';

describe('The command line, in a session', () => {
  let service: LocalService;
  let person: Person;
  let all: Ended[] = [];
  /** What was typed in the page. */
  let typed = '';
  let ticks = 0;
  const shop = createServer(({ url = '' }, response) => {
    typed = url.split('?')[1] ?? typed;
    response.setHeader('content-type', 'text/html').end(PAGE);
  });

  before(async () => {
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    const { port }: { port: number } = Object(shop.address());
    service = await startLocalService({ args: ['--start-url', `http://127.0.0.1:${port}/`] });
    person = atService();
  });
  after(async () => {
    person.leave();
    await service.stop();
    shop.close();
  });
  afterEach('no command has printed the token', () => {
    for (const { out, err } of all) assert.ok(!(out + err).includes(service.token));
    all = [];
  });

  function atService(more: Readonly<Record<string, string>> = {}): Person {
    return new Person({
      BROWSER_SESSIONS_ADDRESS: service.url,
      BROWSER_SESSIONS_TOKEN: service.token,
      ...more,
    });
  }

  async function run(...args: readonly string[]): Promise<Ended> {
    const ended = await person.run(...args);
    all.push(ended);
    return ended;
  }

  /** @returns what the command printed, after it has done what it was asked for. */
  async function done(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await run(...args);
    assert.equal(code, 0, err);
    return out;
  }

  /** Has the extension say something all the time. What is loaded already stays, and its worker may have stopped. */
  async function tick(): Promise<void> {
    person.write('hello', { ...GOOD, 'worker.js': `setInterval(() => console.log("tick"), 100); // ${++ticks}\n` });
    await done('upload', 'hello');
  }

  it('lists the sessions, as a table and as JSON', async () => {
    const lines = (await done('sessions')).trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^ID +NAME +POOL +TIME LEFT +DISPLAY$/);
    assert.match(lines[1] ?? '', new RegExp(`^${service.session} +.*\\d+x\\d+$`));
    assert.equal(lines.length, 2);
    const listed: { id: string; display: object }[] = JSON.parse(await done('sessions', '--json', '--wait', '10s'));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [service.session],
    );
  });

  it('uploads, replaces in place, and says when nothing has changed', async () => {
    person.write('hello', GOOD);
    assert.match(await done('upload', 'hello'), /^Uploaded “Hello” 1\.2 to “.+” as “hello” \(2 files, .+\)\.\n$/);
    person.write('hello', { 'worker.js': 'console.log("second");\nchrome.storage.local.set({ count: 4 });\n' });
    const reloaded: Record<string, unknown> = JSON.parse(
      await done('upload', 'hello', '--json', '-s', service.session),
    );
    assert.deepEqual(reloaded, {
      outcome: 'reloaded',
      session: service.session,
      folder: path.join(person.folder, 'hello'),
      name: 'hello',
      title: 'Hello',
      version: '1.2',
    });
    assert.match(await done('upload', 'hello'), /is already up to date\.\n$/);
  });

  it('refuses an upload with an error, or a possible secret that was not allowed', async () => {
    person.write('bad', { ...GOOD, 'manifest.json': { ...GOOD['manifest.json'], version: 'x' } });
    const bad = await run('upload', 'bad');
    assert.deepEqual([bad.code, bad.out], [1, '']);
    assert.match(bad.err, /^bad\/manifest\.json:4:14: error: .+\nNothing was sent\.\n$/);
    person.write('hello', { 'key.js': KEY });
    const secret = await run('upload', 'hello');
    assert.deepEqual([secret.code, secret.out], [1, '']);
    assert.match(secret.err, /^hello\/key\.js:1:1: error: “key\.js” may contain a secret\. Nothing was sent\./);
    assert.ok(!secret.err.includes('MIIEvQ'));
    assert.match(await done('upload', 'hello', '--allow-secret', 'key.js'), /^Reloaded/);
    rmSync(path.join(person.folder, 'hello/key.js'));
    await done('upload', 'hello');
  });

  it('prints what an extension has stored, and changes it', async () => {
    await until('it is stored', async () => (await done('storage')) === 'count: 4\n');
    await done('storage', 'Hello', '--set', 'list=[1,"two"]', '--set', 'name=just text', '--remove', 'count');
    assert.deepEqual(JSON.parse(await done('storage', 'hello', '--json')), { list: [1, 'two'], name: 'just text' });
    await done('storage', '--clear', '--area', 'local');
    assert.equal(await done('storage'), '');
    const none = await run('storage', 'Other');
    assert.equal(none.code, 1);
    assert.match(none.err, /hasn’t loaded “Other”\. It has .*“Hello”/);
  });

  it('follows the log until an uncaught error, or for a time', async () => {
    assert.match(
      await done('log', '--for', '500ms'),
      /^\d\d:\d\d:\d\d\.\d{3} info hello\/worker\.js:1:9 \(worker\) second\n$/,
    );
    const quiet = await run('log', '--until-error', '--for', '300ms', '--level', 'error');
    assert.deepEqual([quiet.code, quiet.out], [0, '']);
    assert.match(quiet.err, /No uncaught error in 300 ms\./);
    person.write('hello', {
      'worker.js': 'console.log("third");\nsetTimeout(() => { throw new Error("boom"); }, 1500);\n',
    });
    await done('upload', 'hello');
    const failed = await run('log', '--until-error', '--for', '60s');
    assert.equal(failed.code, 1);
    assert.match(failed.out, /uncaught hello\/worker\.js:2:26 \(worker\) Uncaught Error: boom\n/);
    const lines = (await run('log', 'Hello', '--until-error', '--json')).out.trimEnd().split('\n');
    const told: { text: string; isUncaught: boolean; place: object }[] = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      told.map(({ text, isUncaught }) => [text, isUncaught]),
      [
        ['third', false],
        ['Uncaught Error: boom', true],
      ],
    );
    assert.deepEqual(told[1]?.place, { file: path.join(person.folder, 'hello/worker.js'), line: 2, column: 26 });
  });

  it('clicks, types, looks and runs', async () => {
    const several = await run('click', '--name', 'uy');
    assert.equal(several.code, 1);
    assert.match(several.err, /2 are named “uy” in .*: button “Buy”, button “Buy later”/);
    assert.match(await done('click', '--name', 'Buy'), /^Clicked “Buy” in “/);
    assert.match(await done('click', '--name', 'what is typed', '--role', 'textbox'), /^Clicked/);
    assert.match(await done('type', 'abc', '--press', 'BackSpace', '--press', 'd'), /^Typed in “/);
    await until('it is typed', () => typed === 'abd');
    assert.match(await done('click', '10,', '20', 'right', 'x2'), /^Double-click at 10, 20 \(right button\) in “/);
    assert.match((await run('click', '--name', 'Sell')).err, /Nothing to click in .* is named “Sell”/);
    const offer = await run('click', '--name', 'Offer');
    assert.equal(offer.code, 1);
    assert.match(
      offer.err,
      /Nothing .* named “Offer”\. A frame of “data:” has it\. If you mean that, add --frame "data:"\./,
    );
    assert.match(
      await done('click', '--name', 'Offer', '--frame', 'data:'),
      /^Clicked “Offer” in “.*”, in a frame of data:\.\n/,
    );
    await done('shot', 'a.png');
    assert.equal(readFileSync(path.join(person.folder, 'a.png')).subarray(1, 4).toString(), 'PNG');
    assert.match((await run('shot', '-')).out, /^.PNG/);
    person.write('.vscode', { 'browser-sessions.points.json': { points: { Here: { x: 7, y: 8 } } } });
    person.write('clicks', { 'good.sequence.json': { steps: [{ click: { point: 'Here' } }, { wait: 10 }] } });
    assert.match(
      await done('test', 'clicks/good.sequence.json'),
      /^✓ clicks\/good\.sequence\.json {2}\d.*\n1 passed \(.+\)\n$/,
    );
  });

  it('says which step of a sequence failed, and writes JUnit', async () => {
    person.write('clicks', { 'bad.sequence.json': FAILING, 'wrong.sequence.json': { steps: [{ click: { x: 1 } }] } });
    const { code, out } = await run('test', 'clicks/bad.sequence.json', '--junit', 'junit.xml');
    assert.equal(code, 1);
    assert.match(
      out,
      /^✗ clicks\/bad\.sequence\.json .*\n {2}clicks\/bad\.sequence\.json:12:5: error: Step 3, Click at 99999, 6: /,
    );
    const xml = readFileSync(path.join(person.folder, 'junit.xml'), 'utf8');
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites [^>]*tests="1" failures="1" errors="0"/);
    assert.match(
      xml,
      /<testcase name="clicks\/bad\.sequence\.json" [^>]+><failure message="Step 3, Click at 99999, 6: /,
    );
    const wrong = await run('test', 'clicks/wrong.sequence.json');
    assert.deepEqual([wrong.code, wrong.err], [1, '']);
    assert.match(wrong.out, /^clicks\/wrong\.sequence\.json:\d+:\d+: error: /);
  });

  it('uploads again at each change, and ends cleanly when it is interrupted', async () => {
    person.write('watched', GOOD);
    const running = person.start('upload', '--watch', 'watched');
    await running.says('Uploaded “Hello”');
    // Another command writes into the same state meanwhile.
    await done('click', '1', '1');
    person.write('watched', { 'worker.js': 'console.log("again");\n' });
    await running.says('Reloaded “Hello”');
    person.write('watched', { 'manifest.json': '{' });
    await running.says('watched/manifest.json:1:');
    person.write('watched', { 'manifest.json': { ...GOOD['manifest.json'], version: '2' } });
    await running.says('Reloaded “Hello” 2');
    const ended = await running.interrupt();
    all.push(ended);
    assert.equal(ended.code, 130);
    // Its state is whole: the next command knows what was uploaded.
    assert.match(await done('upload', 'watched'), /already up to date/);
  });

  nightly('follows a folder that each build removes and makes anew, empty at first', async () => {
    const top = person.write('built/out', GOOD);
    const running = person.start('upload', '--watch', 'built/out');
    await running.says('Uploaded “Hello”');
    const timesSaid = (text: string): number => running.err.split(text).length + running.out.split(text).length - 2;
    for (const [index, removed] of [top, top, path.dirname(top), top].entries()) {
      const before = timesSaid('Nothing was sent.');
      rmSync(removed, { recursive: true });
      mkdirSync(top, { recursive: true });
      await until('the empty folder is seen', () => timesSaid('Nothing was sent.') > before);
      const version = `3.${index}`;
      person.write('built/out', { ...GOOD, 'manifest.json': { ...GOOD['manifest.json'], version } });
      await running.says(`Reloaded “Hello” ${version}`);
    }
    all.push(await running.interrupt());
  });

  it('ends with 130 in the middle of a log and of a sequence, and with 143 if it is told to end', async () => {
    await tick();
    const log = person.start('log', 'hello');
    await log.says('tick');
    assert.equal((await log.interrupt()).code, 130);
    const told = person.start('log', 'hello');
    await told.says('tick');
    assert.equal((await told.interrupt('SIGTERM')).code, 143);
    person.write('clicks', {
      'long.sequence.json': { steps: [{ click: { x: 3, y: 4 } }, { wait: 60_000 }, { click: { x: 3, y: 4 } }] },
    });
    const running = person.start(
      'test',
      'clicks/long.sequence.json',
      '--session',
      service.session,
      '--junit',
      'long.xml',
    );
    const isClicked = async (): Promise<boolean> =>
      JSON.stringify(
        JSON.parse(readFileSync(path.join(person.folder, 'state/browser-sessions/uploads.json'), 'utf8')),
      ).includes('"3, 4"');
    await until('the first step is done', isClicked);
    const ended = await running.interrupt();
    assert.equal(ended.code, 130);
    assert.match(readFileSync(path.join(person.folder, 'long.xml'), 'utf8'), /<skipped\/>/);
  });

  nightly('ends with 130 also while the service gives no answer, and prints nothing', async () => {
    let asked = 0;
    const silent = createServer(() => (asked += 1));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port }: { port: number } = Object(silent.address());
    const waiting = atService({ BROWSER_SESSIONS_ADDRESS: `http://127.0.0.1:${port}` });
    waiting.write('hello', GOOD);
    const commands = [
      ['sessions'],
      ['upload', 'hello'],
      ['click', '1', '1'],
      ['type', 'x'],
      ['shot', 'a.png'],
      ['storage'],
      ['log'],
    ];
    for (const args of commands) {
      const before = asked;
      const running = waiting.start(...args);
      await until(`${args[0]} has asked`, () => asked > before);
      const ended = await running.interrupt();
      all.push(ended);
      assert.deepEqual(ended, { code: 130, out: '', err: '' });
    }
    waiting.leave();
    silent.close();
  });

  it('changes nothing at a production connection', async () => {
    const careful = atService({ BROWSER_SESSIONS_PRODUCTION: '1' });
    careful.write('hello', GOOD);
    careful.write('', { 'a.sequence.json': FAILING });
    const refused = await Promise.all(
      [
        ['upload', 'hello'],
        ['click', '1', '1'],
        ['type', 'x'],
        ['test', 'a.sequence.json'],
        ['storage', 'Hello', '--clear'],
      ].map((args) => careful.run(...args)),
    );
    for (const { code, out, err } of refused) {
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^This is a production connection, and nobody can be asked here\./);
    }
    assert.equal((await careful.run('sessions')).code, 0);
    careful.leave();
  });

  it('says that the token was rejected, and which sessions there are to name', async () => {
    const stranger = atService({ BROWSER_SESSIONS_TOKEN: 'not-this-one' });
    const rejected = await stranger.run('sessions');
    assert.deepEqual([rejected.code, rejected.out], [2, '']);
    assert.match(rejected.err, /rejected the token/);
    assert.ok(!rejected.err.includes('not-this-one'));
    stranger.leave();
    const unknown = await run('click', '1', '1', '--session', 'nobody');
    assert.notEqual(unknown.code, 0);
    assert.match(unknown.err, /nobody/);
    const { body } = await request(service, 'POST', '/browsers', {});
    const { session_id: second }: { session_id?: string } = Object(body);
    const several = await run('shot', 'x.png');
    assert.equal(several.code, 2);
    assert.match(
      several.err,
      new RegExp(`^Several sessions are running\\. Name one with --session: .*${service.session}`),
    );
    await request(service, 'DELETE', `/browsers/${second}`);
  });

  nightly(
    'has progress in a terminal alone, and colors neither in a pipe nor with NO_COLOR, whatever the command',
    async () => {
      await tick();
      person.write('', { 'one.sequence.json': { steps: [{ click: { x: 1, y: 1 } }] } });
      const none = atService({
        NO_COLOR: '1',
        BROWSER_SESSIONS_STATE: person.variables['BROWSER_SESSIONS_STATE'] ?? '',
      });
      const file = (name: string): string => path.join(person.folder, name);
      const commands = [
        ['sessions'],
        ['upload', file('hello')],
        ['click', '1', '1'],
        ['type', 'x'],
        ['test', file('one.sequence.json')],
        ['shot', file('b.png')],
        ['storage', 'hello'],
        ['pack', file('hello'), '--out', file('b.zip')],
        ['log', 'hello', '--for', '300ms'],
      ];
      for (const args of commands) {
        const [shown, plain, piped] = [
          await person.inTerminal(...args),
          await none.inTerminal(...args),
          await run(...args),
        ];
        all.push(shown, plain);
        for (const { code, out, err } of [shown, plain, piped]) assert.equal(code, 0, `${args[0]}: ${out}${err}`);
        assert.doesNotMatch((piped.out + piped.err).replaceAll('\n', ''), /\p{Cc}/u, args[0]);
        assert.doesNotMatch(plain.out, HAS_COLORS, args[0]);
        for (const { out } of [shown, plain]) assert.match(out, /…/, args[0]);
      }
      none.leave();
    },
  );

  nightly('has progress in a terminal, and lines of a log in color', async () => {
    await tick();
    const { out, code } = await person.inTerminal('log', 'hello', '--for', '1s');
    assert.equal(code, 0);
    assert.match(out, HAS_COLORS);
    assert.match(out, /Looking for the session…/);
  });

  nightly('ends when its reader does', async () => {
    await tick();
    const log = person.start('log', 'hello');
    await log.says('tick');
    log.child.stdout?.destroy();
    assert.equal((await log.ended).code, 141);
  });

  it('prints what an extension says so that no CI job obeys it', async () => {
    const said = ['first', '  ::set-output name=a::b', '##vso[task.setvariable variable=a]b', '\u009B31m\u202E'];
    person.write('hello', {
      ...GOOD,
      'worker.js': `chrome.storage.local.set(${JSON.stringify({ '::error::x': '##[group]' })});
        console.log(${JSON.stringify(said.join('\n'))});`,
    });
    await done('upload', 'hello');
    // Another person has one of this name in the session.
    const extension = path.join(person.folder, 'hello');
    const shown = (await done('log', extension, '--for', '500ms')).split('\n');
    assert.match(shown[0] ?? '', /\(worker\) first$/);
    assert.deepEqual(shown.slice(1, 3), ['|   ::set-output name=a::b', '| # #vso[task.setvariable variable=a]b']);
    const json = await done('log', extension, '--for', '500ms', '--json');
    assert.doesNotMatch(json.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]|##/u);
    assert.equal(Object(JSON.parse(json)).text, said.join('\n'));
    await until('it is stored', async () =>
      (await done('storage', extension)).includes('| ::error::x: "# #[group]"\n'),
    );
    assert.equal(JSON.parse(await done('storage', extension, '--json'))['::error::x'], '##[group]');
    await done('storage', extension, '--clear');
  });
});
