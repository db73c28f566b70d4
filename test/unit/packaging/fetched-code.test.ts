import assert from 'node:assert/strict';
import { inspectExtension } from '../../../src/packaging';
import { runsFetched } from '../../../src/packaging/verdict/code/fetched-code';
import { lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const scripts = (world: string, js: string): object => ({ matches: ['https://a.example/*'], js: [js], world });

describe('Fetched text that is run as code', () => {
  for (const code of [
    "eval(await (await fetch('/a')).text())",
    "fetch('/a').then((answer) => answer.text()).then(eval)",
    "fetch('/a').then((answer) => answer.text()).then((code) => { (0, eval)(code); })",
    "const answer = await fetch(url);\nconst code = await answer.text();\nnew Function('a', `return ${code}`)(1)",
    'request.onload = () => globalThis.eval(request.responseText + "//# sourceURL=a.js")',
    'let text; text = request.responseText; window.eval(text.trim());',
  ])
    it(`is told: ${code}`, () => {
      const range = runsFetched(code);
      assert.match(code.slice(range?.offset), /eval|Function/);
    });

  for (const code of [
    "const { status } = await fetch('/a'); eval('1 + 1')",
    "const data = await (await fetch('/a')).json(); eval(table[data.name])",
    // Which of the two is meant is not known.
    "let text = 'a'; if (b) text = await (await fetch('/a')).text(); eval(text)",
    "const f = (text) => eval(text); const text = await (await fetch('/a')).text();",
    "fetch('/a').then(({ status }) => eval(status))",
    "fetch('/a').then((answer) => answer.json()).then((code) => eval(code))",
    'const a = b, b = a; fetch(); eval(a)',
    'fetch() eval(',
    `fetch(); const ${Array.from({ length: 60 }, (_, index) => `a${index} = a${index + 1} + a${index + 1}`).join(', ')}; eval(a0)`,
    `${'eval('.repeat(20_000)}fetch()${')'.repeat(20_000)}`,
    `fetch(); eval(${'a+'.repeat(20_000)}b)`,
  ])
    it(`is not told: ${code.slice(0, 80)}`, () => assert.equal(runsFetched(code), undefined));

  it('is told where the browser runs it: in a sandboxed page, and in the world of a page', async () => {
    const folder = temporaryFolder();
    const code = "\nfetch('/a').then((answer) => answer.text()).then(eval);";
    await lay(folder, {
      name: '',
      files: {
        'manifest.json': {
          manifest_version: 3,
          name: 'a',
          version: '1',
          options_page: 'options.html',
          sandbox: { pages: ['sandbox.html'] },
          content_scripts: [scripts('MAIN', 'main.js'), scripts('ISOLATED', 'isolated.js')],
        },
        'options.html': '<script src="options.js"></script>',
        'sandbox.html': '<script src="sandbox.js"></script>',
        ...Object.fromEntries(['main', 'isolated', 'options', 'sandbox'].map((name) => [`${name}.js`, code])),
      },
    });
    const { problems } = await inspectExtension(folder, {}, new AbortController().signal);
    assert.deepEqual(
      problems.map(({ code: kind, severity, file, line, column }) => `${severity} ${kind} ${file}:${line}:${column}`),
      ['warning remote-script main.js:2:1', 'warning remote-script sandbox.js:2:1'],
    );
  });
});
