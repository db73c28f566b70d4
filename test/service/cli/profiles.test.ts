import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { type Pages, startPages } from '../../support/pages';
import { temporaryFolder } from '../../support/temporary-folder';
import { Person } from './command-line';

describe('The command line and profiles', () => {
  let service: LocalService;
  let pages: Pages;
  let person: Person;

  before(async () => {
    pages = await startPages();
    service = await startLocalService({
      env: { BROWSER_SESSIONS_STATE: temporaryFolder() },
      args: ['--pool-size', '0'],
    });
    person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
    await request(service, 'DELETE', `/browsers/${service.session}`);
  });
  after(async () => {
    person.leave();
    await Promise.all([service.stop(), pages.stop()]);
  });

  async function done(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await person.run(...args);
    assert.deepEqual([code, err], [0, ''], args.join(' '));
    return out.trimEnd();
  }

  async function failed(code: number, said: RegExp, ...args: readonly string[]): Promise<void> {
    const ended = await person.run(...args);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, said);
  }

  nightly('keep a login from one session to the next, and give it to tests', async () => {
    pages.clear();
    const page = `${pages.url}/cookie?set=login`;
    const id = await done('start', '--profile', 'work', '--save-changes', '--start-url', page);
    await pages.waitFor(({ type, cookie }) => type === 'load' && /login/.test(cookie ?? ''));
    await failed(1, /is in use/, 'start', '--profile', 'work', '--save-changes');
    await done('end', id);
    assert.match(await done('profiles'), /^NAME +SIZE +LAST USED +ID\nwork +[\d.]+ [KM]B +20\d\d-.+Z +[a-z0-9]{24}$/);
    person.write('.', {
      'login.sequence.json': { steps: [{ open: `${pages.url}/cookie` }, { expect: { text: 'login' } }] },
    });
    await failed(1, /^$/, 'test');
    assert.match(await done('test', '--profile', 'work'), /^1 passed/m);
    await failed(2, /cannot be used with option/, 'test', '--profile', 'work', '--reuse');
  });

  nightly('are made of a session, listed as JSON, and deleted', async () => {
    const id = await done('start');
    assert.match(await done('profiles', '--save', 'made', '--session', id), /^Saved “.+” to profile “made”\.$/);
    const listed: { name: string; size: number }[] = JSON.parse(await done('profiles', '--json'));
    const made = listed.find(({ name }) => name === 'made');
    assert.ok(made && made.size > 10_000, JSON.stringify(listed));
    assert.equal(await done('profiles', '--delete', 'made'), 'Deleted profile “made”.');
    await failed(1, /There is no profile “made”/, 'profiles', '--delete', 'made');
    await failed(1, /chosen profile .*no longer exists/, 'start', '--profile', 'made');
    await failed(1, /Use 1 to 255 letters/, 'start', '--profile', '../x', '--save-changes');
    await failed(2, /--save-changes goes with --profile/, 'start', '--save-changes');
    await failed(2, /goes with --save/, 'profiles', '--session', id);
    await done('end', id);
  });

  it('change nothing at a production connection', async () => {
    const careful = new Person({ ...person.environment, BROWSER_SESSIONS_PRODUCTION: '1' });
    for (const args of [
      ['start', '--profile', 'new', '--save-changes'],
      ['profiles', '--save', 'new', '--session', service.session],
      ['profiles', '--delete', 'work'],
    ])
      assert.match((await careful.run(...args)).err, /This is a production connection/, args.join(' '));
    careful.leave();
    const listed: { name: string }[] = JSON.parse((await request(service, 'GET', '/profiles')).text);
    assert.ok(listed.every(({ name }) => name !== 'new'));
  });
});
