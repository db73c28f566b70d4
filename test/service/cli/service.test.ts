import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { until } from '../../support/until';
import { listen } from '../../support/network/listen';
import { commandLines, descendantsOf, isRunning } from '../../support/processes';
import { GOOD, Person } from './command-line';

const CHOSEN = 'chosen-by-a-person-for-ci';

/** What a process was started with. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

type Answer = (nonce: string, response: ServerResponse) => void;

/** More than anybody reads. */
function* endless(): Generator<string> {
  for (;;) yield 'a'.repeat(10_000);
}

describe('browser-sessions service', () => {
  let person: Person;
  afterEach(() => person.leave());

  /** The temporary folders are the person's own, so that what is left can be seen. */
  function someone(environment: Readonly<Record<string, string>> = {}): Person {
    person = new Person(environment);
    return person;
  }

  it('is found by the other commands of its user, and leaves nothing when it is interrupted', async () => {
    someone();
    const running = person.start('service', '--json');
    const waiting = person.run('sessions', '--wait', '90s', '--json');
    await running.says('}');
    const told: { address: string; session: string; tokenFile: string } = JSON.parse(running.out);
    const kept: { token: string } = JSON.parse(readFileSync(told.tokenFile, 'utf8'));
    assert.equal(statSync(told.tokenFile).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(told.tokenFile)).mode & 0o777, 0o700);
    const { code, out, err } = await waiting;
    assert.equal(code, 0, err);
    const listed: { id: string }[] = JSON.parse(out);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [told.session],
    );
    person.write('hello', GOOD);
    const uploaded = await person.run('upload', 'hello');
    assert.equal(uploaded.code, 0, uploaded.err);

    const pids = descendantsOf(running.pid);
    assert.ok(pids.length > 3);
    const seen = pids.map(environmentOf);
    assert.ok(seen.some((text) => text.includes('PATH=')));
    for (const text of [...seen, ...commandLines(), running.out, running.err, uploaded.out, out])
      assert.ok(!text.includes(kept.token));
    const ended = await running.interrupt();
    assert.deepEqual([ended.code, ended.err], [130, '']);
    await until('its browsers have ended', () => pids.every((pid) => !isRunning(pid)));
    assert.ok(!existsSync(told.tokenFile));
    assert.equal((await person.run('sessions')).code, 2);
  });

  it('takes a token that was chosen, which is then in no file, and in no environment or argument of a child', async () => {
    someone({ BROWSER_SESSIONS_TOKEN: CHOSEN });
    const running = person.start('service');
    await running.says('Ctrl+C ends it');
    const [, address = ''] = /export BROWSER_SESSIONS_ADDRESS=(\S+)/.exec(running.out) ?? [];
    const other = new Person({ BROWSER_SESSIONS_TOKEN: CHOSEN, BROWSER_SESSIONS_ADDRESS: address });
    const stranger = new Person({ BROWSER_SESSIONS_TOKEN: 'guessed', BROWSER_SESSIONS_ADDRESS: address });
    const [mine, theirs] = await Promise.all([other.run('sessions'), stranger.run('sessions')]);
    assert.deepEqual([mine.code, theirs.code], [0, 2], mine.err);
    for (const text of [...descendantsOf(running.pid).map(environmentOf), ...commandLines()])
      assert.ok(!text.includes(CHOSEN));
    const state = path.join(person.folder, 'state');
    assert.deepEqual(existsSync(state) ? readdirSync(state, { recursive: true }) : [], []);
    const ended = await running.interrupt('SIGTERM');
    assert.equal(ended.code, 143);
    assert.ok(!(ended.out + ended.err + mine.out).includes(CHOSEN));
    for (const each of [other, stranger]) each.leave();
  });

  it('says why it does not start', async () => {
    someone({ BROWSER_SESSIONS_CHROMIUM: '/no/chromium' });
    const { code, out, err } = await person.run('service');
    assert.deepEqual([code, out, err], [1, '', 'No browser at /no/chromium.\n']);
  });

  it('gives its token to nobody else who listens at the port of a service that was killed', async () => {
    const asked: string[] = [];
    let answer: Answer | undefined;
    const other = createServer((request, response) => {
      asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
      answer?.(new URL(request.url ?? '', 'http://a').searchParams.get('nonce') ?? '', response);
    });
    const address = `http://127.0.0.1:${await listen(other)}`;
    someone();
    const running = person.start('service', '--json');
    await running.says('}');
    const mine: { address: string; tokenFile: string } = JSON.parse(running.out);
    const { token: ofMine }: { token: string } = JSON.parse(readFileSync(mine.tokenFile, 'utf8'));
    const proofOfMine = await fetch(`${mine.address}/local-service/proof?nonce=${'n'.repeat(43)}`);
    assert.match(await proofOfMine.text(), /^[0-9a-f]{64}$/);
    assert.equal((await fetch(`${mine.address}/local-service/proof?nonce=short`)).status, 400);
    const answers: Answer[] = [
      (_nonce, response) => void response.end('[]'),
      (nonce, response) => void response.end(nonce),
      (_nonce, response) => void response.writeHead(302, { location: `${mine.address}/browsers` }).end(),
      // That of a service with the same token, which listens elsewhere.
      (nonce, response) =>
        void fetch(`${mine.address}/local-service/proof?nonce=${nonce}`).then(async (proof) =>
          response.end(await proof.text()),
        ),
      (_nonce, response) => void pipeline(Readable.from(endless()), response).catch(() => {}),
    ];
    for (const [index, each] of answers.entries()) {
      answer = each;
      // A process of this user, or of another one, has its number now.
      const pid = index === 0 ? 1 : process.pid;
      const stranger = new Person();
      stranger.write('state/browser-sessions', { 'local-service.json': { address, token: ofMine, pid } });
      const { code, err } = await stranger.run('sessions');
      stranger.leave();
      assert.equal(code, 2, err);
      assert.match(err, /^No token is set, and no local service runs\./);
    }
    other.closeAllConnections();
    other.close();
    assert.ok(asked.length >= answers.length);
    for (const each of asked) assert.doesNotMatch(each, new RegExp(`${ofMine}|authorization`, 'i'));
    await running.interrupt();
  });

  it('forgets a service whose process was killed', async () => {
    someone();
    person.write('state/browser-sessions', {
      'local-service.json': { address: 'http://127.0.0.1:9', token: 'of-a-dead-one', pid: 2 ** 22 + 1 },
    });
    const { code, err } = await person.run('sessions');
    assert.equal(code, 2);
    assert.match(err, /^No token is set, and no local service runs\./);
  });
});
