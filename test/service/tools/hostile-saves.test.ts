import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessHost } from '../../../src/cli/host';
import { english } from '../../../src/core/message';
import { readSequence } from '../../../src/core/sequence';
import { agreeOn, type Caller } from '../../../src/tools';
import { request } from '../../support/local-service';
import { temporaryFolder } from '../../support/temporary-folder';
import { AGENT, ToolsFixture } from './tools-fixture';

/** Looks like a key; in parts, so that this repository has none. */
const KEY = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'c2lnbmF0dXJlLW9mLWEtdG9rZW4'].join('.');

describe('A sequence of what an agent did on a page that is not well meant', () => {
  let fixture: ToolsFixture;
  let session: string;
  let workspace: string;
  let outside: string;
  let host: ProcessHost;
  const asked: string[] = [];

  before(async () => (fixture = await ToolsFixture.open()));
  after(() => fixture.close());
  beforeEach(() => {
    const top = temporaryFolder();
    workspace = path.join(top, 'workspace');
    outside = path.join(top, 'outside');
    for (const each of [workspace, outside, path.join(workspace, '.git')]) mkdirSync(each);
    const alone = ToolsFixture.hostAt(fixture.service, path.join(top, 'state'), {}, workspace);
    const connect: ProcessHost['connect'] = async () => ({
      ...(await alone.connect()),
      confirm: async (change) => agreeOn(change, async (text) => void asked.push(english(text))),
    });
    host = { ...alone, connect };
    asked.length = 0;
  });
  afterEach(async () => {
    host.close();
    await fixture.end(session);
  });

  const whole = (file: string): string => path.join(workspace, file);
  const call = (name: string, input: object, caller: Caller = AGENT): Promise<string> =>
    fixture.text(name, { session, ...input }, { host, caller });
  const refused = (name: string, input: object, caller: Caller = AGENT): Promise<string> =>
    fixture.error(name, { session, ...input }, { host, caller });

  async function saved(file: string): Promise<{ readonly text: string; readonly steps: readonly object[] }> {
    await call('save_sequence', { file: whole(file) });
    const text = readFileSync(whole(file), 'utf8');
    const read = readSequence(JSON.parse(text));
    assert.ok('steps' in read, text);
    return { text, steps: JSON.parse(text).steps };
  }

  it('has its names as texts, each step on a line, and nothing that is not seen', async () => {
    const names = ['Add" } }, { "upload": "/etc', 'Add\u202E\u200B evil', `{"env":"HOME"}`];
    session = await fixture.session(
      fixture.page(
        'names',
        names.map((name) => `<button aria-label="${name.replaceAll('"', '&quot;')}">b</button>`).join(''),
      ),
    );
    await call('read_session_page', {});
    const text = await call('read_session_page', {});
    for (const [, ref] of text.matchAll(/\[(e\d+) button/g)) await call('act_in_session', { ref });
    const { text: file, steps } = await saved('names.sequence.json');
    assert.equal(steps.length, 3);
    assert.ok(steps.every((step) => Object.keys(step).join() === 'click'));
    assert.doesNotMatch(file, /[\u202E\u200B]/);
    assert.equal(file.match(/\n {4}\{ "click"/g)?.length, 3);
    assert.match(
      asked.at(-1) ?? '',
      /^Let Agent One save 3 steps that it did in “[^”]*” as “names\.sequence\.json”\?$/,
    );
    assert.match(await call('run_tests', { files: [whole('names.sequence.json')], session: undefined }), /^1 passed/);
  });

  it('has no key, wherever it was: typed, in a name, an address, a storage, or what was seen', async () => {
    const body = `<label>Note <input oninput="p.textContent = this.value"></label><button>${KEY}</button>
      <label>PIN <input id=pin></label><p id=p>nothing</p>`;
    session = await fixture.session(fixture.page(`keys?access_token=${KEY}`, body));
    await call('act_in_session', { action: 'type', name: 'Note', text: KEY });
    await call('act_in_session', { action: 'click', name: KEY });
    await call('act_in_session', { action: 'click', name: 'PIN' });
    await call('act_in_session', { action: 'type', text: '4711' });
    await call('act_in_session', { action: 'press', text: '8' });
    await call('act_in_session', { action: 'press', text: 'Tab' });
    const { text } = await saved('keys.sequence.json');
    assert.ok(!text.includes(KEY), text);
    assert.ok(!text.includes('4711') && !text.includes('"8"'), text);
    assert.match(text, /"type": \{ "env": "NOTE" \}/);
    assert.match(text, /"type": \{ "env": "TEXT" \} \}/);
    assert.match(text, /"press": "Tab"/);
  });

  it('is none of what a person or another agent did, nor of another session', async () => {
    session = await fixture.session(fixture.page('mine', '<button>mine</button><button>yours</button>'));
    await call('act_in_session', { name: 'mine' });
    await request(fixture.service, 'POST', `/browsers/${session}/computer/click_mouse`, { x: 5, y: 5 });
    const other = { id: 'two', name: 'Agent Two' };
    assert.match(
      await refused('save_sequence', { file: whole('other.sequence.json') }, other),
      /^You have done nothing in .* that a sequence has a step for/,
    );
    await call('act_in_session', { name: 'yours', take_over: true }, other);
    const { steps } = await saved('mine.sequence.json');
    assert.deepEqual(steps, [{ click: { role: 'button', name: 'mine' } }]);
    // Tools of another window remember what was done through them.
    const another = ToolsFixture.hostAt(fixture.service, path.join(outside, 'state'), {}, workspace);
    const input = { session, file: whole('another.sequence.json') };
    assert.match(await fixture.error('save_sequence', input, { host: another }), /^You have done nothing/);
    another.close();
  });

  it('goes through no link, replaces only what was asked about, and one of two at once is first', async () => {
    session = await fixture.session(fixture.page('once', '<button>once</button>'));
    await call('act_in_session', { name: 'once' });
    writeFileSync(path.join(outside, 'victim.sequence.json'), 'untouched');
    symlinkSync(path.join(outside, 'victim.sequence.json'), whole('link.sequence.json'));
    symlinkSync(path.join(outside, 'new.sequence.json'), whole('dangling.sequence.json'));
    symlinkSync(outside, whole('linked'));
    for (const each of ['link', 'linked/x', 'linked/deeper/x', '../outside/x'])
      assert.match(
        await refused('save_sequence', { file: whole(`${each}.sequence.json`) }),
        /is outside of the project/,
        each,
      );
    assert.match(
      await refused('save_sequence', { file: whole('dangling.sequence.json') }),
      /is a link, or isn’t a regular file/,
    );
    assert.ok(lstatSync(whole('dangling.sequence.json')).isSymbolicLink());
    assert.equal(readFileSync(path.join(outside, 'victim.sequence.json'), 'utf8'), 'untouched');
    for (const each of ['new.sequence.json', 'x.sequence.json', 'deeper'])
      assert.ok(!existsSync(path.join(outside, each)));
    mkdirSync(whole('folder.sequence.json'));
    assert.match(await refused('save_sequence', { file: whole('folder.sequence.json') }), /isn’t a regular file/);
    const file = whole('two.sequence.json');
    const both = await Promise.allSettled([call('save_sequence', { file }), call('save_sequence', { file })]);
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1, JSON.stringify(both));
    await call('save_sequence', { file });
    assert.match(asked.at(-1) ?? '', /^Let Agent One replace “two\.sequence\.json” with 1 steps that it did in “/);
  });

  it('leaves out what no step can do, and says so', async () => {
    const body = `<button onclick="alert('hi')">ask</button><button>twin</button><button>twin</button>
      <div style="height: 4000px">long</div>`;
    session = await fixture.session(fixture.page('left', body));
    const page = await call('read_session_page', {});
    const [, twin] = /\[(e\d+) button "twin"/.exec(page) ?? [];
    await call('act_in_session', { ref: twin });
    await call('act_in_session', { action: 'press', name: 'ask', text: 'Escape' });
    await call('act_in_session', { action: 'scroll', text: 'down' });
    const text = await call('save_sequence', { file: whole('left.sequence.json') });
    assert.match(text, /^Saved 2 steps/);
    assert.match(text, /Pressed Escape\. On button "ask"\. This is left out: no step does it, or it has a secret\./);
    const [click, scroll] = JSON.parse(readFileSync(whole('left.sequence.json'), 'utf8')).steps;
    assert.deepEqual(Object.keys(click.click), ['role', 'name', 'x', 'y']);
    assert.ok(scroll.scroll > 0);
  });
});
