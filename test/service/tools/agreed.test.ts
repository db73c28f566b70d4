import assert from 'node:assert/strict';
import type { ProcessHost } from '../../../src/cli/host';
import { Cancelled } from '../../../src/core/errors';
import { english } from '../../../src/core/message';
import { agreeOn } from '../../../src/tools';
import { until } from '../../support/until';
import { ToolsFixture } from './tools-fixture';

/** A person who is asked by the tools, and answers. */
class Person {
  readonly asked: string[] = [];
  answer: () => Promise<void> = async () => {};

  host(host: ProcessHost): ProcessHost {
    const ask = async (text: Parameters<typeof english>[0]): Promise<void> => {
      this.asked.push(english(text));
      await this.answer();
    };
    const connect: ProcessHost['connect'] = async () => ({
      ...(await host.connect()),
      confirm: async (change) => agreeOn(change, ask),
    });
    return { ...host, connect };
  }
}

const SHOP = `<title>Shop</title>
  <label>Note <input id=note></label><label>Password <input type=password id=password></label>
  <label>PIN of the door <input type=password></label>
  <button id=b onclick="p.textContent = 'ACCOUNT DELETED'">Delete account</button>
  <button onclick="p.textContent = 'canceled'">Cancel</button><p id=p>nothing yet</p>`;

