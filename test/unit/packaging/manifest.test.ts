import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { english } from '../../../src/core/message';
import { inspectExtension, type Inspection } from '../../../src/packaging';
import { temporaryFolder } from '../../support/temporary-folder';

const good = { manifest_version: 3, name: 'Good', version: '1.0' };

describe('The check of a manifest', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function inspect(manifest: string | Buffer | object | undefined): Promise<Inspection> {
    const content =
      typeof manifest === 'string' || Buffer.isBuffer(manifest) ? manifest : JSON.stringify(manifest, null, 2);
    if (manifest !== undefined) await writeFile(path.join(folder, 'manifest.json'), content);
    return inspectExtension(folder, {}, new AbortController().signal);
  }

  const passing: [string, string | object][] = [
    ['the smallest one', good],
    ['a later version of the format', { ...good, manifest_version: 4 }],
    ['a version of four parts', { ...good, version: '1.02.003.4294967295' }],
    [
      'a key that stands twice, the last one right',
      '{"manifest_version":2,"manifest_version":3,"name":"a","version":"1"}',
    ],
  ];
  for (const [what, manifest] of passing) {
    it(`finds nothing wrong with ${what}`, async () => assert.deepEqual((await inspect(manifest)).problems, []));
  }

  it('tells of a folder without one before it walks the folder, which may be a whole disk', async () => {
    await mkdir(path.join(folder, 'bin'));
    await writeFile(path.join(folder, 'bin', 'a'), '');
    await writeFile(path.join(folder, 'a.js'), '');
    const { files, excluded, problems } = await inspect(undefined);
    assert.deepEqual([files, excluded, problems.map(({ code }) => code)], [[], [], ['manifest-missing']]);
  });

  const failing: [string, string | Buffer | object | undefined, string, number | undefined, RegExp][] = [
    ['a missing file', undefined, 'manifest-missing', undefined, /^No readable manifest\.json found/],
    ['an empty file', '', 'manifest-not-json', 1, /The file is empty\./],
    [
      'a comma too many',
      '{\n  "manifest_version": 3,\n  "name": "a",\n  "version": "1",\n}',
      'manifest-not-json',
      5,
      /comma before it may be extra/,
    ],
    ['single quotes', "{\n'name': 1}", 'manifest-not-json', 2, /double quotes/],
    ['a missing comma', '{"manifest_version": 3\n "name": "a"}', 'manifest-not-json', 2, /A comma is missing/],
    ['a missing brace', '{"manifest_version": 3', 'manifest-not-json', 1, /brace/],
    ['an array', '[]', 'manifest-not-object', 1, /one object/],
    ['another encoding', Buffer.from(`\ufeff${JSON.stringify(good)}`, 'utf16le'), 'manifest-encoding', 1, /UTF-8/],
    [
      'manifest version 2',
      '{\n  "name": "a",\n  "manifest_version": 2,\n  "version": "1"\n}',
      'manifest-version',
      3,
      /no longer loads/,
    ],
    ['manifest version "3" in quotes', { ...good, manifest_version: '3' }, 'manifest-version', 2, /without quotes/],
    [
      'manifest version 3.0',
      '{"manifest_version": 3.0, "name": "a", "version": "1"}',
      'manifest-version',
      1,
      /decimals/,
    ],
    ['manifest version 1', { ...good, manifest_version: 1 }, 'manifest-version', 2, /must be the number 3/],
    ['no manifest version', { name: 'a', version: '1' }, 'manifest-version', 1, /is required/],
    ['no name', { manifest_version: 3, version: '1' }, 'name', 1, /is required/],
    ['an empty name', { ...good, name: '' }, 'name', 3, /non-empty/],
    ['a name that is a number', { ...good, name: 3 }, 'name', 3, /must be a non-empty string/],
    ['no version', { manifest_version: 3, name: 'a' }, 'version', 1, /is required/],
    ...['', '1.', '1..2', '01', 'a', '1.2.3.4.5', '4294967296', '1 ', '-1'].map(
      (version): [string, object, string, number, RegExp] => [
        `version “${version}”`,
        { ...good, version },
        'version',
        4,
        /one to four integers/,
      ],
    ),
    ['a version that is a number', { ...good, version: 1 }, 'version', 4, /must be a string/],
  ];
  for (const [what, manifest, code, line, words] of failing) {
    it(`refuses ${what}`, async () => {
      const { problems } = await inspect(manifest);
      assert.deepEqual(
        problems.map((problem) => [problem.code, problem.severity, problem.line]),
        [[code, 'error', line]],
      );
      assert.match(problems.map((problem) => english(problem.message)).join(), words);
    });
  }

  it('tells all that is wrong at once', async () => {
    assert.deepEqual(
      (await inspect({})).problems.map(({ code }) => code),
      ['manifest-version', 'name', 'version'],
    );
  });

  it('tells nothing more of an extension of manifest version 2: the rules of version 3 are not its own', async () => {
    const old = {
      ...good,
      manifest_version: 2,
      browser_action: {},
      background: { scripts: ['gone.js'] },
      content_security_policy: "script-src 'self'",
    };
    assert.deepEqual(
      (await inspect(old)).problems.map(({ code }) => code),
      ['manifest-version'],
    );
  });

  it('tells once of elements that are all of a wrong kind', async () => {
    const { problems } = await inspect({
      ...good,
      web_accessible_resources: ['a.png', 'b.png', { matches: ['<all_urls>'] }],
    });
    assert.deepEqual(
      problems.map(({ code, line }) => [code, line]),
      [
        ['wrong-type', 6],
        ['key-missing', 8],
      ],
    );
  });

  it('points at the value', async () => {
    const [problem] = (await inspect('{\n  "manifest_version": 2, "name": "a", "version": "1"\n}')).problems;
    assert.deepEqual([problem?.line, problem?.column], [2, 23]);
  });

  const warned: [string, string | object, string, number, number, number | undefined][] = [
    ['a byte order mark', `\ufeff${JSON.stringify(good)}`, 'not-strict-json', 1, 1, undefined],
    [
      'a comment',
      '{\n  "manifest_version": 3, // three\n  "name": "a", "version": "1"\n}',
      'not-strict-json',
      2,
      26,
      8,
    ],
    ['a line break in a text', '{"manifest_version":3,"version":"1","name":"a\nb"}', 'not-strict-json', 1, 46, 0],
    ['a permission in other letters', { ...good, permissions: ['Tabs'] }, 'permission-unknown', 6, 5, 6],
    ['a host among the permissions', { ...good, permissions: ['https://a.b/*'] }, 'host-in-permissions', 6, 5, 15],
    [
      'hosts among the permissions, once',
      { ...good, permissions: ['tabs', 'https://a.b/*', '<all_urls>'] },
      'host-in-permissions',
      7,
      5,
      15,
    ],
    [
      'permissions of another browser, once',
      { ...good, permissions: ['menus', 'tabs', 'contextualIdentities'] },
      'permission-unknown',
      6,
      5,
      7,
    ],
    ['a host that is no pattern', { ...good, host_permissions: ['https://a.b'] }, 'match-pattern', 6, 5, 13],
    ['a key misspelt', { ...good, permission: ['tabs'] }, 'key-unknown', 5, 3, 12],
    ['the button of manifest version 2', { ...good, browser_action: {} }, 'key-ignored', 5, 3, 16],
    ['background scripts alone', { ...good, background: { scripts: ['a.js'] } }, 'background', 6, 5, 9],
    ['a Chromium that may be too new', { ...good, minimum_chrome_version: '999' }, 'minimum-chrome-version', 5, 29, 5],
    ['options that are no object', { ...good, options_ui: 'options.html' }, 'wrong-type', 5, 17, 14],
  ];
  for (const [what, manifest, code, line, column, length] of warned) {
    it(`warns of ${what}, and points at it`, async () => {
      const { problems } = await inspect(manifest);
      assert.deepEqual(
        problems.map((each) => [each.severity, each.code, each.line, each.column, each.length]),
        [['warning', code, line, column, length]],
      );
    });
  }

  it('keeps lines and columns right behind a line break within a text', async () => {
    const [, problem] = (await inspect('{"name":"a\nb\\x41",\n "manifest_version": 1, "version": "1"}')).problems;
    assert.deepEqual([problem?.code, problem?.line, problem?.column], ['manifest-version', 3, 22]);
  });

  it('reads what stands within such a text', async () => {
    assert.equal((await inspect('{"name":"a\\x41\nb","manifest_version":3,"version":"1"}')).manifest?.name, 'aA\nb');
  });

  /** The manifest after the first fix of its first problem. */
  async function mended(manifest: string): Promise<string> {
    const [problem] = (await inspect(manifest)).problems;
    const [fix] = problem?.fixes ?? [];
    assert.ok(fix?.kind === 'edit', 'there is a fix');
    return fix.edits
      .toSorted((a, b) => b.line - a.line || b.column - a.column)
      .reduce((text, { line, column, endLine, endColumn, text: replacement }) => {
        const at = (row: number, character: number): number =>
          text
            .split('\n')
            .slice(0, row - 1)
            .join('\n').length +
          (row > 1 ? 1 : 0) +
          character -
          1;
        return text.slice(0, at(line, column)) + replacement + text.slice(at(endLine, endColumn));
      }, manifest);
  }

  const start = '{"manifest_version":3,"name":"a","version":"1"';
  const fixes: [string, string, string][] = [
    ['the old button', `${start},"browser_action":{}}`, `${start},"action":{}}`],
    [
      'a misspelt permission',
      `${start},"permissions":["tab", "storage"]}`,
      `${start},"permissions":["tabs", "storage"]}`,
    ],
    [
      'a host in the wrong list',
      `${start},"permissions":["tabs","https://a.b/*"]}`,
      `${start},"permissions":["tabs"],"host_permissions": ["https://a.b/*"]}`,
    ],
    [
      'hosts between permissions',
      `${start},"permissions":["https://a.b/*", "tabs", "<all_urls>"],"host_permissions":["http://c.d/*"]}`,
      `${start},"permissions":["tabs"],"host_permissions":["http://c.d/*","https://a.b/*", "<all_urls>"]}`,
    ],
    [
      'permissions of another browser',
      `${start},"permissions":["tabs", "menus", "contextualIdentities"]}`,
      `${start},"permissions":["tabs"]}`,
    ],
    [
      'permissions that are all hosts',
      `${start},"permissions":["<all_urls>", "http://a.b/*"]}`,
      `${start},"permissions":[],"host_permissions": ["<all_urls>", "http://a.b/*"]}`,
    ],
    [
      'hosts of which one is in the right list',
      `${start},"permissions":["https://a.b/*", "https://c.d/*"],"host_permissions":["https://c.d/*"]}`,
      `${start},"permissions":[],"host_permissions":["https://c.d/*","https://a.b/*"]}`,
    ],
    [
      'hosts that are all covered in the right list',
      `${start},"permissions":["https://a.b/*", "<all_urls>"],"host_permissions":["<all_urls>"]}`,
      `${start},"permissions":[],"host_permissions":["<all_urls>"]}`,
    ],
    ['a flag in quotes', `${start},"offline_enabled":"true"}`, `${start},"offline_enabled":true}`],
    [
      'a text in the place of a list',
      `${start},"content_scripts":[{"matches":"<all_urls>","css":["a.css"]}]}`,
      `${start},"content_scripts":[{"matches":["<all_urls>"],"css":["a.css"]}]}`,
    ],
    ['a choice in other letters', `${start},"incognito":"Not-Allowed"}`, `${start},"incognito":"not_allowed"}`],
    ['a description that is a number', `${start},"description":1}`, `${start},"description":"1"}`],
    [
      'a single background script',
      `${start},"background":{"scripts":["b.js"]}}`,
      `${start},"background":{"service_worker": "b.js"}}`,
    ],
    ['comments and line breaks', `/* c */${start},"author":"a\nb"} // d`, `${start},"author":"a\\nb"} `],
  ];
  for (const [what, before, after] of fixes) {
    it(`mends ${what}`, async () => assert.equal(await mended(before), after));
  }

  /** All messages of the problems, and the titles of their fixes. */
  async function advice(rest: string): Promise<string> {
    const { problems } = await inspect(`${start},${rest}}`);
    return problems
      .flatMap(({ message, fixes: offered = [] }) => [english(message), ...offered.map(({ title }) => english(title))])
      .join('\n');
  }

  const present: [string, string, RegExp, RegExp][] = [
    [
      'a key of manifest version 2 is not to be named as the one that is there',
      '"action":{},"browser_action":{}',
      /“action” already exists\. Remove it\./,
      /Name it|Rename/,
    ],
    [
      'of two keys of manifest version 2 only one is to be named “action”',
      '"browser_action":{},"page_action":{}',
      /“page_action” has no effect[^\n]*Remove it\./,
      /“page_action”[^\n]*Name it/,
    ],
    [
      'a command of manifest version 2 is not to be named as the one that is there',
      '"action":{},"commands":{"_execute_action":{},"_execute_page_action":{}}',
      /“_execute_action” already exists\. Remove it\.\nRemove "_execute_page_action"/,
      /Name it/,
    ],
    [
      '“action” is not to be added where “browser_action” is to be renamed',
      '"browser_action":{},"commands":{"_execute_action":{}}',
      /without “action”\. Rename “browser_action” to “action”\./,
      /Add "action"/,
    ],
    [
      'a misspelt key is not to be named as the one that is there',
      '"permissions":[],"permission":["tabs"]',
      /“permissions” already exists\. Move what you need there and remove this one\./,
      /Did you mean|Rename/,
    ],
    [
      'a misspelt permission is not to be changed to the one that is there',
      '"permissions":["tabs","tab"]',
      /“tabs” is listed twice\. Remove it\.\nRemove "tab"/,
      /Did you mean|Change to/,
    ],
    [
      'a permission that cannot be optional is not to be moved where it is already',
      '"permissions":["debugger"],"optional_permissions":["debugger"]',
      /“permissions” already has it\. Remove it here\.\nRemove debugger/,
      /Move/,
    ],
    [
      'hosts are not to be moved where they are already',
      '"permissions":["<all_urls>"],"host_permissions":["<all_urls>"]',
      /“host_permissions”, which already covers these\. Remove them here: <all_urls>\nRemove <all_urls>/,
      /Move/,
    ],
    [
      'hosts are not to be moved where wider patterns cover them',
      '"permissions":["https://a.b/*","*://c.d/x"],"host_permissions":["*://*.b/*","http://c.d/*","https://c.d/*"]',
      /already covers these\. Remove them here: https:\/\/a\.b\/\*, \*:\/\/c\.d\/x\nRemove https:\/\/a\.b\/\*, \*:\/\/c\.d\/x/,
      /Move/,
    ],
    [
      'hosts are to be moved where only a part of them is covered',
      '"permissions":["*://c.d/*"],"host_permissions":["http://c.d/*"]',
      /move them to “host_permissions”: \*:\/\/c\.d\/\*\nMove to host_permissions/,
      /already/,
    ],
  ];
  for (const [what, rest, told, not] of present) {
    it(what, async () => {
      const words = await advice(rest);
      assert.match(words, told);
      assert.doesNotMatch(words, not);
    });
  }

  it('says that there is no such folder', async () => {
    await assert.rejects(
      inspectExtension(path.join(folder, 'nowhere'), {}, new AbortController().signal),
      /Folder not found/,
    );
  });

  async function locale(messages: string): Promise<string | undefined> {
    await mkdir(path.join(folder, '_locales/en'), { recursive: true });
    await writeFile(path.join(folder, '_locales/en/messages.json'), messages);
    return (await inspect({ ...good, name: '__MSG_Name__ by __MSG_who__', default_locale: 'en' })).manifest?.name;
  }

  it('resolves a name from its locale without regard to case', async () =>
    assert.equal(await locale('{"NAME":{"message":"Hi"},"who":{"message":"us"}}'), 'Hi by us'));
  it('leaves what it cannot resolve', async () =>
    assert.equal(await locale('{"name":{"message":"Hi"}}'), 'Hi by __MSG_who__'));
  it('bears a locale that is broken', async () => assert.equal(await locale('{'), '__MSG_Name__ by __MSG_who__'));
  it('does not leave the folder for a locale', async () => {
    assert.equal(
      (await inspect({ ...good, name: '__MSG_a__', default_locale: '../../..' })).manifest?.name,
      '__MSG_a__',
    );
  });
});
