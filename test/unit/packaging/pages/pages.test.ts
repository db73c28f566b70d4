import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Cancelled } from '../../../../src/core/errors';
import { english } from '../../../../src/core/message';
import { explain, inspectExtension, type Inspection, type Problem } from '../../../../src/packaging';
import { type Files, lay, Link } from '../../../verdicts/case';
import { requires } from '../../abilities';
import { temporaryFolder } from '../../../support/temporary-folder';

const MANIFEST = { manifest_version: 3, name: 'a', version: '1', action: { default_popup: 'popup.html' } };

function goingIn({ files }: Inspection): string[] {
  return files.map((file) => file.path).filter((file) => file !== 'manifest.json');
}

function inShort({ problems }: Inspection): string[] {
  return problems.map(
    ({ severity, code, file, line, column, length }) => `${severity} ${code} ${file}:${line}:${column}+${length}`,
  );
}

function withSandbox(page: string): object {
  return {
    ...MANIFEST,
    action: {},
    sandbox: { pages: [page] },
    web_accessible_resources: [{ resources: ['sub/a.html'], matches: ['<all_urls>'] }],
  };
}

describe('A page that the manifest names', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function inspect(files: Files): Promise<Inspection> {
    await lay(folder, { name: '', files: { 'manifest.json': MANIFEST, ...files } });
    return inspectExtension(folder, {}, new AbortController().signal);
  }
  async function withPage(popup: string | Buffer, files: Files = {}): Promise<string[]> {
    return inShort(await inspect({ 'popup.html': popup, ...files }));
  }
  async function only(files: Files): Promise<Problem> {
    const { problems } = await inspect(files);
    assert.ok(
      problems[0] && problems.length === 1,
      problems.map((problem) => `${problem.code} ${english(problem.message)}`).join('; '),
    );
    return problems[0];
  }

  it('brings its script along with the folder of its build, though git ignores it, and that is said', async () => {
    const inspection = await inspect({
      'popup.html': '<script src="dist/popup.js"></script>',
      'dist/popup.js': '',
      'dist/chunks/a.js': '',
      'other/a.js': '',
      '.gitignore': 'dist/\nother/\n',
    });
    assert.deepEqual(goingIn(inspection), ['dist/chunks/a.js', 'dist/popup.js', 'popup.html']);
    assert.deepEqual(inspection.problems, []);
    assert.equal(
      english(explain(inspection, 'dist/popup.js')),
      '“dist/popup.js” is included because “popup.html” loads it. Otherwise line 1 of .gitignore (“dist/”) would exclude it.',
    );
    assert.equal(
      english(explain(inspection, 'dist/chunks/a.js')),
      '“dist/chunks/a.js” is included because “popup.html” loads “dist/popup.js” and build folders are included as a whole. Otherwise line 1 of .gitignore (“dist/”) would exclude it.',
    );
  });

  it('brings along what a default rule or git would leave out: styles, preloaded modules, pictures, and from installed packages the file alone', async () => {
    const popup =
      '<link rel="stylesheet" href="a.css"><link rel="modulepreload" href="b.js"><img src="c.zip"><script src="node_modules/lib/d.js"></script>';
    const inspection = await inspect({
      'popup.html': popup,
      'a.css': '',
      'b.js': '',
      'c.zip': '',
      'node_modules/lib/d.js': '',
      'node_modules/lib/e.js': '',
      '.gitignore': '*.css\nb.js\n',
    });
    assert.deepEqual(goingIn(inspection), ['a.css', 'b.js', 'c.zip', 'node_modules/lib/d.js', 'popup.html']);
    assert.deepEqual(inspection.problems, []);
  });

  it('is the reason only where the manifest does not name the file itself', async () => {
    const inspection = await inspect({
      'manifest.json': { ...MANIFEST, background: { service_worker: 'dist/a.js' } },
      'popup.html': '<script src="dist/a.js"></script>',
      'dist/a.js': '',
      '.gitignore': 'dist\n',
    });
    assert.match(english(explain(inspection, 'dist/a.js')), /because the manifest names it/);
  });

  it('may be any that the manifest names', async () => {
    const pages = {
      side_panel: { default_path: 'b.html' },
      options_page: 'c.html',
      devtools_page: 'd.html',
      chrome_url_overrides: { newtab: 'e.html' },
      sandbox: { pages: ['f.html'] },
      web_accessible_resources: [{ resources: ['g.htm'], matches: ['<all_urls>'] }],
      action: { default_popup: 'a.html' },
      options_ui: { page: 'c2.html' },
      permissions: ['sidePanel'],
    };
    const names = ['a.html', 'b.html', 'c.html', 'c2.html', 'd.html', 'e.html', 'f.html', 'g.htm'];
    const files = Object.fromEntries(
      names.flatMap((name) => [
        [name, `<script src="out/${name}.js"></script>`],
        [`out/${name}.js`, ''],
      ]),
    );
    const inspection = await inspect({
      'manifest.json': { ...MANIFEST, ...pages },
      ...files,
      '.gitignore': 'out/*.js\n',
    });
    assert.deepEqual(
      goingIn(inspection).filter((file) => file.startsWith('out/')),
      names.map((name) => `out/${name}.js`),
    );
    assert.deepEqual(inspection.problems, []);
  });

  it('does not win over an own rule: then it is a warning at the line of the page, with one click to include the file', async () => {
    const problem = await only({
      'popup.html': '<p>\n  <script src="a.js"></script>',
      'a.js': '',
      '.extensionignore': 'a.js\n',
    });
    assert.deepEqual(
      [problem.severity, problem.code, problem.file, problem.line, problem.column, problem.length],
      ['warning', 'file-excluded', 'popup.html', 2, 16, 4],
    );
    assert.equal(
      english(problem.message),
      'popup.html loads “a.js”, which is excluded from the zip (by .extensionignore). Include it.',
    );
    assert.deepEqual(
      problem.fixes?.map((fix) => fix.kind === 'include' && fix.file),
      ['a.js'],
    );
  });

  it('does not bring along what may hold a secret, nor what lies behind a link out of the folder', async function () {
    requires(this, 'links');
    const inspection = await inspect({
      'popup.html': '<script src=".env.js"></script><img src="logo.key"><script src="out/a.js"></script>',
      '.env.js': '',
      'logo.key': '',
      out: new Link('/etc'),
    });
    assert.deepEqual(goingIn(inspection), ['popup.html']);
    assert.deepEqual(inspection.problems.map(({ code }) => code).toSorted(), [
      'file-excluded',
      'file-excluded',
      'link-excluded',
      'page-file-missing',
    ]);
  });

  it('is read behind a link to a file of the folder, also to one named “..foo”', async function () {
    requires(this, 'links');
    const inspection = await inspect({
      'popup.html': new Link('..foo.html'),
      '..foo.html': '<script src="dist/popup.js"></script>',
      'dist/popup.js': '',
      '.gitignore': 'dist/\n',
    });
    assert.deepEqual(goingIn(inspection), ['dist/popup.js', 'popup.html']);
  });

  it('is told of a missing script and a missing style sheet, each once, with one click to create it', async () => {
    const files = {
      'pages/popup.html':
        '<link rel="stylesheet" href="a.css">\r\n<script src=b.js></script><script src=b.js></script>',
      'manifest.json': { ...MANIFEST, action: { default_popup: 'pages/popup.html' } },
    };
    const inspection = await inspect(files);
    assert.deepEqual(inShort(inspection), [
      'warning page-file-missing pages/popup.html:1:30+5',
      'warning page-file-missing pages/popup.html:2:13+4',
    ]);
    const created = Object.fromEntries(
      inspection.problems.flatMap(({ fixes = [] }) =>
        fixes.flatMap((fix) => (fix.kind === 'create' ? [[fix.file, fix.content]] : [])),
      ),
    );
    assert.deepEqual(created, { 'pages/a.css': '', 'pages/b.js': '' });
    assert.deepEqual((await inspect({ ...files, ...created })).problems, []);
  });

  it('is told of a module that is no JavaScript before it is built, and that stays out', async () => {
    const inspection = await inspect({
      'popup.html': '<script type="module" src="/src/main.tsx"></script>',
      'src/main.tsx': '',
    });
    assert.deepEqual(inShort(inspection), ['warning file-ending popup.html:1:28+13']);
    assert.deepEqual(goingIn(inspection), ['popup.html']);
  });

  it('may lack a picture, an icon or a preloaded module', async () => {
    assert.deepEqual(
      await withPage('<img src="a.png"><link rel="icon" href="b.png"><link rel="modulepreload" href="c.js">'),
      [],
    );
  });

  it('is told of a name that the disk has in other letters, and writes it so', async () => {
    const problem = await only({
      'manifest.json': { ...MANIFEST, action: { default_popup: 'sub/popup.html' } },
      'sub/popup.html': '<script src="../sub/Popup.js?a"></script>',
      'sub/popup.js': '',
    });
    assert.deepEqual([problem.severity, problem.code, problem.column], ['warning', 'letter-case', 14]);
    assert.deepEqual(
      problem.fixes?.flatMap((fix) => (fix.kind === 'edit' ? fix.edits : [])),
      [{ line: 1, column: 14, endLine: 1, endColumn: 14 + '../sub/Popup.js?a'.length, text: '../sub/popup.js?a' }],
    );
  });

  it('is told of scripts that never run, of each kind once', async () => {
    const page =
      '<script>a()</script>\n<script>b()</script>\n<script src="https://example.com/c.js"></script>\n<script src="https://example.com/d.js"></script>';
    assert.deepEqual(await withPage(page), [
      'warning inline-script popup.html:1:1+7',
      'warning remote-script popup.html:3:14+24',
    ]);
  });

  it('is told of event handlers and of links with code, of each kind once, and not of what does nothing', async () => {
    const page =
      '<body onload="a()">\n<p title="onclick" on-click="a()" onswipe="a()" onclick=" "></p><a href="javascript:void(0)" onclick="{{ a }}">' +
      '<a href="javascript:;"><template><b onclick="a()"></b></template>\n<a href="JavaScript:a()"><a href="javascript:b()" onclick=c()>';
    assert.deepEqual(await withPage(page), [
      'warning inline-script popup.html:1:15+3',
      'warning inline-script popup.html:3:10+14',
    ]);
    const { problems } = await inspect({ 'popup.html': page, 'manifest.json': withSandbox('popup.html') });
    assert.deepEqual(
      problems.filter(({ code }) => code === 'inline-script'),
      [],
    );
  });

  it('may load scripts from this machine where the policy of the manifest allows it', async () => {
    const page = '<script src="http://localhost:5173/@vite/client"></script>';
    const withPolicy = (policy: string): Files => ({
      'popup.html': page,
      'manifest.json': { ...MANIFEST, content_security_policy: { extension_pages: policy } },
    });
    assert.deepEqual(inShort(await inspect(withPolicy("script-src 'self' http://localhost:5173"))), []);
    assert.deepEqual(inShort(await inspect(withPolicy("script-src 'self'"))), [
      'warning remote-script popup.html:1:14+34',
    ]);
    assert.deepEqual(await withPage(`${page}<script src="https://localhost.example.com/a.js"></script>`), [
      'warning remote-script popup.html:1:14+34',
    ]);
  });

  it('may run scripts of its own where it is sandboxed, by its name or by a pattern', async () => {
    const files = { 'sub/a.html': '<script>a()</script>' };
    assert.deepEqual(inShort(await inspect({ ...files, 'manifest.json': withSandbox('sub/a.html') })), []);
    assert.deepEqual(inShort(await inspect({ ...files, 'manifest.json': withSandbox('sub/*.html') })), []);
    assert.equal(
      inShort(await inspect({ ...files, 'manifest.json': withSandbox('sub+*') })).some((problem) =>
        problem.startsWith('warning inline-script'),
      ),
      true,
    );
  });

  it('is passed over where it is no UTF-8, longer than 1 MB, no HTML or missing', async () => {
    const script = '<script>a()</script><script src="x.js"></script>';
    assert.deepEqual(await withPage(Buffer.from(`${script}é`, 'latin1')), []);
    assert.deepEqual(await withPage(Buffer.from(`\uFEFF${script}`, 'utf16le')), []);
    assert.deepEqual(await withPage(script + ' '.repeat(1024 * 1024)), []);
    assert.deepEqual(
      inShort(await inspect({ 'manifest.json': { ...MANIFEST, action: { default_popup: 'a.txt' } }, 'a.txt': script })),
      [],
    );
    await rm(path.join(folder, 'popup.html'));
    assert.deepEqual(
      (await inspect({})).problems.map(({ code }) => code),
      ['file-missing'],
    );
  });

  it('has its places without its byte order mark, as an editor shows them', async () => {
    assert.deepEqual(await withPage('\uFEFF<script src="x.js"></script>'), [
      'warning page-file-missing popup.html:1:14+4',
    ]);
  });

  it('has nothing more to be told where it stays out itself', async () => {
    const { problems } = await inspect({
      'popup.html': '<script>a()</script><script src="x.js"></script>',
      '.extensionignore': 'popup.html\n',
    });
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['file-excluded'],
    );
  });

  it('can be one of a great many, of which the first fifty are read', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `p${index}.html`);
    const files = Object.fromEntries(names.map((name) => [name, '<script>a()</script>']));
    assert.equal(
      (
        await inspect({
          'manifest.json': {
            ...MANIFEST,
            action: {},
            web_accessible_resources: [{ resources: names, matches: ['<all_urls>'] }],
          },
          ...files,
        })
      ).problems.length,
      50,
    );
  });

  it('is not read any more after a cancel', async () => {
    await lay(folder, { name: '', files: { 'manifest.json': MANIFEST } });
    await writeFile(path.join(folder, 'popup.html'), '');
    await assert.rejects(inspectExtension(folder, {}, AbortSignal.abort()), Cancelled);
  });
});
