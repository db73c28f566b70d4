import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { junitProblems } from '../../support/schemas';
import { startSdkService, type SdkService } from '../../support/sdk-service';
import { addIdleSessionRoutes, IdleSessions } from '../../support/sdk-service/idle-sessions';
import { until } from '../../support/until';
import { Person, type Ended } from './command-line';

const PASSING = { steps: [{ wait: 10 }] };
const FAILING = { steps: [{ wait: 10 }, { click: { x: 7, y: 1 } }] };
const LONG = { steps: [{ wait: 60_000 }] };
/** Commands of a terminal and of a CI job, markup, and a text that turns around. */
const HOSTILE = '\u001B[31m<script>"&\u202Eevil\n::error::x\n##vso[task.setvariable]';

function atService({ url, token }: { readonly url: string; readonly token: string }): Person {
  return new Person({ BROWSER_SESSIONS_ADDRESS: url, BROWSER_SESSIONS_TOKEN: token });
}

interface Told {
  readonly tests: readonly {
    file: string;
    outcome: string;
    failure?: { line: number; step: number; text: string };
  }[];
  readonly problems: readonly { file: string; line: number; text: string }[];
}

function toldBy({ out }: Ended): Told {
  return JSON.parse(out);
}

describe('The command “test”', () => {
  let state: IdleSessions;
  let service: SdkService;
  let person: Person;

  beforeEach(async () => {
    state = new IdleSessions();
    state.click = () => 400;
    service = await startSdkService((app) => addIdleSessionRoutes(app, state));
    person = atService(service);
  });
  afterEach(async () => {
    person.leave();
    await service.stop();
  });

  async function filesOf(...args: readonly string[]): Promise<readonly string[]> {
    return toldBy(await person.run('test', '--json', ...args)).tests.map(({ file }) => file);
  }

  it('runs all below the folder, tells each with its place, and ends with 1 where one fails', async () => {
    person.write('.', { 'a.sequence.json': PASSING, 'deep/b.sequence.json': FAILING });
    const { code, out, err } = await person.run('test', '--junit', 'junit.xml');
    assert.deepEqual([code, err], [1, '']);
    const lines = out.trimEnd().split('\n');
    assert.match(lines.join('\n'), /^✓ a\.sequence\.json {2}\d+ ms$/m);
    assert.match(
      lines.join('\n'),
      /^✗ deep\/b\.sequence\.json {2}\d+ ms\n {2}deep\/b\.sequence\.json:6:5: error: Step 2, Click at 7, 1: Couldn’t click/m,
    );
    assert.match(lines.at(-1) ?? '', /^1 passed, 1 failed \([\d.]+ m?s, 2 at a time\)$/);
    const xml = readFileSync(path.join(person.folder, 'junit.xml'), 'utf8');
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /<testsuites [^>]*tests="2" failures="1" errors="0"/);
    assert.equal(state.running.size, 0);
  });

  it('takes files, folders, globs and absolute paths, also of names with signs of a glob', async () => {
    person.write('.', {
      'a [1].sequence.json': PASSING,
      'deep/(b).sequence.json': PASSING,
      'deep/c.sequence.json': PASSING,
      'node_modules/d.sequence.json': PASSING,
    });
    assert.deepEqual(await filesOf('a [1].sequence.json'), ['a [1].sequence.json']);
    assert.deepEqual(await filesOf('deep'), ['deep/(b).sequence.json', 'deep/c.sequence.json']);
    assert.deepEqual(await filesOf('./deep/c.sequence.json', 'deep/c*'), ['deep/c.sequence.json']);
    assert.deepEqual(await filesOf(path.join(person.folder, 'deep/(b).sequence.json')), ['deep/(b).sequence.json']);
    assert.equal((await filesOf()).length, 3);
    assert.deepEqual(await filesOf('--grep', 'A [1'), ['a [1].sequence.json']);
  });

  it('runs each test in one of several parts', async () => {
    const files = Array.from({ length: 7 }, (_, n) => `t${n}.sequence.json`);
    person.write('.', Object.fromEntries(files.map((file) => [file, PASSING])));
    const parts = await Promise.all(['1/3', '2/3', '3/3'].map((part) => filesOf('--shard', part)));
    assert.deepEqual(
      parts.map((part) => part.length),
      [3, 2, 2],
    );
    assert.deepEqual(parts.flat().toSorted(), files);
  });

  it('runs what failed the last time, until nothing did', async () => {
    person.write('.', { 'a.sequence.json': FAILING, 'b.sequence.json': PASSING });
    await person.run('test');
    assert.deepEqual(await filesOf('--last-failed'), ['a.sequence.json']);
    state.click = () => 200;
    assert.equal((await person.run('test', '--last-failed')).code, 0);
    const none = await person.run('test', '--last-failed');
    assert.deepEqual([none.code, none.out], [2, '']);
    assert.equal(none.err, 'No matching sequence. Sequence files are named *.sequence.json.\n');
  });

  it('runs twice at once in the same folder', async () => {
    const files = Array.from({ length: 10 }, (_, n) => `t${n}.sequence.json`);
    person.write('.', Object.fromEntries(files.map((file) => [file, PASSING])));
    const both = await Promise.all([
      person.run('test', '--junit', 'one.xml'),
      person.run('test', '--junit', 'two.xml'),
    ]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    assert.equal(state.running.size, 0);
    assert.deepEqual(await filesOf('t3.sequence.json'), ['t3.sequence.json']);
  });

  it('ends with 2 where nothing matches, the token is wrong, or the extension is missing', async () => {
    assert.equal((await person.run('test')).code, 2);
    person.write('.', { 'a.sequence.json': PASSING });
    const gone = await person.run('test', 'gone');
    assert.deepEqual(gone, { code: 2, out: '', err: 'File not found: gone.\n' });
    const extension = await person.run('test', '--extension', 'dist');
    assert.deepEqual(extension, { code: 2, out: '', err: 'No extension is in dist.\n' });
    const other = atService({ ...service, token: 'wrong' });
    other.write('.', { 'a.sequence.json': PASSING });
    const { code, out, err } = await other.run('test');
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^Couldn’t start a session\. “http.+” rejected the token\.\n$/);
    other.leave();
  });

  it('tells of files that are no tests in each form, and runs the others', async () => {
    person.write('.', { 'a.sequence.json': PASSING, 'bad.sequence.json': { steps: [{ jump: 1 }] } });
    const ended = await person.run('test', '--json', '--junit', 'junit.xml');
    assert.equal(ended.code, 1);
    const { tests, problems } = toldBy(ended);
    assert.deepEqual(
      tests.map(({ outcome }) => outcome),
      ['passed'],
    );
    assert.deepEqual(
      problems.map(({ file, line }) => [file, line]),
      [['bad.sequence.json', 3]],
    );
    const xml = readFileSync(path.join(person.folder, 'junit.xml'), 'utf8');
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /tests="2" failures="0" errors="1"/);
    assert.match((await person.run('test')).out, /^bad\.sequence\.json:3:5: error: A step needs one of /);
  });

  it('shows hostile names of files and steps as what they are', async () => {
    const name = `${HOSTILE.replaceAll('/', '')}.sequence.json`;
    const long = 'x'.repeat(200);
    const steps = [{ click: { role: 'button', name: `${HOSTILE}${'y'.repeat(200)}` }, timeout: 100 }];
    person.write('.', { [name]: { steps }, [`${long}.sequence.json`]: { steps, skip: undefined } });
    const ended = await person.run('test', '--junit', 'junit.xml', '--report', 'reports');
    const inTerminal = await person.inTerminal('test');
    for (const { code, out, err } of [ended, inTerminal]) {
      assert.equal(code, 1);
      const said = stripVTControlCharacters(out + err);
      assert.doesNotMatch(said, /(?!\n|\r)\p{Cc}|\u202E|^\s*::|##vso/mu);
      assert.ok(said.includes('<script>"&'));
    }
    const xml = readFileSync(path.join(person.folder, 'junit.xml'), 'utf8');
    assert.deepEqual(await junitProblems(xml), []);
    assert.doesNotMatch(xml, /(?!\n)\p{Cc}|<script>/u);
    const { tests } = toldBy(await person.run('test', '--json'));
    assert.deepEqual(tests.map(({ file }) => file).toSorted(), [name, `${long}.sequence.json`].toSorted());
    assert.deepEqual(
      tests.map(({ failure }) => failure?.step),
      [1, 1],
    );
  });

  it('goes on where a report can’t be written', async () => {
    person.write('.', { 'a.sequence.json': FAILING, 'b.sequence.json': PASSING });
    // A folder in its place.
    mkdirSync(path.join(person.folder, 'reports/a.report.html'), { recursive: true });
    const { code, out, err } = await person.run('test', '--report', 'reports');
    assert.equal(code, 1);
    assert.match(out, /1 passed, 1 failed/);
    assert.match(err, /No report of “a\.sequence\.json” was made\./);
  });

  describe('that is interrupted', () => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)
      it(`ends all browsers, and ends with ${code} (${signal})`, async () => {
        person.write('.', { 'a.sequence.json': LONG, 'b.sequence.json': LONG, 'c.sequence.json': PASSING });
        const running = person.start('test', '--workers', '2', '--junit', 'junit.xml');
        await until('two run', () => state.running.size >= 2);
        const ended = await running.interrupt(signal);
        assert.deepEqual([ended.code, ended.err, state.running.size], [code, '', 0]);
        assert.deepEqual(await junitProblems(readFileSync(path.join(person.folder, 'junit.xml'), 'utf8')), []);
      });

    it('names what couldn’t be ended', async () => {
      state.endTime = 100_000;
      person.write('.', { 'a.sequence.json': LONG });
      const running = person.start('test');
      await until('it runs', () => state.running.size === 1);
      const { code, err } = await running.interrupt();
      assert.deepEqual([code, err], [130, '“idle1” wasn’t ended in time.\n']);
    });

    it('ends at once at a second signal', async () => {
      state.endTime = 100_000;
      person.write('.', { 'a.sequence.json': LONG });
      const running = person.start('test');
      await until('it runs', () => state.running.size === 1);
      running.child.kill('SIGINT');
      await until('the end was asked for', () => service.arrived.some(({ method }) => method === 'DELETE'));
      const { code, err } = await running.interrupt('SIGTERM');
      assert.deepEqual([code, err], [143, '']);
    });

    it('leaves browsers only to a service that was told to end them', async () => {
      person.write('.', { 'a.sequence.json': LONG, 'b.sequence.json': { ...LONG, timeout: 200_000 } });
      const running = person.start('test', '--timeout', '30s');
      await until('it runs', () => state.running.size === 2);
      await running.interrupt('SIGKILL');
      assert.deepEqual(
        [...state.running.values()].map(({ timeout_seconds }) => timeout_seconds),
        [260, 260],
      );
    });
  });

  nightly('has a real service end the browsers of one that was killed', async () => {
    const real = await startLocalService();
    const killed = atService(real);
    killed.write('.', { 'a.sequence.json': LONG });
    const running = killed.start('test', '--timeout', '1s');
    const count = async (): Promise<number> => {
      const all: readonly object[] = Object((await request(real, 'GET', '/browsers')).body);
      return all.length;
    };
    await until('it runs', async () => (await count()) === 2);
    await running.interrupt('SIGKILL');
    await until('only that of the service is there', async () => (await count()) === 1);
    killed.leave();
    await real.stop();
  });
});
