import assert from 'node:assert/strict';
import { click, drag, pressKeys, scroll, typeText } from '../../../src/app/computer';
import type { BrowserAccess } from '../../../src/app/devtools-sessions';
import { clickElement, findElementsIn } from '../../../src/app/page/elements';
import { Recording } from '../../../src/app/sequences/recording';
import { runSteps } from '../../../src/app/sequences/run-steps';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import type { Click } from '../../../src/core/click';
import { formatSequence } from '../../../src/core/sequence';
import type { PersonInput } from '../../../src/state';
import { until } from '../../support/until';
import { ToolsFixture } from './tools-fixture';

const SECRET = 'correct horse battery';
const { signal } = new AbortController();

const FORM = `<!doctype html><meta charset="utf-8"><title>Form</title>
  <form><label>Name <input id="name" value="old"></label><label>Password <input id="password" type="password"></label>
  <label>Code <input id="code" autocomplete="one-time-code"></label><label>Notes <textarea id="notes"></textarea></label>
  <input id="bare"><button>Sign in</button></form><p id="said"></p><div id="list" style="height: 100px; width: 200px; overflow: auto">
  <div style="height: 1000px">list</div></div><secret-box></secret-box>
  <script>
    const form = document.querySelector('form'), said = document.querySelector('#said');
    form.onsubmit = (event) => {
      event.preventDefault();
      said.textContent = ['Hello', ...['name', 'password', 'code', 'notes', 'bare'].map((id) => '[' + form.elements[id].value + ']')].join(' ');
    };
    customElements.define('secret-box', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'closed' }).innerHTML = '<input type="password" aria-label="Hidden PIN">';
      }
    });
  </script>`;

/** What a person does in a session, by the doors that a person uses. */
class Hands {
  constructor(
    private readonly access: BrowserAccess,
    private readonly session: string,
  ) {}

  async type(text: string): Promise<void> {
    await this.do({ type: 'text', text }, () => typeText(this.access, { sessionId: this.session, text }, signal));
  }

  async press(...keys: readonly string[]): Promise<void> {
    await this.do({ type: 'keys', keys, isRepeat: false }, () =>
      pressKeys(this.access, { sessionId: this.session, keys }, signal),
    );
  }

  async click(wanted: Click, first?: Click): Promise<void> {
    await this.do({ type: 'click', click: wanted, first }, () =>
      click(this.access, { sessionId: this.session, click: wanted, first }, signal),
    );
  }

  async scroll(x: number, y: number, deltaY: number): Promise<void> {
    const turn = { x, y, deltaX: 0, deltaY };
    await this.do({ type: 'scroll', picture: 0, scroll: turn }, () =>
      scroll(this.access, { sessionId: this.session, scroll: turn }, signal),
    );
  }

  async drag(...path: readonly { x: number; y: number }[]): Promise<void> {
    await this.do({ type: 'drag', picture: 0, path }, () =>
      drag(this.access, { sessionId: this.session, path }, signal),
    );
  }

  private do(input: PersonInput, work: () => Promise<void>): Promise<void> {
    return this.access.sessions.byPerson(this.session, input, work);
  }
}

function field(name: string): object {
  return { into: { role: 'textbox', name } };
}

