import assert from 'node:assert/strict';
import { rename, truncate } from 'node:fs/promises';
import path from 'node:path';
import { Cancelled } from '../../../src/core/errors';
import { english } from '../../../src/core/message';
import { inspectExtension, type Fix, type Problem } from '../../../src/packaging';
import { type Case, change, type Files, lay, PNG } from '../../verdicts/case';
import { requires } from '../abilities';
import { temporaryFolder } from '../../support/temporary-folder';

type Changed = Parameters<typeof change>[2];

function only(problems: readonly Problem[]): Problem {
  const [first, ...others] = problems;
  assert.ok(
    first && others.length === 0,
    `One problem is expected, and not: ${problems.map(({ code, message }) => `${code} ${english(message)}`).join('; ')}`,
  );
  return first;
}

function fixOf<Kind extends Fix['kind']>(problem: Problem, kind: Kind): Extract<Fix, { kind: Kind }> {
  const found = problem.fixes?.find((fix): fix is Extract<Fix, { kind: Kind }> => fix.kind === kind);
  assert.ok(found, `There is no fix of the kind ${kind}.`);
  return found;
}

/** The text after the edits of a fix; their lines and columns count from 1. */
function edited(text: string, problem: Problem): string {
  const offset = (line: number, column: number): number =>
    text
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, each) => sum + each.length + 1, 0) +
    column -
    1;
  return fixOf(problem, 'edit')
    .edits.toReversed()
    .reduce(
      (changed, edit) =>
        changed.slice(0, offset(edit.line, edit.column)) +
        edit.text +
        changed.slice(offset(edit.endLine, edit.endColumn)),
      text,
    );
}

function manifestOf(manifest: Readonly<Record<string, unknown>>): string {
  const content: Files[string] | undefined = change('changed', manifest).files['manifest.json'];
  return JSON.stringify(content, null, 2);
}