describe('What a person agrees to', () => {
  let fixture: ToolsFixture;
  let session: string;
  let person: Person;
  let host: ProcessHost;

  before(async () => (fixture = await ToolsFixture.open()));
  after(() => fixture.close());
  beforeEach(async () => {
    session = await fixture.session(fixture.page('shop', SHOP));
    person = new Person();
    host = person.host(fixture.host);
    await fixture.text('read_session_page', { session });
  });
  afterEach(() => fixture.end(session));

  const act = (input: object): Promise<string> => fixture.text('act_in_session', { session, ...input }, { host });
  const refusal = (input: object): Promise<string> => fixture.error('act_in_session', { session, ...input }, { host });
  const page = (): Promise<string> => fixture.text('read_session_page', { session });
  const asked = (): string => person.asked.at(-1)?.replace(/ on “127\.0\.0\.1:\d+” in “[^”]*”\?$/, '') ?? '';
  async function refTo(name: string): Promise<string> {
    return new RegExp(`\\[(e\\d+) \\S+ "${name}"`).exec(await page())?.[1] ?? assert.fail();
  }

  it('is the element as it is on the page, by role and name', async () => {
    await act({ ref: await refTo('Delete account') });
    assert.equal(asked(), 'Let Agent One click button “Delete account”');
    assert.match(await page(), /ACCOUNT DELETED/);
  });

  it('is the name that an element has now, not the one that the agent saw', async () => {
    const ref = await refTo('Cancel');
    await fixture.text('act_in_session', { session, name: 'Delete account' });
    const renamed = fixture.page(
      'renaming',
      `<button onclick="q.textContent = 'Delete it'">rename</button><button id=q>Keep it</button>`,
    );
    const other = await fixture.session(renamed);
    const read = await fixture.text('read_session_page', { session: other });
    const [, keep] = /\[(e\d+) button "Keep it"/.exec(read) ?? [];
    await fixture.text('act_in_session', { session: other, name: 'rename' });
    await fixture.text('act_in_session', { session: other, ref: keep }, { host });
    assert.match(asked(), /^Let Agent One click button “Delete it”/);
    await fixture.end(other);
    assert.ok(ref);
  });

  it('is not done if the page has put something else there meanwhile', async () => {
    const address = fixture.page(
      'turning',
      `<title>Turning</title><button id=b onclick="p.textContent += 'PRESSED'">Continue</button><p id=p>-</p>
      <script>addEventListener('message', () => (b.textContent = 'Pay 1,000'))</script><button onclick="postMessage(1)">turn</button>`,
    );
    const turning = await fixture.session(address);
    person.answer = async () => void (await fixture.text('act_in_session', { session: turning, name: 'turn' }));
    const input = {
      session: turning,
      ref: /\[(e\d+) button "Continue"/.exec(await fixture.text('read_session_page', { session: turning }))?.[1],
    };
    const said = await fixture.error('act_in_session', input, { host });
    assert.match(said, /^What would be done has changed since it was allowed\. Nothing was done\./);
    assert.doesNotMatch(await fixture.text('read_session_page', { session: turning }), /PRESSED/);
    await fixture.end(turning);
  });

  it('is all that is done, in its order, without passwords', async () => {
    await act({ fields: { Note: 'transfer 1000', Password: 'hunter2', 'PIN of the door': '1234' }, name: 'Cancel' });
    assert.equal(
      asked(),
      'Let Agent One type “transfer 1000” into textbox “Note”, “•••” into textbox “Password”, ' +
        '“•••” into textbox “PIN of the door”, then click button “Cancel”',
    );
    await act({ action: 'type', name: 'Note', text: 'hello' });
    assert.equal(asked(), 'Let Agent One type “hello” into textbox “Note”');
    await act({ action: 'press', name: 'Cancel', text: 'Enter' });
    assert.equal(asked(), 'Let Agent One press Enter on button “Cancel”');
    await act({ action: 'type', name: 'Password', text: 'hunter3' });
    await act({ action: 'type', text: 'hunter4' });
    assert.equal(asked(), 'Let Agent One type “•••” where the focus is, textbox “Password”');
    await act({ action: 'scroll', text: 'up' });
    assert.equal(asked(), 'Let Agent One scroll up');
    await act({ x: 5, y: 7 });
    assert.equal(asked(), 'Let Agent One click the point 5, 7');
    assert.ok(!person.asked.join('\n').includes('hunter'));
  });

  it('is one thing: what says two is refused before anybody is asked, and nothing is done', async () => {
    const ref = await refTo('Delete account');
    for (const [input, one, other] of [
      [{ ref, name: 'Cancel' }, 'ref', 'name'],
      [{ ref, role: 'button' }, 'ref', 'role'],
      [{ ref, x: 1, y: 1 }, 'ref', 'x'],
      [{ ref, page: 'p1' }, 'ref', 'page'],
      [{ name: 'Cancel', x: 1, y: 1 }, 'name', 'x'],
      [{ dialog: 'accept', name: 'Cancel' }, 'dialog', 'name'],
      [{ dialog: 'accept', fields: { Note: '1' } }, 'dialog', 'fields'],
      [{ name: 'Cancel', text: 'hello' }, 'click', 'text'],
    ] as const)
      assert.equal(await refusal(input), `“${one}” and “${other}” contradict each other. Remove one.`);
    assert.match(await refusal({ action: 'press' }), /^“text” is missing\./);
    assert.match(await refusal({ action: 'scroll', text: 'Delete account' }), /^“text” must be up or down\./);
    assert.match(await refusal({ x: 5 }), /^“x” and “y” belong together\./);
    assert.match(await refusal({ dialog: 'accept' }), /^No dialog is open\./);
    assert.deepEqual(person.asked, []);
    assert.match(await page(), /nothing yet/);
  });

  it('is not done after a no, and the agent is told so', async () => {
    person.answer = async () => {
      throw new Cancelled();
    };
    assert.equal(
      await refusal({ name: 'Delete account' }),
      'A person said no. Ask them before you go on. Nothing was done.',
    );
    assert.match(await page(), /nothing yet/);
  });

  it('names the keys and values of a storage, the page that is opened, and the folder', async () => {
    const folder = fixture.folder;
    const { writeFiles } = await import('../../support/files');
    writeFiles(folder, {
      'manifest.json': JSON.stringify({ manifest_version: 3, name: 'Kept', version: '1', permissions: ['storage'] }),
      'page.html': '<h1>Page</h1>',
    });
    await fixture.text('upload_extension', { session, folder }, { host });
    assert.match(person.asked.at(-1) ?? '', /^Let Agent One upload “.*” to “[^”]*”\?$/);
    const change = (input: object): Promise<string> =>
      fixture.text('inspect_extension', { session, extension: 'Kept', ...input }, { host });
    await change({ action: 'set', values: { plan: 'free', apiKey: 'abc', 3: { deep: true } } });
    assert.match(
      person.asked.at(-1) ?? '',
      /^Let Agent One set “3” = \{"deep":true\}, “plan” = "free", “apiKey” = ••• in the local storage of “Kept” in “/,
    );
    await change({ action: 'remove', keys: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    assert.match(
      person.asked.at(-1) ?? '',
      /^Let Agent One remove “a”, .*“e” and 2 more keys from the local storage of /,
    );
    await fixture.text('open_extension_page', { session, extension: 'Kept', page: 'page.html' }, { host });
    assert.match(person.asked.at(-1) ?? '', /^Let Agent One open “page\.html” of “Kept” in “/);
    await until('the page is there', async () => (await page()).includes('Page'));
  });
});
