import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { placeOf, type Place } from '../../../src/packaging/chromium-errors';
import { type Case, change, fingerprint, type Files, lay, written } from '../../verdicts/case';
import { families } from '../../verdicts/families';
import { readRecorded } from '../../verdicts/recorded';
import { abilitiesFor, can } from '../abilities';
import { temporaryFolder } from '../../support/temporary-folder';

const script = (more: object): object => ({ matches: ['https://example.com/*'], js: ['content.js'], ...more });
const rules = (...resources: object[]): Record<string, unknown> => ({
  permissions: ['declarativeNetRequest'],
  declarative_net_request: { rule_resources: resources },
});
const RULE = { id: 1, priority: 1, action: { type: 'block' }, condition: { urlFilter: 'ads' } };
const english = (messages: object | string): Files => ({ '_locales/en/messages.json': messages });

/**
 * A change of the good extension, the message of Chromium 150 about it, and the file and text at the expected place.
 */
const SAID: readonly (readonly [Case, string, string])[] = [
  // By a path of keys and indices.
  [
    change('a pattern', { content_scripts: [script({}), script({ matches: ['https://ok.com/*', 'foo'] })] }),
    "Invalid value for 'content_scripts[1].matches[1]': Missing scheme separator.",
    '"foo"',
  ],
  [
    change('a nested type', { content_scripts: [script({ matches: [1] })] }),
    "Error at key 'content_scripts'. Parsing array failed at index 0: Error at key 'matches': Parsing array failed at index 0: expected string, got integer",
    '1',
  ],
  [change('a size of an icon', { icons: { 16: 1 } }), `Invalid value for 'icons["16"]'.`, '1'],
  [
    change('a dotted path', { requirements: { '3D': { features: ['x'] } } }),
    "Error at key 'requirements.3D.features'. Parsing array failed at index 0: Specified value 'x' is invalid.",
    '"x"',
  ],
  [
    change('a path without quotes', { permissions: ['storage'], storage: { managed_schema: '../a.json' } }),
    'storage.managed_schema must be a relative path without ..',
    '"../a.json"',
  ],
  [change('a key without quotes', { natively_connectable: 1 }), 'Invalid natively_connectable. Must be a list.', '1'],
  // By the name of a deeper key.
  [change('a popup', { action: { default_popup: 1 } }), "Invalid type for 'default_popup'.", '1'],
  [
    change('an enumeration', { content_scripts: [script({ run_at: 'never' })] }),
    `Error at key 'content_scripts'. Parsing array failed at index 0: 'RunAt': expected "document_start" or "document_end" or "document_idle", got "never"`,
    '"never"',
  ],
  // By a value.
  [
    change('a page without quotes', { chrome_url_overrides: { newtab: 'a.html' } }),
    'File not found: a.html.',
    '"a.html"',
  ],
  [
    change('a schema', { storage: { managed_schema: 'schema.json' } }),
    'File does not exist: hello/schema.json',
    '"schema.json"',
  ],
  [
    change('a name that is nearly that of a file', rules({ id: 'r', enabled: true, path: 'sub\\a.json' }), {
      'sub/a.json': [],
    }),
    String.raw`Invalid value for key 'declarative_net_request.rule_resources': The provided path 'sub\a.json' is invalid.`,
    String.raw`"sub\\a.json"`,
  ],
  [change('an address in brackets', { homepage_url: 'x' }), "Invalid value for homepage url: '[x]'.", '"x"'],
  [change('a slash in front', { options_page: '/no.html' }), "Could not load options page 'no.html'.", '"/no.html"'],
  [
    change('a part of a policy', {
      content_security_policy: { extension_pages: "script-src 'self' https://evil.com" },
    }),
    `'content_security_policy.extension_pages': Insecure CSP value "https://evil.com" in directive 'script-src'.`,
    'https://evil.com',
  ],
  [
    change('a placeholder', { description: 'say __MSG_nope__' }),
    'Variable __MSG_nope__ used but not defined.',
    '__MSG_nope__',
  ],
  // By a key in plain words.
  [
    change('the version of the format', { manifest_version: 2 }),
    'Cannot install extension because it uses an unsupported manifest version.',
    '2',
  ],
  [
    change('the browser', { minimum_chrome_version: '999' }),
    'This extension requires Chromium version 999 or greater.',
    '"999"',
  ],
  [
    change('a size of an icon that is none', { icons: { 5000: 'icon.png' } }),
    'Invalid key in icons: "5000".',
    '"icon.png"',
  ],
  [
    change('a locale', { default_locale: 'en' }),
    'Default locale was specified, but _locales subtree is missing.',
    '"en"',
  ],
  // Something missing: the place where it belongs.
  [
    change('no name', { name: undefined, chrome_settings_overrides: { search_provider: { name: 'another' } } }),
    "Required value 'name' is missing or invalid.",
    '{',
  ],
  [
    change('no matches', { content_scripts: [{ js: ['content.js'] }, script({})] }),
    "Error at key 'content_scripts'. Parsing array failed at index 0: 'matches' is required",
    '{',
  ],
  // By line and column; columns count bytes.
  [
    written('a comma behind an umlaut', '{"name": "ä", }'),
    'Manifest is not valid JSON.  trailing comma at line 1 column 16',
    '}',
  ],
  [
    written('a comma, as older ones say it', '{\n  "name": "a",\n}'),
    'Manifest is not valid JSON. Line: 3, column: 1, Syntax error.',
    '}',
  ],
  [written('nothing', ''), 'Manifest is not valid JSON.  EOF while parsing a value at line 1 column 0', ''],
  // In another file.
  [
    change('messages', { default_locale: 'en' }, english('{\n  "a": { "message": "x" },\n}')),
    "Invalid locale file 'hello/_locales/en/messages.json': trailing comma at line 3 column 1",
    '_locales/en/messages.json: }',
  ],
  [
    change('messages on Windows', { default_locale: 'en' }, english('{\n')),
    String.raw`Invalid locale file 'hello\_locales\en\messages.json': EOF while parsing an object at line 2 column 0`,
    '_locales/en/messages.json: ',
  ],
  [
    change('rules', rules({ id: 'r', enabled: true, path: 'rules.json' }), { 'rules.json': '[\n{,\n]' }),
    'rules.json: key must be a string at line 2 column 2',
    'rules.json: ,\n]',
  ],
  [
    change('one rule', rules({ id: 'r', enabled: true, path: 'rules.json' }), {
      'rules.json': [RULE, { ...RULE, id: 7, condition: { regexFilter: '(' } }],
    }),
    'rules.json: Rule with id 7 specifies an incorrect value for the "regexFilter" key.',
    'rules.json: "("',
  ],
  [
    change(
      'the shape of one locale',
      { default_locale: 'en' },
      { ...english({ a: { message: 'x' } }), '_locales/de/messages.json': { a: 1 } },
    ),
    "Invalid locale file 'hello/_locales/de/messages.json': Not a valid tree for key a.",
    '_locales/de/messages.json: {',
  ],
  [
    change('an encoding', {}, { 'content.js': Buffer.from([0xff, 0x41]) }),
    "Could not load file 'content.js' for content script. It isn't UTF-8 encoded.",
    'content.js: \ufffdA',
  ],
  [
    change('a reserved name', {}, { '_foo/x.js': 'x' }),
    'Cannot load extension with file or directory name _foo. Filenames starting with "_" are reserved for use by the system.',
    '_foo/x.js: x',
  ],
];

