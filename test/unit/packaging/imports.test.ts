import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { type Files, lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const MANIFEST = { manifest_version: 3, name: 'a', version: '1' };
const worker = (type?: string): Files => ({
  'manifest.json': { ...MANIFEST, background: { service_worker: 'js/worker.js', ...(type && { type }) } },
});
const content = {
  'manifest.json': { ...MANIFEST, content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'] }] },
};
const page = (html: string): Files => ({
  'manifest.json': { ...MANIFEST, action: { default_popup: 'popup.html' } },
  'popup.html': html,
});

async function check(files: Files): Promise<readonly Problem[]> {
  const folder = temporaryFolder();
  await lay(folder, { name: '', files });
  return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
}
const inShort = async (files: Files): Promise<string[]> =>
  (await check(files)).map(({ code, file, line, column, length }) => `${code} ${file}:${line}:${column}+${length}`);

describe('The imports of a script', () => {
  it('are followed from a worker through its modules, and what is missing is told at its place', async () =>
    assert.deepEqual(
      await inShort({
        ...worker('module'),
        'js/worker.js': 'import { a } from "./a.js";\n',
        'js/a.js': 'export * from "../lib/b.js";\nexport const a = () => import(\'./none.js\');',
        'lib/b.js': '\n  import "./gone.js"; // import "./comment.js"\nconst text = "import \'./text.js\'";',
      }),
      ['import-missing js/a.js:2:32+9', 'import-missing lib/b.js:2:11+9'],
    ));

  it('of importScripts begin at the worker, whichever script has them', async () =>
    assert.deepEqual(
      await inShort({
        ...worker(),
        'js/worker.js': 'importScripts("lib/a.js", `b.js`, "/c.js", ...["d.js"]); self.importScripts("e.js?v=1#f")',
        'js/lib/a.js': 'try { importScripts("lib/a2.js") } catch {}',
        'js/lib/a2.js': '',
        'c.js': '',
        'js/e.js': '',
      }),
      ['import-missing js/worker.js:1:49+4'],
    ));

  it('of importScripts may be missing where the worker catches that', async () =>
    assert.deepEqual(
      await inShort({
        ...worker(),
        'js/worker.js':
          'try { importScripts("a.js") } catch (error) { importScripts("b.js") }\n' +
          'try { if (self) { importScripts("c.js", "d.js") } } catch {} finally { importScripts("e.js") }\n' +
          'try { importScripts("f.js") } finally {}\ntry { self.load = () => importScripts("g.js") } catch {}',
      }),
      [
        'import-missing js/worker.js:1:62+4',
        'import-missing js/worker.js:2:87+4',
        'import-missing js/worker.js:3:22+4',
        'import-missing js/worker.js:4:40+4',
      ],
    ));

  it('of a page are found whether it loads a module or not', async () =>
    assert.deepEqual(
      await inShort({
        ...page('<script src="a.js"></script><script type="module" src="b.js"></script>'),
        'a.js': 'import("./one.js"); import(name); import(`./${name}.js`)',
        'b.js': 'import "/two.js"; import.meta.url',
      }),
      ['import-missing a.js:1:9+8', 'import-missing b.js:1:9+7'],
    ));

  it('of a content script lead into the extension only by getURL', async () =>
    assert.deepEqual(
      await inShort({
        ...content,
        'content.js': 'import("./of-the-page.js"); import(chrome.runtime.getURL("js/none.js"));',
      }),
      ['import-missing content.js:1:59+10'],
    ));

  it('without an ending get the one that the file has', async () => {
    const [problem, ...others] = await check({
      ...worker('module'),
      'js/worker.js': "import './a'",
      'js/a.js': '',
    });
    assert.ok(problem && others.length === 0);
    assert.match(english(problem.message), /imports “\.\/a”.*Write “\.\/a\.js”/);
    const [fix] = problem.fixes ?? [];
    assert.ok(fix?.kind === 'edit');
    assert.deepEqual(fix.edits, [{ line: 1, column: 9, endLine: 1, endColumn: 12, text: './a.js' }]);
  });

  it('of packages, of the web and of sources are told', async () =>
    assert.deepEqual(
      await inShort({
        ...worker('module'),
        'js/worker.js':
          'import "lodash";\nimport "https://example.com/a.js";\nimport "./a.ts";\nimport "data:text/javascript,1";',
        'js/a.ts': '',
      }),
      ['import-missing js/worker.js:1:9+6', 'remote-script js/worker.js:2:9+24', 'file-ending js/worker.js:3:9+6'],
    ));

  it('that go round in a circle, and scripts that are no JavaScript, are read once', async () =>
    assert.deepEqual(
      await inShort({
        ...worker('module'),
        'js/worker.js': 'import "./a.js"',
        'js/a.js': 'import "./worker.js"; import "./b.js"',
        'js/b.js': 'import {',
      }),
      [],
    ));

  it('that are excluded from the zip can be included', async () => {
    const [problem] = await check({
      ...worker('module'),
      'js/worker.js': 'import "../node_modules/a/index.js"',
      'node_modules/a/index.js': '',
    });
    assert.deepEqual([problem?.code, problem?.fixes?.map(({ kind }) => kind)], ['file-excluded', ['include']]);
  });
});
