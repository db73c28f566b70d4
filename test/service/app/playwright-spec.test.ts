import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { playwrightSpec } from '../../../src/app/sequences/playwright-spec';
import { manifest, writeFiles } from '../../support/files';
import { startPages, type Pages } from '../../support/pages';
import { temporaryFolder } from '../../support/temporary-folder';

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
      'extension/worker.js': `chrome.storage.local.set({ count: 3 });`,
      'extension/popup.html': '<!doctype html><p>The popup',
      'extension/options.html': FORM,
      'extension/options.js': `const [name, color, button, said] = ['input', 'select', 'button', 'p'].map((each) => document.querySelector(each));
        button.onclick = ({ shiftKey }) => { said.textContent = name.value + ' likes ' + color.value + (shiftKey ? ' much' : ''); };`,
    });
  });
  after(() => pages.stop());

  /** Runs the exported file with the real Playwright. @returns the errors of its test. */
  async function run(steps: readonly object[]): Promise<string[]> {
    const read = readSequenceText(JSON.stringify({ steps }), []);
    assert.ok('steps' in read, JSON.stringify(read));
    const spec = playwrightSpec({ name: "it's “all”", steps: read.steps, extension: './extension' });
    writeFiles(folder, { 'exported.spec.ts': spec });
    const cli = path.join(folder, 'node_modules/@playwright/test/cli.js');
    const env = { ...process.env, NODE_OPTIONS: '' };
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

  it('finds what is in a frame by the origin that the step names', async () => {
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

  it('fails where what is expected is not so', async () => {
    const [error] = await run([{ open: 'options.html' }, { expect: { text: `it's "this"\n\\` }, timeout: 200 }]);
    assert.match(error ?? '', /toContainText/);
  });
});

interface Report {
  readonly errors: readonly unknown[];
  readonly suites: readonly {
    readonly specs: readonly {
      readonly tests: readonly { readonly results: readonly { readonly errors: readonly { message: string }[] }[] }[];
    }[];
  }[];
}