async function withFolder<T>(each: Case, work: (folder: string, files: string[]) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  await lay(folder, each);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return await work(folder, files);
}

async function textAt(folder: string, { file, line, column, length }: Place): Promise<string> {
  const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n').slice(line - 1);
  const rest = lines.join('\n').slice(column - 1);
  return (file === 'manifest.json' ? '' : `${file}: `) + (length === undefined ? rest : rest.slice(0, length));
}

/** Whether the message names a key or a value of the case's manifest, or one of its files. */
function namesSomething(words: string, { files }: Case): boolean {
  const manifest = files['manifest.json'];
  const named = [...words.matchAll(/(?<!\w)['"]([^'"]+)['"]/g)].map(([, name]) => (name ?? '').replace(/[.[].*$/, ''));
  const keys = typeof manifest === 'object' && !Buffer.isBuffer(manifest) ? Object.keys(manifest) : [];
  return (
    named.some((name) => keys.includes(name)) ||
    Object.keys(files).some((file) => file !== 'manifest.json' && words.includes(file))
  );
}

describe('The place that words of Chromium point at', () => {
  for (const [each, words, expected] of SAID) {
    it(`${each.name}: ${words}`, () =>
      withFolder(each, async (folder, files) =>
        assert.equal(await textAt(folder, await placeOf(words, folder, files)), expected),
      ));
  }

  it('is in the right one of two places with the same text', () =>
    withFolder(change('', { action: { default_icon: 'no.png' }, icons: { 16: 'no.png' } }), async (folder, files) => {
      const lines = (await readFile(path.join(folder, 'manifest.json'), 'utf8')).split('\n');
      const lineOf = async (words: string): Promise<string | undefined> =>
        lines[(await placeOf(words, folder, files)).line - 1]?.trim();
      assert.equal(await lineOf("Could not load icon 'no.png' specified in 'icons'."), '"16": "no.png"');
      assert.equal(await lineOf("Could not load icon 'no.png' specified in 'action'."), '"default_icon": "no.png"');
    }));

  it('is the brace where words name nothing, or a line of a file that they do not name', () =>
    withFolder(change('', {}), async (folder, files) => {
      for (const words of ['Something else entirely.', 'line 5, column 1: EOF while parsing an object']) {
        assert.deepEqual(await placeOf(words, folder, files), {
          file: 'manifest.json',
          line: 1,
          column: 1,
          length: 1,
        });
      }
    }));

  it('is in no file that is not of the folder, whatever the words say', () =>
    withFolder(change('', {}), async (folder, files) => {
      for (const words of [
        '/etc/passwd: key must be a string at line 1 column 1',
        "Invalid locale file '../../package.json': at line 2 column 1",
      ]) {
        assert.equal((await placeOf(words, folder, files)).file, 'manifest.json');
      }
    }));

  it('is found where the folder has gone in the meantime', async () => {
    assert.deepEqual(await placeOf("Invalid value for 'name'.", '/nowhere', []), {
      file: 'manifest.json',
      line: 1,
      column: 1,
    });
  });

  for (const [family, cases] of Object.entries(families)) {
    const { verdicts } = readRecorded(family);

    it(`is more than the brace for each key or file that a Chromium names, in ${family}`, async () => {
      for (const each of cases.filter(({ files }) => abilitiesFor(files).every(can))) {
        const verdict = verdicts[each.name];
        const said =
          verdict?.of === fingerprint(each)
            ? Object.values(verdict.answers).flatMap(({ refused }) => refused ?? [])
            : [];
        for (const refused of new Set(said)) {
          if (!namesSomething(refused, each)) continue;
          const place = await withFolder(each, (folder, files) => placeOf(refused, folder, files));
          assert.notDeepEqual(
            [place.file, place.line, place.column],
            ['manifest.json', 1, 1],
            `${each.name}: ${refused}`,
          );
        }
      }
    });
  }
});
