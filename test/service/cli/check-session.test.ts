import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { startLocalService, type LocalService } from '../../support/local-service';
import { Person } from './command-line';

const NOWHERE = '/nowhere/chromium';
const OLD = { manifest_version: 3, name: 'Asked', version: '1.0', permissions: ['storage'] };
const NEW = {
  ...OLD,
  version: '2.0',
  permissions: ['storage', 'history', 'downloads'],
  content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'] }],
};

describe('An old version, with a session’s browser', () => {
  let service: LocalService;
  let person: Person;
  before(async () => (service = await startLocalService()));
  after(() => service.stop());
  afterEach(() => person.leave());

  /** @param more of the environment. */
  async function compare(
    more: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): ReturnType<Person['run']> {
    const { url, token } = service;
    person = new Person({ BROWSER_SESSIONS_ADDRESS: url, BROWSER_SESSIONS_TOKEN: token, ...more });
    person.write('old', { 'manifest.json': OLD });
    person.write('new', { 'manifest.json': NEW, 'content.js': 'chrome.history, chrome.downloads, chrome.storage' });
    return person.run('check', 'new', '--against', 'old', ...args);
  }

  it('is told in the words that a browser of this machine has, where there is none', async () => {
    assert.equal(existsSync(NOWHERE), false);
    const here = await compare({});
    const nowhere = { BROWSER_SESSIONS_CHROMIUM: NOWHERE };
    const unasked = await compare(nowhere);
    const empty = await compare(nowhere, '--session', service.session);
    assert.notEqual(empty.code, 0);
    assert.match(empty.err, /has no extension that could ask its browser\. Upload one first/);
    assert.equal((await person.run('upload', 'old', '--session', service.session)).code, 0);
    const there = await compare(nowhere, '--session', service.session);
    assert.match(unasked.out, /warning: .*No browser of this machine could be asked/s);
    assert.equal(there.out, here.out);
    assert.match(there.out, /error: Chrome will disable the extension until each user accepts .*update-disables/);
    assert.doesNotMatch(there.out, /could be asked/);
    assert.deepEqual([here.code, unasked.code, there.code], [1, 1, 1]);
  });

  it('is refused without an old version, and for a session that is not there', async () => {
    const none = await compare({}, '--session', 'another');
    assert.notEqual(none.code, 0);
    assert.match(none.err, /another/);
    const { code, err } = await person.run('check', 'new', '--session', service.session);
    assert.equal(code, 2);
    assert.match(err, /Name it with --against/);
  });
});
