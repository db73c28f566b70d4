import assert from 'node:assert/strict';
import { DebuggedBrowser } from '../../support/browser';
import { startPages, type Pages } from '../../support/pages';
import { GOOD, Person } from '../cli/command-line';

describe('A browser that was started by hand, in the terminal', () => {
  const browser = new DebuggedBrowser();
  let pages: Pages;
  let person: Person;
  before(async () => {
    [pages] = await Promise.all([startPages(), browser.start()]);
    person = new Person({ BROWSER_SESSIONS_DEVTOOLS: `http://${browser.address.host}` });
  });
  after(async () => {
    person.leave();
    await Promise.all([browser.kill(), pages.stop()]);
  });

  it('is one session, with the name that the browser tells', async () => {
    const { code, out, err } = await person.run('sessions', '--json');
    assert.equal(code, 0, err);
    const listed: { id: string; name: string }[] = JSON.parse(out);
    assert.equal(listed.length, 1);
    assert.match(listed[0]?.id ?? '', /^browser-[0-9a-f]{8}$/);
    assert.match(listed[0]?.name ?? '', /^Chrome \d+$/);
  });

  it('takes an upload, because it reads the files of this machine, and shows its log and its storage', async () => {
    person.write('hello', GOOD);
    const uploaded = await person.run('upload', 'hello');
    assert.equal(uploaded.code, 0, uploaded.err);
    const stored = await person.run('storage', 'Hello');
    assert.equal(stored.code, 0, stored.err);
    assert.match(stored.out, /count/);
  });
});