describe('A recording', () => {
  let fixture: ToolsFixture;
  let access: BrowserAccess;
  let session: string;
  let hands: Hands;
  let recording: Recording;
  let address: string;

  before(async () => {
    fixture = await ToolsFixture.open();
    const { client, records } = await fixture.host.connect();
    access = { client, sessions: records.sessions, devtools: fixture.host.devtools };
    address = fixture.page('form', FORM);
  });
  after(() => fixture.close());
  beforeEach(async () => {
    session = await fixture.session(address);
    await until('the form is shown', async () => (await run('document.title')) === 'Form');
    hands = new Hands(access, session);
    recording = new Recording(access, { id: session });
    access.sessions.recorder = recording;
  });
  afterEach(async () => {
    access.sessions.recorder = undefined;
    await fixture.end(session);
  });

  /** On the page that is in front. @returns the value of the expression. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each expression has another value
  async function run(expression: string, of = session): Promise<any> {
    return access.devtools.of(access.client, of).use(async (open) => {
      const { targetInfos } = JSON.parse(JSON.stringify(await open.send('Target.getTargets', {}, { signal })));
      const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
      const { sessionId } = JSON.parse(
        JSON.stringify(await open.send('Target.attachToTarget', { targetId, flatten: true }, { signal })),
      );
      const asked = { expression, returnByValue: true };
      const { result } = JSON.parse(
        JSON.stringify(await open.send('Runtime.evaluate', asked, { signal, targetSession: sessionId })),
      );
      return result.value;
    }, signal);
  }

  const focus = (id: string): Promise<void> => run(`document.querySelector('#${id}').focus()`);

  async function middleOf(css: string): Promise<{ x: number; y: number }> {
    return run(`(() => {
      const { left, top, width, height } = document.querySelector('${css}').getBoundingClientRect();
      return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
    })()`);
  }

  /** The file, without the time between steps. */
  async function recorded(): Promise<{ start?: string; steps: Record<string, unknown>[]; text: string }> {
    const { steps, ...head } = await recording.sequence();
    const text = formatSequence(steps, head);
    const read: { start?: string; steps: Record<string, unknown>[] } = JSON.parse(text);
    return { ...read, steps: read.steps.filter((step) => !('wait' in step)), text };
  }

  it('has what a person types into fields, each once, and runs elsewhere with the same end', async () => {
    const name = await middleOf('#name');
    await hands.click(name, undefined);
    await hands.press('ctrl+a');
    for (const character of 'Adda') await hands.type(character);
    await hands.press('BackSpace');
    await hands.press('BackSpace');
    await hands.type('a');
    await hands.press('Tab');
    await hands.type(SECRET.slice(0, 7));
    await hands.type(SECRET.slice(7));
    await hands.press('Tab');
    await hands.type('123456');
    await hands.press('Tab');
    await hands.type('one');
    await hands.press('Return');
    await hands.type('two');
    await hands.press('Home');
    await hands.type('>');
    await hands.press('Tab');
    await hands.type('ba');
    await hands.type('re');
    await hands.press('Return');
    recording.addStep({ kind: 'expect', condition: { kind: 'text', text: `[Ada] [${SECRET}]` }, timeout: 5000 });
    const { start, steps, text } = await recorded();
    assert.equal(start, address);
    assert.deepEqual(steps.slice(0, -1), [
      { click: { role: 'textbox', name: 'Name', ...name } },
      { press: 'ctrl+a' },
      { type: 'Ada', ...field('Name') },
      { press: 'Tab' },
      { type: { env: 'PASSWORD' }, ...field('Password') },
      { press: 'Tab' },
      { type: { env: 'CODE' }, ...field('Code') },
      { press: 'Tab' },
      { type: 'one', ...field('Notes') },
      { press: 'Enter' },
      { type: 'one\n>two', ...field('Notes') },
      { press: 'Tab' },
      { type: 'bare' },
      { press: 'Enter' },
    ]);
    const written = text.replace(/\n.*"expect".*/, '');
    for (const secret of [SECRET, 'correct', 'battery', '123456']) assert.ok(!written.includes(secret));
    assert.deepEqual(recording.variables, ['PASSWORD', 'CODE']);

    const other = await fixture.session('about:blank');
    Object.assign(process.env, { PASSWORD: SECRET, CODE: '123456' });
    try {
      const read = readSequenceText(text, []);
      assert.ok('steps' in read, JSON.stringify(read));
      const [outcome] = await runSteps(access, { sessionIds: [other], ...read }, signal);
      assert.equal(outcome?.error, undefined, String(outcome?.error));
      assert.equal(
        await run(`document.querySelector('#said').textContent`, other),
        `Hello [Ada] [${SECRET}] [123456] [one\n>two] [bare]`,
      );
    } finally {
      delete process.env['PASSWORD'];
      delete process.env['CODE'];
      await fixture.end(other);
    }
  });

  it('has no text that may be a password, wherever the page puts it', async () => {
    // The field shows what was typed from now on.
    await focus('password');
    await hands.type('abc1');
    await run(`void (document.querySelector('#password').type = 'text')`);
    await hands.type('abc2');
    await hands.press('ctrl+a');
    await hands.press('ctrl+v');
    // The focus moves on while the person types.
    await run(
      `void document.querySelector('#name').addEventListener('keydown', () => document.querySelector('#code').focus(), { once: true })`,
    );
    await focus('name');
    await hands.type('abc3');
    // A tree that is closed to its page.
    await run(`document.querySelector('secret-box').scrollIntoView()`);
    const box = await middleOf('secret-box');
    await hands.click(box);
    await hands.type('abc4');
    // Of a name alone.
    await run(`void document.querySelector('#bare').setAttribute('aria-label', 'Your PIN')`);
    await focus('bare');
    await hands.type('abc5');
    // A page that does not answer: nobody knows what has the focus.
    await focus('name');
    await run(`void setTimeout(() => { const end = Date.now() + 4500; while (Date.now() < end); })`);
    await hands.type('abc6');
    const { steps, text } = await recorded();
    assert.doesNotMatch(text, /abc\d/);
    assert.deepEqual(
      steps.flatMap((step) => (typeof step['type'] === 'object' ? [step['type']] : [])),
      ['PASSWORD', 'CODE', 'HIDDEN_PIN', 'YOUR_PIN', 'TEXT'].map((env) => ({ env })),
    );
  });

  it('has keys, clicks by name with their point, a double-click, the wheel and a drag as one step each', async () => {
    const button = await middleOf('button');
    await run(`void document.activeElement.blur()`);
    await hands.type('j ');
    await hands.press('Down', 'ctrl+Return');
    await hands.click(button);
    await hands.click(button, button);
    const list = await middleOf('#list');
    for (let turn = 0; turn < 3; turn++) await hands.scroll(list.x, list.y + turn, 1);
    await hands.scroll(list.x, list.y, -1);
    await hands.drag({ x: 700, y: 500 }, { x: 710, y: 510 }, { x: 720, y: 520 });
    await until('the list is scrolled', async () => (await run(`document.querySelector('#list').scrollTop`)) === 240);
    const { steps, text } = await recorded();
    assert.deepEqual(steps, [
      ...['j', 'space', 'ArrowDown', 'ctrl+Enter'].map((press) => ({ press })),
      { click: { role: 'button', name: 'Sign in', ...button }, count: 2 },
      { scroll: 240, ...list },
      { click: { x: 700, y: 500 }, action: 'down' },
      { click: { x: 720, y: 520 }, action: 'up' },
    ]);
    await run(`void (document.querySelector('#list').scrollTop = 0)`);
    const read = readSequenceText(text, []);
    assert.ok('steps' in read);
    const [outcome] = await runSteps(access, { sessionIds: [session], ...read }, signal);
    assert.equal(outcome?.error, undefined, String(outcome?.error));
    await until('it is again', async () => (await run(`document.querySelector('#list').scrollTop`)) === 240);
  });

  it('has nothing of what an agent or a sequence does meanwhile, in any way', async () => {
    await hands.type('x');
    const { text } = await fixture.call('read_session_page', { session });
    assert.match(text, /Sign in/);
    const button = await middleOf('button');
    for (const input of [
      { fields: { Name: 'Agent' } },
      { action: 'click', role: 'button', name: 'Sign in' },
      { action: 'click', ...button },
      { action: 'type', text: 'agent', role: 'textbox', name: 'Notes' },
      { action: 'press', text: 'Tab' },
      { action: 'scroll', text: 'down' },
    ])
      await fixture.call('act_in_session', { session, ...input });
    const steps = [{ kind: 'click', click: button } as const, { kind: 'press', key: 'Tab' } as const];
    const [outcome] = await runSteps(access, { sessionIds: [session], steps }, signal);
    assert.equal(outcome?.error, undefined);
    const { elements } = await findElementsIn(access, { id: session }, { role: 'button', name: 'Sign in' }, signal);
    for (const element of elements) await clickElement(access, { id: session }, element, signal);
    assert.match(await run(`document.querySelector('#said').textContent`), /\[Agent\]/);
    await hands.press('F2');
    // What was in another session is not there either.
    const other = await fixture.session(address);
    await new Hands(access, other).press('F3');
    await fixture.end(other);
    assert.deepEqual((await recorded()).steps, [{ press: 'x' }, { press: 'F2' }]);
  });

  it('has no input that was not sent, and ends where a sequence would be too long', async () => {
    await assert.rejects(hands.click({ x: 90_000, y: 1 }));
    assert.equal(recording.count, 0);
    const step = { kind: 'press', key: 'a' } as const;
    while (recording.addStep(step));
    const { count } = recording;
    assert.ok(count > 990 && count <= 1000, String(count));
    await hands.press('F2');
    assert.deepEqual([recording.count, recording.left], [count, 1]);
  });
});
