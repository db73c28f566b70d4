import assert from 'node:assert/strict';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { Person, type Ended } from './command-line';

describe('The command line starts and ends sessions', () => {
  let service: LocalService;
  let person: Person;

  before(async () => {
    service = await startLocalService();
    person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
  });
  after(async () => {
    person.leave();
    await service.stop();
  });

  /** @returns what the command printed, after it has done what it was asked for. */
  async function done(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await person.run(...args);
    assert.deepEqual([code, err], [0, ''], args.join(' '));
    return out;
  }

  async function failed(code: number, said: RegExp, ...args: readonly string[]): Promise<Ended> {
    const ended = await person.run(...args);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, said);
    return ended;
  }

  async function running(): Promise<{ session_id: string; name?: string }[]> {
    return Object(await request(service, 'GET', '/browsers')).body;
  }

  it('prints the ID alone, for the next command of a script', async () => {
    const printed = await done('start', '--name', 'first', '--timeout', '5m', '--tag', 'team=web', '--tag', 'env=test');
    assert.match(printed, /^[a-z0-9]+\n$/);
    const id = printed.trim();
    const { body } = await request(service, 'GET', `/browsers/${id}`);
    const { name, timeout_seconds: timeout, tags } = Object(body);
    assert.deepEqual([name, timeout, tags], ['first', 300, { team: 'web', env: 'test' }]);
    await done('click', '1', '1', '--session', id);
    assert.equal(await done('end', 'first'), 'Ended “first”.\n');
    assert.ok((await running()).every((each) => each.session_id !== id));
    const second: { id: string; display: object } = JSON.parse(await done('start', '--headless', '--json'));
    assert.ok(second.id !== id && second.display);
    const { body: headless } = await request(service, 'GET', `/browsers/${second.id}`);
    assert.equal(Object(headless).headless, true);
    await done('end', second.id);
  });

  it('ends each that is named, also if one is not there', async () => {
    const ids = [(await done('start')).trim(), (await done('start', '--name', 'other')).trim()];
    const { out } = await failed(2, /^No session “nobody” is running\./, 'end', ids[0] ?? '', 'nobody', 'other');
    assert.match(out, /^Ended “.+”\.\nEnded “other”\.\n$/);
    assert.ok((await running()).every((each) => !ids.includes(each.session_id)));
    await failed(2, /missing required argument 'sessions'/, 'end');
  });

  it('takes a session from a pool, and hands it back with a reset, or without', async () => {
    const first = (await done('acquire', service.pool)).trim();
    assert.match(first, /^[a-z0-9]+$/);
    assert.match(await done('sessions'), new RegExp(`^${first} .*${service.pool}`, 'm'));
    assert.match(await done('release', first), new RegExp(`^Reset “.+” and released it to “${service.pool}”\\.\n$`));
    await failed(2, /was released and may belong to someone else now/, 'release', first);
    const second: { id: string; pool: string } = JSON.parse(
      await done('acquire', service.pool, '--wait', '60s', '--json'),
    );
    assert.equal(second.pool, service.pool);
    assert.notEqual(second.id, first);
    assert.match(await done('release', '--keep', second.id), /^Released “.+” to “.+” without reset\.\n$/);
    await failed(1, /isn’t from a pool\. To end it, run browser-sessions end\./, 'release', service.session);
    await failed(1, /Pool “none” no longer exists/, 'acquire', 'none');
  });

  it('says what is wrong before it asks the service', async () => {
    const nobody = new Person();
    for (const [args, said] of [
      [['start', '--tag', 'team'], /Write tags as key=value/],
      [['start', '--start-url', 'file:///etc/passwd'], /http/],
      [['start', '--timeout', 'soon'], /Use 500ms, 30s or 2m/],
      [['start', '--name', 'n'.repeat(1000)], /Use at most \d+ characters/],
      [['start', '--wait', '300ms'], /^No token is set, and no local service runs\./],
      [['end', 'x'], /^No token is set/],
    ] as const) {
      const { code, out, err } = await nobody.run(...args);
      assert.match(err, said);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
    }
    nobody.leave();
  });

  it('refuses all of it at a production connection', async () => {
    const careful = new Person({ ...person.environment, BROWSER_SESSIONS_PRODUCTION: '1' });
    const before = await running();
    for (const args of [['start'], ['end', service.session], ['acquire', service.pool], ['release', service.session]]) {
      const { code, out, err } = await careful.run(...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^This is a production connection, and nobody can be asked here\./);
    }
    assert.deepEqual(await running(), before);
    careful.leave();
  });
});
