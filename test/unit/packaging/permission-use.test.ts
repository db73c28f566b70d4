import assert from 'node:assert/strict';
import { inspectExtension } from '../../../src/packaging';
import { type Files, lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const MANIFEST = { manifest_version: 3, name: 'a', version: '1', background: { service_worker: 'worker.js' } };

async function unused(
  code: string,
  more: object = { permissions: ['bookmarks'] },
  files: Files = {},
): Promise<string[]> {
  const folder = temporaryFolder();
  await lay(folder, { name: '', files: { 'manifest.json': { ...MANIFEST, ...more }, 'worker.js': code, ...files } });
  const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
  return problems
    .filter(({ code: each }) => each === 'permission-unused')
    .flatMap(({ message: { args } }) => (typeof args[0] === 'string' ? [args[0]] : []));
}

describe('A permission that nothing uses', () => {
  for (const [name, code] of Object.entries({
    'no use of the API': 'console.log(1)',
    'plain uses': 'chrome.action.onClicked.addListener(() => chrome?.tabs.create({}))',
    'a test for the API':
      'if (typeof browser !== "undefined" && browser && globalThis.browser?.runtime) console.log(chrome["runtime"].id)',
    destructuring: 'const { runtime, tabs: { query } } = chrome; query({});',
    'a variable in a function':
      '(() => { const api = globalThis.browser ?? globalThis.chrome; api.tabs.query({}); })()',
    'a property of that name': 'const env = { chrome: true }; if (env.chrome) console.log("chrome://version")',
  }))
    it(`is told with ${name}`, async () => assert.deepEqual(await unused(code), ['bookmarks']));

  for (const [name, code] of Object.entries({
    'its API': 'chrome.bookmarks.getTree()',
    'a text': 'const name = "bookmarks"',
    'a comment': '// bookmarks',
    destructuring: 'const { bookmarks } = browser',
    'a computed name': 'chrome[name].get()',
    'an escaped name': 'chrome["\\x62ookmarks"].getTree(); chrome.\\u0062ookmarks.getTree()',
    'a computed name in a pattern': 'const { [name]: x } = chrome',
    'the rest of a pattern': 'const { runtime, ...rest } = chrome',
    'an alias with a computed name': '(() => { const api = chrome; api[name](); })()',
    'an alias of an alias': '(() => { const a = chrome; { const b = a; b[name](); } })()',
    'an alias that others can see': 'const api = chrome; api.runtime.id',
    'an alias in an object': 'self.api = chrome',
    'a shorthand': 'use({ chrome })',
    'the API as an argument': 'use(chrome)',
    'a default of a parameter': 'function use(api = chrome) {}',
    'a loop': 'for (const key in chrome) use(key)',
    'an export': 'export { chrome }',
    'no JavaScript': 'chrome.action.(',
    'an obfuscated script': 'var _0x1a2b3c = ["Ym9va21hcmtz"]; chrome.tabs.create({})',
    'the global object': 'const { chrome: api } = globalThis; api[name]',
  }))
    it(`is not told with ${name}`, async () => assert.deepEqual(await unused(code), []));

  it('is also told of optional ones, and of each', async () =>
    assert.deepEqual(
      await unused('chrome.action.getTitle({})', {
        permissions: ['alarms', 'activeTab', 'unlimitedStorage', 'tabs', 'cookies'],
        optional_permissions: ['history'],
      }),
      ['alarms', 'cookies', 'history'],
    ));

  it('is not told where a key of the manifest, a page or another script uses it', async () => {
    assert.deepEqual(
      await unused(
        '',
        { permissions: ['sidePanel', 'alarms', 'cookies', 'history'], side_panel: { default_path: 'a.html' } },
        { 'a.html': '<p id="cookies">', 'lib/b.js': 'api.alarms()', 'README.md': 'chrome.history' },
      ),
      ['history'],
    );
  });

  it('is not told while a script of the manifest is missing, or all are empty', async () => {
    assert.deepEqual(await unused(''), []);
    const scripts = [{ js: ['none.js'], matches: ['https://example.com/*'] }];
    assert.deepEqual(await unused('void 0', { permissions: ['bookmarks'], content_scripts: scripts }), []);
  });
});
