import assert from 'node:assert/strict';
import { elementUnder } from '../../../src/app/page/elements';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { runSteps } from '../../../src/app/sequences/run-steps';
import { UserError } from '../../../src/core/errors';
import type { ElementName } from '../../../src/core/element-name';
import { until } from '../../support/until';
import { NamesFixture } from './names-fixture';

const { signal } = new AbortController();
const PASSWORD = { role: 'textbox', name: 'Password' };
const OWN = '<label>Password <input id="own"></label><button id="in" onclick="this.textContent = 1">Sign in</button>';

describe('A frame of another origin, in a sequence', () => {
  let fixture: NamesFixture;
  /** Of another site than the page. */
  let other: string;

  before(async () => {
    fixture = await NamesFixture.open();
    other = fixture.pages.url.replace('127.0.0.1', 'localhost');
  });
  beforeEach(() => fixture.pages.clear());
  after(() => fixture.close());

  /** Shows a page with a frame that has a text box `Password`. */
  async function showFrame(query = '', body = ''): Promise<void> {
    await fixture.show(`<iframe src="${other}/password${query}"></iframe>${body}`);
    await fixture.pages.waitFor(({ type }) => type === 'framed');
    await isListed(other);
  }

  async function isListed(origin: string): Promise<void> {
    await until(`what is in ${origin} is listed`, async () =>
      (await fixture.list()).some((each) => each.name === 'Password' && each.origin === origin),
    );
  }

  /** @returns why it failed; undefined if it did not. */
  async function run(...steps: readonly object[]): Promise<string | undefined> {
    const read = readSequenceText(JSON.stringify({ steps }), []);
    assert.ok('steps' in read, JSON.stringify(read));
    const [outcome] = await runSteps(
      fixture.parts,
      { sessionIds: [fixture.session], steps: read.steps, extension: undefined },
      signal,
    );
    assert.ok(outcome);
    if (outcome.error === undefined) return undefined;
    if (!(outcome.error instanceof UserError)) throw outcome.error;
    return outcome.error.message;
  }

  async function runs(...steps: readonly object[]): Promise<void> {
    assert.equal(await run(...steps), undefined);
  }

  const ownValue = (): Promise<string> => fixture.run(`document.querySelector('#own').value`);

  function hasTold(type: string): boolean {
    return fixture.pages.events().some((event) => event.type === type && event.path === '/password');
  }

  it('gets nothing that is meant for the page, also while the page has it not yet', async () => {
    await showFrame();
    await fixture.run(
      `void setTimeout(() => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(OWN)}), 700)`,
    );
    await runs({ type: 'hunter2', into: PASSWORD }, { click: { role: 'button', name: 'Sign in' } });
    assert.equal(await ownValue(), 'hunter2');
    assert.equal(await fixture.run(`document.querySelector('#in').textContent`), '1');
    assert.ok(!hasTold('input') && !hasTold('pressed'));
  });

  it('is told of where the page has no such element', async () => {
    await showFrame();
    const where = `It’s in a frame of “${other}”. If you mean that one, add “frame”.`;
    assert.equal(
      await run({ type: 'hunter2', into: PASSWORD, timeout: 0 }),
      `No textbox “Password” is visible. Nothing was typed. ${where}`,
    );
    assert.equal(
      await run({ click: { role: 'button', name: 'Sign in' }, timeout: 0 }),
      `No button “Sign in” is visible. Nothing was clicked. ${where}`,
    );
    assert.match((await run({ expect: { visible: PASSWORD }, timeout: 0 })) ?? '', /^No textbox “Password” is visible/);
    assert.ok(!hasTold('input') && !hasTold('pressed'));
  });

  it('is used where the step names its origin, and no other', async () => {
    await showFrame('', OWN);
    const frame = other;
    await runs(
      { expect: { visible: { ...PASSWORD, frame } } },
      { type: 'for the frame', into: { ...PASSWORD, frame } },
      { click: { role: 'button', name: 'Sign in', frame } },
    );
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'for the frame');
    await fixture.pages.waitFor(({ type, value }) => type === 'pressed' && value === 'Sign in');
    assert.equal(await ownValue(), '');
    const wrong = { ...PASSWORD, frame: 'https://ads.example' };
    assert.match(
      (await run({ type: 'x', into: wrong, timeout: 0 })) ?? '',
      /^No textbox “Password” is visible in a frame of “https:\/\/ads\.example”\. Nothing was typed\./,
    );
  });

  it('is not clicked at the point of an element that the page has not', async () => {
    await showFrame();
    const step = { click: { role: 'button', name: 'Pay', x: 100, y: 60 }, timeout: 0 };
    assert.match((await run(step)) ?? '', /^No button “Pay” is visible\. Nothing was clicked\./);
    assert.ok(!hasTold('pressed'));
  });

  it('gets no text by taking the focus', async () => {
    await showFrame('?steals', OWN);
    for (let time = 0; time < 10; time++) await runs({ type: `hunter${time}`, into: PASSWORD });
    assert.equal(await ownValue(), 'hunter9');
    assert.equal(
      await run({ type: 'hunter2' }),
      `The focus is in a frame of “${other}”. Nothing was typed. Name the field with “into”.`,
    );
    assert.ok(!hasTold('input'));
  });

  it('is one in the same process too: of data, of a sandbox, and of another origin around one of the page’s own', async () => {
    const field = `<label>Password <input oninput="parent.postMessage(this.value, '*')"></label>`;
    const escaped = field.replaceAll('"', '&quot;');
    await fixture.show(`<iframe src="data:text/html,${escaped}"></iframe><iframe sandbox="allow-scripts" srcdoc="${escaped}"></iframe>
      <iframe sandbox="allow-scripts" src="${fixture.pages.url}/password"></iframe>`);
    await fixture.run(`void addEventListener('message', ({ data }) => (document.title = data))`);
    const origins = ['data:', 'sandboxed', `sandboxed ${fixture.pages.url}`];
    for (const origin of origins) await isListed(origin);
    assert.match(
      (await run({ type: 'hunter2', into: PASSWORD, timeout: 0 })) ?? '',
      /^No textbox “Password” is visible/,
    );
    assert.equal(await fixture.run('document.title'), 'Plain');
    for (const frame of origins.slice(0, 2)) {
      await runs({ type: frame, into: { ...PASSWORD, frame } });
      await until(`${frame} has the text`, async () => (await fixture.run('document.title')) === frame);
    }
    // A foreign frame decides which page of this origin is in it, and where.
    await fixture.show(`<iframe src="${other}/frame?inner"></iframe>`);
    const inner = async (): Promise<string[]> =>
      // There is nothing to click until the frame is there.
      (await fixture.list().catch(() => [])).flatMap(({ name, origin }) => (name === 'inner' ? [String(origin)] : []));
    await until('the frame in the frame is listed', async () => (await inner()).length > 0);
    assert.deepEqual(await inner(), [fixture.pages.url]);
  });

  it('is none if it is of the page’s own origin, or has what the page wrote', async () => {
    const written = OWN.replaceAll('"', '&quot;');
    await fixture.show(`<iframe src="/password"></iframe><iframe srcdoc="${written}"></iframe>`);
    await fixture.pages.waitFor(({ type }) => type === 'framed');
    await until(
      'both are listed',
      async () => (await fixture.names()).filter((name) => name === 'Password').length === 2,
    );
    assert.deepEqual([...new Set((await fixture.list()).map(({ origin }) => origin))], [undefined]);
    await fixture.run(`document.querySelector('[srcdoc]').remove()`);
    await runs({ type: 'mine', into: PASSWORD });
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'mine');
  });

  it('is recorded with its origin where a person clicks in it, wherever the page is scrolled', async () => {
    await showFrame('', `<div style="height: 3000px"></div>`);
    await fixture.run(
      `document.body.insertAdjacentHTML('afterbegin', '<div style="height: 900px"></div><button id="b">Own</button>')`,
    );
    await fixture.run(`scrollTo(0, 800)`);
    const look = async (css: string, x: number, y: number): Promise<ElementName | undefined> => {
      const corner = `document.querySelector('${css}').getBoundingClientRect()`;
      const [left, top] = await fixture.run(`[${corner}.left, ${corner}.top]`);
      const point = { x: Math.floor(left + x), y: Math.floor(top + y) };
      return elementUnder(fixture.parts, { id: fixture.session }, point);
    };
    assert.deepEqual(await look('#b', 5, 5), { role: 'button', name: 'Own' });
    assert.deepEqual(await look('iframe', 112, 22), { ...PASSWORD, frame: other });
    await fixture.run(`document.querySelector('iframe').style.transform = 'scale(0.5)'`);
    assert.deepEqual(await look('iframe', 56, 11), { ...PASSWORD, frame: other });
  });
});
