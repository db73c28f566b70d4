import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { playwrightSpec } from '../../../src/app/sequences/playwright-spec';
import { manifest, writeFiles } from '../../support/files';
import { startPages, type Pages } from '../../support/pages';
import { RIGHT_STEPS } from '../../support/sequence-steps';
import { temporaryFolder } from '../../support/temporary-folder';
import { nightly } from '../../support/nightly';

const FORM = `<!doctype html><meta charset="utf-8"><title>Options</title><label>Name <input></label><label>Color <select><option>red<option>blue</select></label>
  <button>Save “all”</button><p></p><script src="options.js"></script>`;

describe('A sequence as a test of Playwright', () => {
  let pages: Pages;
  let folder: string;

  before(async () => {
    pages = await startPages();
    folder = temporaryFolder();
    symlinkSync(path.join(import.meta.dirname, '../../../../node_modules'), path.join(folder, 'node_modules'));
    writeFiles(folder, {
      'playwright.config.js': `module.exports = { workers: 1, reporter: 'json', use: { headless: true, launchOptions: { executablePath: ${JSON.stringify(process.env['BROWSER_SESSIONS_CHROMIUM'] ?? '')} } } };`,
      'extension/manifest.json': manifest('Exported', {
        background: { service_worker: 'worker.js' },
        permissions: ['storage'],
        action: { default_popup: 'popup.html' },
        options_page: 'options.html',
      }),
      'extension/worker.js': `chrome.storage.local.set({ count: 3 });
        chrome.runtime.onInstalled.addListener(({ reason }) => chrome.storage.local.set({ [reason]: chrome.runtime.getManifest().version }));
        chrome.runtime.onMessage.addListener((url, _sender, reply) => {
          fetch(url).then((answer) => answer.text()).then(reply, () => reply('offline'));
          return true;
        });`,
      'next/manifest.json': manifest('Exported', {
        version: '2.0',
        background: { service_worker: 'worker.js' },
        permissions: ['storage'],
        options_page: 'options.html',
      }),
      'next/options.html': '<!doctype html><p>The next options',
      'next/worker.js': `chrome.runtime.onInstalled.addListener(({ reason, previousVersion }) => chrome.storage.local.set({ [reason]: previousVersion }));`,
      'extension/popup.html': '<!doctype html><p>The popup',
      'extension/options.html': FORM,
      'extension/options.js': `const [name, color, button, said] = ['input', 'select', 'button', 'p'].map((each) => document.querySelector(each));
        document.onkeydown = ({ key }) => {
          if (key === 'F2') chrome.runtime.sendMessage(name.value).then((answer) => { said.textContent = 'Answer: ' + answer; });
        };
        button.onclick = ({ shiftKey }) => { said.textContent = name.value + ' likes ' + color.value + (shiftKey ? ' much' : ''); };`,
    });
  });
  after(() => pages.stop());

  /** Runs the exported file with the real Playwright. @returns the errors of its test. */
  async function run(steps: readonly object[], head: object = {}): Promise<string[]> {
    const spec = specOf(steps, head);
    writeFiles(folder, { 'exported.spec.ts': spec });
    const cli = path.join(folder, 'node_modules/@playwright/test/cli.js');
    const env = { ...process.env, NODE_OPTIONS: '', EXPORTED_NAME: 'Ada' };
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'test'], { cwd: folder, env }).catch(
      (error: { stdout: string }) => error,
    );
    const { suites, errors }: Report = JSON.parse(stdout);
    assert.deepEqual(errors, [], spec);
    const [result] = suites[0]?.specs[0]?.tests[0]?.results ?? [];
    assert.ok(result, stdout);
    return result.errors.map(({ message }) => message);
  }

  it('does the same with the same extension, by names', async () => {
    const errors = await run([
      { open: `${pages.url}/plain` },
      { expect: { address: '*/plain' } },
      { click: { x: 10, y: 300 }, count: 2, hold: ['Alt'] },
      { wait: 10 },
      { open: 'options' },
      { type: 'Ada', into: { role: 'textbox', name: 'Name' } },
      { type: 'blue', into: { role: 'combobox', name: 'Color' } },
      { press: 'ctrl+a' },
      { scroll: 100 },
      { click: { role: 'button', name: 'Save “all”', x: 1, y: 1 }, hold: ['Shift'] },
      { expect: { text: 'Ada likes blue much' } },
      { waitFor: { visible: { role: 'button', name: 'Save “all”' } } },
      { expect: { storage: { local: { count: 3 } } } },
      { open: 'popup' },
      { expect: { text: 'The popup' } },
      { expect: { noErrors: true } },
    ]);
    assert.deepEqual(errors, []);
    assert.match(
      readFileSync(path.join(folder, 'exported.spec.ts'), 'utf8'),
      /getByRole\('button', \{ name: 'Save “all”'/,
    );
  });

  nightly('mocks what pages and the worker ask for, counts it, and types what the environment has', async () => {
    const prices = 'https://api.example.com/prices';
    const name = { role: 'textbox', name: 'Name' };
    const errors = await run([
      { mock: { url: `${prices}*`, body: 'three', headers: { 'access-control-allow-origin': '*' }, times: 1 } },
      { open: 'options' },
      { type: `${prices}?a=1`, into: name },
      { press: 'F2' },
      { expect: { text: 'Answer: three' } },
      { expect: { request: { url: `${prices}?a=1`, times: 1 } } },
      { mock: { url: prices, abort: true } },
      { type: prices, into: name },
      { press: 'F2' },
      { expect: { text: 'Answer: offline' } },
      { expect: { request: { url: `${prices}*`, times: 2 } } },
      { type: { env: 'EXPORTED_NAME' }, into: name },
      { click: { role: 'button', name: 'Save “all”' } },
      { expect: { text: 'Ada likes red' } },
    ]);
    assert.deepEqual(errors, []);
  });

  nightly('updates the extension, stops and starts its worker, and begins at its page', async () => {
    const errors = await run(
      [
        { expect: { address: '*/plain' } },
        { expect: { storage: { local: { install: '1.0' } } } },
        { worker: 'stop' },
        { storage: { local: { kept: true }, session: null } },
        { worker: 'start' },
        { upload: 'next' },
        { expect: { storage: { local: { install: '1.0', update: '1.0', kept: true } } } },
        { open: 'options' },
        { expect: { text: 'The next options' } },
        { scroll: 10, x: 5, y: 5 },
        { screenshot: 'after' },
      ],
      { start: `${pages.url}/plain`, timeout: 50_000, tags: ['slow'] },
    );
    assert.deepEqual(errors, []);
  });

  it('is accepted by TypeScript with every kind of step, and says in a comment what it can’t do', async () => {
    const steps = RIGHT_STEPS.map(([step]) => step);
    const head = { setup: 'login.sequence.json', skip: 'later', tags: ['@a'] };
    const spec = specOf([...steps, { upload: 'next.zip' }], head);
    writeFiles(folder, { 'all/exported.ts': spec });
    const tsc = path.join(folder, 'node_modules/typescript/bin/tsc');
    const options = '--noEmit --strict --skipLibCheck --target es2022 --module commonjs --types node,chrome';
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options.split(' '), 'all/exported.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    assert.equal(stdout, '', spec);
    assert.deepEqual(
      spec.split('\n').flatMap((line) => /^ *\/\/ (Not exported: .*)/.exec(line)?.[1] ?? []),
      [
        'Not exported: the sequence "login.sequence.json" runs before.',
        'Not exported: errors of the worker, of which Playwright doesn’t tell.',
        'Not exported: "next.zip" is uploaded here; unpack it, and call upload() with its folder.',
      ],
    );
  });

  nightly('finds what is in a frame by the origin that the step names', async () => {
    const other = pages.url.replace('127.0.0.1', 'localhost');
    const [frame, none] = [{ frame: other }, { frame: 'sandboxed' }];
    const password = { role: 'textbox', name: 'Password' };
    const errors = await run([
      { open: `${pages.url}/around` },
      { expect: { visible: { ...password, ...frame } } },
      { type: 'hunter2', into: { ...password, ...frame } },
      { click: { role: 'button', name: 'Sign in', ...frame } },
      { type: 'x', into: { ...password, ...none } },
      { click: { role: 'button', name: 'Sign in', ...none, x: 10, y: 500 } },
    ]);
    assert.deepEqual(errors, []);
    await pages.waitFor(({ type, value }) => type === 'input' && value === 'hunter2');
    await pages.waitFor(({ type, value }) => type === 'pressed' && value === 'Sign in');
  });

  nightly('fails where what is expected is not so', async () => {
    const [error] = await run([{ open: 'options.html' }, { expect: { text: `it's "this"\n\\` }, timeout: 200 }]);
    assert.match(error ?? '', /toContainText/);
  });
});

function inFolder(file: string): string {
  return `./${file}`;
}

function specOf(steps: readonly object[], head: object): string {
  const read = readSequenceText(JSON.stringify({ steps, ...head }), []);
  assert.ok('steps' in read, JSON.stringify(read));
  return playwrightSpec({ ...read, name: "it's “all”", extension: './extension', pathOf: inFolder });
}

interface Report {
  readonly errors: readonly unknown[];
  readonly suites: readonly {
    readonly specs: readonly {
      readonly tests: readonly { readonly results: readonly { readonly errors: readonly { message: string }[] }[] }[];
    }[];
  }[];
}
