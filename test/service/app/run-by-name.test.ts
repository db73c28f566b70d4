import assert from 'node:assert/strict';
import { elementUnder } from '../../../src/app/page/elements';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { runSteps, type SessionOutcome } from '../../../src/app/sequences/run-steps';
import { UserError } from '../../../src/core/errors';
import type { ElementName } from '../../../src/core/element-name';
import { changeStorage } from '../../../src/devtools';
import { ExtensionFolder } from '../../support/person';
import { NamesFixture } from './names-fixture';

const { signal } = new AbortController();

/** A form whose button appears late, and which says what it got. */
const FORM = `<label>Name <input></label><button onclick="this.remove(); said.textContent = 'Hello ' + document.querySelector('input').value">Greet</button>
  <button onclick="document.body.dataset.right = event.detail">Twice</button><button>Same</button><button>Same</button>
  <label>Color <select><option>red</option><option>blue</option></select></label>
  <h1>The form</h1><p id="said"></p><div style="height: 3000px"></div>`;

describe('A sequence by names', () => {
  let fixture: NamesFixture;

  before(async () => {
    fixture = await NamesFixture.open();
  });
  after(() => fixture.close());

  async function run(
    steps: readonly object[],
    more: object = {},
    onProgress = (): void => {},
  ): Promise<SessionOutcome> {
    const read = readSequenceText(JSON.stringify({ steps, ...more }), []);
    assert.ok('steps' in read, JSON.stringify(read));
    const request = { sessionIds: [fixture.session], steps: read.steps, extension: read.extension };
    const [outcome] = await runSteps(fixture.parts, request, signal, onProgress);
    return outcome ?? assert.fail();
  }

  async function runs(steps: readonly object[], more?: object, onProgress?: () => void): Promise<SessionOutcome> {
    const outcome = await run(steps, more, onProgress);
    if (outcome.error !== undefined) throw outcome.error;
    return outcome;
  }

  async function whyNot(step: object): Promise<string> {
    const { error } = await run([{ timeout: 0, ...step }]);
    assert.ok(error instanceof UserError, String(error));
    return error.message;
  }

  it('fills, clicks, presses, scrolls and sees what came of it', async () => {
    await fixture.show(FORM);
    await runs([
      { type: 'Ada', into: { role: 'textbox', name: 'Name' } },
      { type: 'blue', into: { role: 'combobox', name: 'Color' } },
      { click: { role: 'button', name: 'Twice' }, count: 2 },
      { click: { role: 'button', name: 'Greet' } },
      { expect: { text: 'Hello Ada' } },
      { expect: { visible: { role: 'heading', name: 'The form' } } },
      { expect: { address: '*/plain' } },
      { click: { role: 'textbox', name: 'Name' } },
      { press: 'ctrl+a' },
      { type: 'Grace' },
      { scroll: 400 },
    ]);
    assert.deepEqual(
      await fixture.run(`({ name: document.querySelector('input').value, color: document.querySelector('select').value,
        clicks: document.body.dataset.right })`),
      { name: 'Grace', color: 'blue', clicks: '2' },
    );
    await fixture.run(
      `new Promise((resolve) => { const look = () => scrollY > 0 ? resolve() : requestAnimationFrame(look); look(); })`,
    );
  });

  it('presses the key that a character is on, with Shift where it needs it, as the display does', async () => {
    const downs = async (press: () => Promise<unknown>): Promise<unknown> => {
      await fixture.show('<textarea autofocus></textarea>');
      await fixture.run(`void (document.querySelector('textarea').focus(), (window.downs = []))`);
      await press();
      return fixture.run('({ downs, typed: document.querySelector("textarea").value })');
    };
    await fixture.run(`void addEventListener('keydown', ({ key, code, keyCode, shiftKey }) => {
      if (key !== 'Shift') downs.push([key, code, keyCode, shiftKey]);
    })`);
    const signs = ['?', '!', '@', ':', '_', '"', '|', '~', '/', 'A', 'a', '7', 'space', 'shift+b', 'shift+Return'];
    const pressed = await downs(() => runs(signs.map((press) => ({ press }))));
    assert.deepEqual(pressed, {
      downs: [
        ['?', 'Slash', 191, true],
        ['!', 'Digit1', 49, true],
        ['@', 'Digit2', 50, true],
        [':', 'Semicolon', 186, true],
        ['_', 'Minus', 189, true],
        ['"', 'Quote', 222, true],
        ['|', 'Backslash', 220, true],
        ['~', 'Backquote', 192, true],
        ['/', 'Slash', 191, false],
        ['A', 'KeyA', 65, true],
        ['a', 'KeyA', 65, false],
        ['7', 'Digit7', 55, false],
        [' ', 'Space', 32, false],
        ['B', 'KeyB', 66, true],
        ['Enter', 'Enter', 13, true],
      ],
      typed: '?!@:_"|~/Aa7 B\n',
    });
    const { client } = fixture.person;
    assert.deepEqual(await downs(() => client.pressKey(fixture.session, signs, signal)), pressed);
  });

  it('takes the letter of a shortcut for its key, however it is written', async () => {
    await fixture.show('<textarea>one</textarea>');
    await fixture.run(`void document.querySelector('textarea').focus()`);
    await runs([{ press: 'Ctrl+A' }, { press: 'x' }]);
    assert.equal(await fixture.run('document.querySelector("textarea").value'), 'x');
  });

  it('waits for what comes later, and no longer than it may', async () => {
    await fixture.show('<p>Nothing yet</p>');
    await fixture.run(`void setTimeout(() => {
      document.body.innerHTML = '<button onclick="document.title = String(Number(document.title) + 1)">Late</button>';
      document.title = '0';
    }, 700)`);
    await runs([
      { click: { role: 'button', name: 'Late' } },
      { waitFor: { visible: { role: 'button', name: 'Late' } } },
    ]);
    assert.equal(await fixture.run('document.title'), '1');
    assert.equal(
      await whyNot({ click: { role: 'button', name: 'Never' }, timeout: 300 }),
      'No button “Never” is visible. Nothing was clicked.',
    );
  });

  it('takes what has the name in another case or in part, if nothing that has just this name comes', async () => {
    const button = '<button onclick="document.title = this.textContent">';
    await fixture.show(`${button}Save as…</button><label>Your name <input></label>`);
    await fixture.run(
      `void setTimeout(() => document.body.insertAdjacentHTML('beforeend', '${button}Save</button>'), 700)`,
    );
    await runs([{ click: { role: 'button', name: 'Save' } }]);
    assert.equal(await fixture.run('document.title'), 'Save');
    await runs([
      { click: { role: 'button', name: 'save a' }, timeout: 300 },
      { type: 'Ada', into: { role: 'textbox', name: 'NAME' }, timeout: 0 },
    ]);
    assert.equal(await fixture.run('document.title + document.querySelector("input").value'), 'Save as…Ada');
    // What is expected has to be there itself.
    assert.equal(
      await whyNot({ expect: { visible: { role: 'button', name: 'Save a' } } }),
      'No button “Save a” is visible.',
    );
  });

  it('clicks the point where nothing, or more than one, has the name, and says so', async () => {
    await fixture.show(FORM);
    await fixture.run(
      `void addEventListener('click', (event) => (document.title = event.clientX + ',' + event.clientY))`,
    );
    const outcome = await runs([
      { click: { role: 'button', name: 'Greet' } },
      { click: { role: 'button', name: 'Gone', x: 700, y: 300 }, timeout: 0 },
      { click: { role: 'button', name: 'Same', x: 710, y: 310 } },
    ]);
    assert.deepEqual(outcome.byPoint, [1, 2]);
    assert.equal(await fixture.run('document.title'), '710,310');
    assert.equal(
      await whyNot({ click: { role: 'button', name: 'Same' } }),
      '2 elements are “Same” (button). Add “x” and “y” to the step.',
    );
  });

  it('says of each expectation what is there instead', async () => {
    await fixture.show(FORM);
    assert.match(await whyNot({ expect: { text: 'Bye' } }), /^The page doesn’t show “Bye”\.$/);
    assert.match(await whyNot({ expect: { visible: { role: 'link', name: 'Bye' } } }), /^No link “Bye” is visible\.$/);
    assert.match(await whyNot({ expect: { address: 'https://*' } }), /^The address is http:.*\/plain\.$/);
    const { error, done } = await run([{ wait: 0 }, { expect: { text: 'Bye' }, timeout: 0 }]);
    assert.ok(error instanceof UserError);
    assert.equal(done, 1);
    assert.match(await whyNot({ type: 'x', into: { role: 'button', name: 'Twice' } }), /can’t be filled in/);
    assert.match(await whyNot({ press: 'Entr', timeout: undefined }), /isn’t a key/);
  });

  it('is found by name where a person points', async () => {
    await fixture.show(
      `<button id="b"><b>Send</b> now</button><p>text</p><iframe srcdoc="<button>Inner</button>"></iframe>`,
    );
    const { parts, session } = fixture;
    const look = (x: number, y: number): Promise<ElementName | undefined> =>
      elementUnder(parts, { id: session }, { x, y });
    const middle = (css: string): Promise<{ x: number; y: number }> =>
      fixture.run(`(() => {
        const { left, top, width, height } = document.querySelector('${css}').getBoundingClientRect();
        return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
      })()`);
    const send = await middle('b');
    assert.deepEqual(await look(send.x, send.y), { role: 'button', name: 'Send now' });
    const text = await middle('p');
    assert.equal(await look(text.x, text.y), undefined);
  });

  it('reads the storage of the extension, and hears its errors', async () => {
    const folder = new ExtensionFolder({ permissions: ['storage'] });
    folder.write(
      'worker.js',
      `chrome.storage.local.set({ count: 3, list: [1, { a: null }] });
       chrome.storage.onChanged.addListener(({ now }) => { if (now) throw new Error('broken here'); });`,
    );
    await fixture.person.upload(folder.path, fixture.session, 'stored');
    const [loaded] = await fixture.person.loaded(fixture.session);
    assert.ok(loaded);
    const stored = { storage: { local: { count: 3, list: [1, { a: null }] } } };
    const outcome = await runs([{ waitFor: stored }, { expect: { noErrors: true } }]);
    assert.deepEqual(outcome.log, []);
    assert.match(await whyNot({ expect: { storage: { local: { count: 4 } } } }), /^local\.count has another value\.$/);
    assert.match(await whyNot({ expect: { storage: { sync: { a: 1 } } } }), /^sync has no key “a”\.$/);
    const { client, devtools } = fixture.person;
    let setting: Promise<void> | undefined;
    // The first step is done when the log is followed.
    const { error, log } = await run(
      [{ wait: 0 }, { waitFor: { storage: { local: { now: true } } } }, { wait: 500 }, { expect: { noErrors: true } }],
      {},
      () => {
        setting ??= devtools
          .of(client, fixture.session)
          .use((open) => changeStorage(open, loaded.id, 'local', { set: { now: true } }, signal), signal);
      },
    );
    await setting;
    assert.match(String(error), /The extension threw: “Error in event handler: Error: broken here”/);
    assert.equal(log.length, 1);
    // What it threw before is not of this sequence.
    await runs([{ expect: { noErrors: true } }]);
  });

  it('opens web pages, and the popup and pages of the extension', async () => {
    const folder = new ExtensionFolder({ action: { default_popup: 'popup.html' }, options_page: 'options.html' });
    folder.write(
      'popup.html',
      '<!doctype html><title>popup</title><button>In the popup</button><script src="p.js"></script>',
    );
    folder.write(
      'p.js',
      `document.querySelector('button').onclick = ({ target }) => { target.textContent = 'Pressed'; };`,
    );
    folder.write('options.html', '<!doctype html><title>options</title><p>All options</p>');
    await fixture.person.upload(folder.path, fixture.session, 'opened');
    await runs(
      [
        { open: `${fixture.pages.url}/plain?2` },
        { expect: { address: '*/plain?2' } },
        { open: 'popup' },
        { click: { role: 'button', name: 'In the popup' } },
        { expect: { visible: { role: 'button', name: 'Pressed' } } },
        { open: 'options' },
        { expect: { text: 'All options' } },
        { expect: { address: 'chrome-extension://*/options.html' } },
      ],
      { extension: 'opened' },
    );
    assert.match(await whyNot({ open: 'https://127.0.0.1:1/', timeout: undefined }), /didn’t open/);
  });

  it('waits for the storage of an extension that is uploaded meanwhile', async () => {
    const late = new ExtensionFolder({ permissions: ['storage'] });
    late.write('worker.js', `chrome.storage.local.set({ late: 1 });`);
    let uploading: Promise<unknown> | undefined;
    const steps = [{ wait: 0 }, { waitFor: { storage: { local: { late: 1 } } }, timeout: 30_000 }];
    await runs(steps, { extension: 'late' }, () => {
      uploading ??= fixture.person.upload(late.path, fixture.session, 'late');
    });
    assert.ok(uploading);
    await uploading;
  });

  it('is refused in words where the session has loaded no such extension', async () => {
    const { error } = await run([{ expect: { noErrors: true } }], { extension: 'Other' });
    assert.match(String(error), /hasn’t loaded “Other”/);
  });
});