describe('The check of the files that a manifest names', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function check(each: Case): Promise<readonly Problem[]> {
    await lay(folder, each);
    return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
  }

  const changed = async (
    manifest: Readonly<Record<string, unknown>>,
    files: Changed = {},
  ): Promise<readonly Problem[]> => check(change('changed', manifest, files));

  it('finds nothing wrong with a good extension', async () => assert.deepEqual(await changed({}), []));

  it('points at the name of a missing file, and offers to create it', async () => {
    const problem = only(
      await changed({
        action: { default_popup: 'popup.html', default_icon: 'icon.png' },
        options_page: 'settings/none.html',
      }),
    );
    const text = manifestOf({ options_page: 'settings/none.html' });
    const line = text.split('\n').findIndex((each) => each.includes('options_page'));
    assert.deepEqual(
      [problem.code, problem.severity, problem.file, problem.line, problem.length],
      ['file-missing', 'error', 'manifest.json', line + 1, '"settings/none.html"'.length],
    );
    assert.equal(problem.column, (text.split('\n')[line] ?? '').indexOf('"settings') + 1);
    const fix = fixOf(problem, 'create');
    assert.deepEqual([fix.file, /<!doctype html>/.test(fix.content)], ['settings/none.html', true]);
  });

  it('has no more to say once the missing file is created', async () => {
    const kinds = {
      background: { service_worker: 'none/a.js' },
      content_scripts: [{ matches: ['<all_urls>'], js: ['none/b.js'], css: ['none/c.css'] }],
      permissions: ['declarativeNetRequest', 'storage'],
      action: { default_popup: 'none/d.html' },
      devtools_page: 'none/e.html',
      chrome_url_overrides: { newtab: 'none/f.html' },
      sandbox: { pages: ['none/g.html'] },
      options_page: 'none/h.html',
      declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'none/i.json' }] },
      storage: { managed_schema: 'none/j.json' },
    };
    const problems = await changed(kinds);
    assert.equal(problems.length, 10);
    const created = Object.fromEntries(
      problems.map((problem) => fixOf(problem, 'create')).map(({ file, content }) => [file, content]),
    );
    assert.deepEqual(await changed(kinds, created), []);
  });

  it('offers to take the name out of the manifest, where it can do without', async () => {
    const manifest = { icons: { 16: 'none.png', 128: 'icon.png' } };
    const problem = only(await changed(manifest));
    assert.deepEqual(JSON.parse(edited(manifestOf(manifest), problem)).icons, { 128: 'icon.png' });
    assert.equal(
      problem.fixes?.some(({ kind }) => kind === 'create'),
      false,
    );
  });

  it('does not offer to leave an empty list behind', async () => {
    const problem = only(await changed({ content_scripts: [{ matches: ['<all_urls>'], js: ['none.js'] }] }));
    assert.deepEqual(
      problem.fixes?.map(({ kind }) => kind),
      ['create'],
    );
  });

  for (const [what, manifest] of Object.entries({
    'a popup': { action: { default_popup: 'none.html' } },
    'a page of the developer tools': { devtools_page: 'none.html' },
    'a sandboxed page': { sandbox: { pages: ['none.html'] } },
    'a web accessible resource': { web_accessible_resources: [{ resources: ['none.png'], matches: ['<all_urls>'] }] },
  })) {
    it(`warns of ${what} that is missing: Chromium does not mind`, async () => {
      const problem = only(await changed(manifest));
      assert.deepEqual([problem.severity, problem.code], ['warning', 'file-missing']);
    });
  }

  it('does not take a pattern for the name of a file', async () => {
    assert.deepEqual(
      await changed({ web_accessible_resources: [{ resources: ['images/*', '*.css'], matches: ['<all_urls>'] }] }),
      [],
    );
  });

  it('tells that a named file is left out of the zip, by which reason, and offers to include it', async () => {
    const manifest = {
      permissions: ['declarativeNetRequest'],
      declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'rules.pem' }] },
    };
    const problem = only(await changed(manifest, { 'rules.pem': '[]' }));
    assert.deepEqual(
      [problem.code, problem.severity, fixOf(problem, 'include').file],
      ['file-excluded', 'error', 'rules.pem'],
    );
    assert.match(english(problem.message), /excluded from the zip \(.+\)/);
  });

  it('does not say left out where the folder that is left out does not hold the file', async () => {
    const problem = only(
      await changed(
        { content_scripts: [{ matches: ['<all_urls>'], js: ['__MACOSX/none.js'] }] },
        { '__MACOSX/a.js': '' },
      ),
    );
    assert.equal(problem.code, 'file-missing');
  });

  it('sees that a name differs from the disk in letter case, as Linux does, and writes it as it is there', async () => {
    const manifest = { options_page: '/Pages/Options.html?a#b' };
    const problem = only(await changed(manifest, { 'pages/options.html': '' }));
    assert.deepEqual([problem.code, problem.severity], ['letter-case', 'error']);
    assert.equal(JSON.parse(edited(manifestOf(manifest), problem)).options_page, '/pages/options.html?a#b');
  });

  it('takes the name of the manifest from the disk too, and offers to change it there', async () => {
    await lay(folder, change('changed', {}));
    const named = path.join(folder, 'manifest.json');
    // Wine does not rename a file to its own name in another case.
    await rename(named, `${named}-old`);
    await rename(`${named}-old`, path.join(folder, 'Manifest.json'));
    const problem = only((await inspectExtension(folder, {}, new AbortController().signal)).problems);
    assert.deepEqual([problem.code, problem.severity, problem.file], ['letter-case', 'error', 'Manifest.json']);
    assert.match(english(problem.message), /^Manifest\.json must be named manifest\.json/);
    assert.equal(fixOf(problem, 'rename').to, 'manifest.json');
  });

  it('offers / for a backslash where Chromium does not take it', async () => {
    const manifest = { icons: { 128: 'images\\icon.png' } };
    const problem = only(await changed(manifest, { 'images/icon.png': PNG }));
    assert.deepEqual([problem.code, problem.severity], ['file-name', 'error']);
    assert.equal(JSON.parse(edited(manifestOf(manifest), problem)).icons[128], 'images/icon.png');
  });

  it('warns of a content script that Chromium passes over for its name', async () => {
    assert.deepEqual(
      (await changed({ content_scripts: [{ matches: ['<all_urls>'], js: ['../content.js'] }] })).map(
        ({ code, severity }) => [code, severity],
      ),
      [['file-name', 'warning']],
    );
  });

  it('warns of a service worker that never runs for its name, and refuses one that is missing all the same', async () => {
    const manifest = { background: { service_worker: 'background.ts' } };
    const problem = only(await changed(manifest));
    assert.deepEqual([problem.severity, problem.code], ['error', 'file-missing']);
    const other = only(await changed(manifest, { 'background.ts': '' }));
    assert.deepEqual([other.severity, other.code], ['warning', 'file-ending']);
    assert.deepEqual(
      await changed({ background: { service_worker: 'background.MJS?a' } }, { 'background.MJS': '' }),
      [],
    );
  });

  it('warns of names that only Linux can tell apart, and of those that a zip cannot hold', async function () {
    requires(this, 'names');
    const problems = await changed({}, { 'a/B.txt': '', 'A/b.txt': '', 'c\\d.txt': '' });
    assert.deepEqual(
      problems.map(({ code, severity, file }) => [code, severity, file]),
      [
        ['same-name', 'warning', 'a/B.txt'],
        ['name-not-in-zip', 'warning', 'c\\d.txt'],
      ],
    );
  });

  it('names a reserved name once, however many files lie below', async () => {
    const problem = only(await changed({}, { '_internal/a.txt': '', '_internal/b/c.txt': '', 'sub/_fine/a.txt': '' }));
    assert.deepEqual([problem.code, problem.file], ['reserved-name', '_internal/a.txt']);
  });

  it('warns once of icons that are not drawn', async () => {
    const problem = only(
      await changed(
        { icons: { 16: 'a.svg', 128: 'a.svg' }, action: { default_icon: 'a.svg' } },
        { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      ),
    );
    assert.deepEqual([problem.code, problem.severity], ['not-an-image', 'warning']);
  });

  it('warns of webRequestBlocking, unless update.xml and a .crx lie at the root', async () => {
    const manifest = { permissions: ['webRequest', 'webRequestBlocking'] };
    assert.equal(only(await changed(manifest)).code, 'web-request-blocking');
    assert.equal(only(await changed(manifest, { 'update.xml': '', 'sub/a.crx': '' })).code, 'web-request-blocking');
    assert.deepEqual(await changed(manifest, { 'update.xml': '', 'a.crx': '' }), []);
  });

  it('points into the list of rules at the fault', async () => {
    const rules =
      '[\n  { "id": 1, "action": { "type": "block" }, "condition": { "urlFilter": "a" } },\n  { "id": 1, "action": { "type": "block" }, "condition": {} }\n]';
    const problem = only(
      await changed(
        {
          permissions: ['declarativeNetRequest'],
          declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'rules.json' }] },
        },
        { 'rules.json': rules },
      ),
    );
    assert.deepEqual(
      [problem.code, problem.file, problem.line, problem.column, problem.length],
      ['rules', 'rules.json', 3, 11, 1],
    );
  });

  it('warns of a rule that Chromium passes over', async () => {
    const problem = only(
      await changed(
        {
          permissions: ['declarativeNetRequest'],
          declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'rules.json' }] },
        },
        { 'rules.json': [{ id: 1 }] },
      ),
    );
    assert.deepEqual([problem.code, problem.severity], ['rules', 'warning']);
  });

  it('does not read a script of 10 GB', async () => {
    await lay(
      folder,
      change('huge', { content_scripts: [{ matches: ['<all_urls>'], js: ['huge.js'] }] }, { 'huge.js': '' }),
    );
    await truncate(path.join(folder, 'huge.js'), 10_000_000_000);
    assert.deepEqual((await inspectExtension(folder, {}, new AbortController().signal)).problems, []);
  });

  it('stops when it is cancelled', async () => {
    await lay(folder, change('good', {}));
    await assert.rejects(inspectExtension(folder, {}, AbortSignal.abort()), Cancelled);
  });
});
