import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pngSize } from '../../../src/core/screen/picture-size';
import { DebuggedBrowser } from '../../support/browser';
import { DevToolsHost } from '../../support/network/devtools-host';
import { BUTTON_AT, startPages, type Pages } from '../../support/pages';
import { GOOD, Person, type Ended } from '../cli/command-line';

const SECRET = 'secret-of-a-vendor-90ab51c0ffee';

describe('A browser that was started by hand, in the terminal', () => {
  const browser = new DebuggedBrowser();
  const vendor = new DevToolsHost(() => browser.address, {
    accepts: ({ url = '', headers }) => url.includes(`token=${SECRET}`) || headers.authorization === `Bearer ${SECRET}`,
  });
  const people: Person[] = [];
  let pages: Pages;
  let person: Person;
  before(async () => {
    [pages] = await Promise.all([startPages(), browser.start(), vendor.start()]);
    person = someone({ BROWSER_SESSIONS_DEVTOOLS: `http://${browser.address.host}` });
  });
  after(async () => {
    for (const each of people) each.leave();
    await vendor.stop();
    await Promise.all([browser.kill(), pages.stop()]);
  });

  /** Uploads are kept in the home of whoever uploads. */
  function someone(environment: Readonly<Record<string, string>>): Person {
    const made = new Person({ HOME: browser.folder, ...environment });
    people.push(made);
    return made;
  }

  async function run(...args: readonly string[]): Promise<Ended> {
    const ended = await person.run(...args);
    assert.equal(ended.code, 0, `${ended.out}\n${ended.err}`);
    return ended;
  }

  it('is one session, with the name that the browser tells', async () => {
    const { out } = await run('sessions', '--json');
    const listed: { id: string; name: string }[] = JSON.parse(out);
    assert.equal(listed.length, 1);
    assert.match(listed[0]?.id ?? '', /^browser-[0-9a-f]{8}$/);
    assert.match(listed[0]?.name ?? '', /^Chrome \d+$/);
  });

  it('takes an upload, replaces it in place, and tells its log and its storage', async () => {
    person.write('hello', GOOD);
    await run('upload', 'hello');
    assert.match((await run('storage', 'Hello')).out, /count/);
    person.write('hello', { 'worker.js': 'console.log("second worker");\n' });
    assert.match((await run('upload', 'hello')).out, /1 file|in place|reloaded/i);
    const log = person.start('log', 'Hello');
    await log.says('second worker');
    await log.interrupt();
    assert.equal((await run('sessions', '--json')).out.match(/"Hello"/g)?.length ?? 1, 1);
  });

  it('is clicked and typed in, is pictured, and runs tests', async () => {
    person.write('.', {
      'shop.sequence.json': {
        steps: [{ open: `${pages.url}/input` }, { click: { x: 150, y: 150 } }, { type: 'typed by a test' }],
      },
    });
    await run('test', 'shop.sequence.json');
    await pages.waitFor(({ type, value }) => type === 'input' && value === 'typed by a test');
    await run('shot', 'screen.png');
    assert.ok((pngSize(readFileSync(path.join(person.folder, 'screen.png')))?.width ?? 0) > 300);
    person.write('.', { 'button.sequence.json': { steps: [{ open: `${pages.url}/button` }] } });
    await run('test', 'button.sequence.json');
    await run('click', `${BUTTON_AT.x}, ${BUTTON_AT.y}`);
    await pages.waitFor(({ type, path: at }) => type === 'click' && at === '/button');
  });

  it('does not offer what only a service has, and says so', async () => {
    for (const args of [['start'], ['acquire', 'pool'], ['end', 'Chrome 1']]) {
      const { code, err } = await person.run(...args);
      assert.notEqual(code, 0);
      assert.match(err, /doesn’t|No session|and no service/, `${args.join(' ')}: ${err}`);
    }
  });

  it('takes a token in its address or beside it, and shows neither', async () => {
    const ways: readonly Readonly<Record<string, string>>[] = [
      { BROWSER_SESSIONS_DEVTOOLS: `http://${vendor.host}/?token=${SECRET}` },
      { BROWSER_SESSIONS_DEVTOOLS: vendor.host, BROWSER_SESSIONS_DEVTOOLS_TOKEN: SECRET },
    ];
    for (const way of ways) {
      const { code, out, err } = await someone(way).run('sessions', '--json');
      assert.equal(code, 0, err);
      assert.ok(!`${out}${err}`.includes(SECRET));
    }
    const wrong = `http://${vendor.host}/?token=wrong-${SECRET.slice(0, 20)}`;
    const { code, err } = await someone({ BROWSER_SESSIONS_DEVTOOLS: wrong }).run('sessions');
    assert.equal(code, 2);
    assert.match(err, /rejected the token/);
    assert.ok(!err.includes('wrong-secret'));
  });

  it('refuses an address that is none, without quoting it', async () => {
    const { code, err } = await someone({ BROWSER_SESSIONS_DEVTOOLS: `ftp://${SECRET}@host` }).run('sessions');
    assert.equal(code, 2);
    assert.match(err, /BROWSER_SESSIONS_DEVTOOLS is wrong\. An address must start with ws:\/\//);
    assert.ok(!err.includes(SECRET));
  });
});
