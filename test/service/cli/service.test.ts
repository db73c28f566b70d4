import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/until';
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
