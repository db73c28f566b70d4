import assert from 'node:assert/strict';
import path from 'node:path';
import { marked } from 'marked';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { errorCommand } from '../../../src/cli/annotation';
import { annotationsOf, jobSummary, MAX_SUMMARY } from '../../../src/cli/github';
import type { ShownTest } from '../../../src/cli/test-words';

/** Each tries to be more than a text: for the runner, in Markdown, in HTML, or for GitHub. */
const HOSTILE = [
  '::set-output name=a::b',
  '\n::add-mask::x',
  '\r::stop-commands::t',
  'x,line=1,title=Fine::ok',
  '%0A::error::x',
  '##[group]x',
  '##vso[task.setvariable variable=a]b',
  '\u200B::error::x',
  '[a](javascript:alert(1))',
  '![a](https://evil.example/x.png)',
  '<https://evil.example>',
  'https://evil.example www.evil.example a@evil.example',
  '<img src=x onerror=alert(1)>',
  '</code></td></table><script>alert(1)</script>',
  '&lt;script&gt; &#60;script&#62;',
  '@octocat @org/team #123 GH-1 octo/repo#1 :tada: 0123456789abcdef0123456789abcdef01234567',
  '| a | b |\n|---|---|',
  '`code` ``` ~~~ **bold** _it_ ~~no~~ $math$ \\| \\',
  '# heading\n\n- item\n\n> quote\n\n---',
  '[^1] [ref]: https://evil.example "t"',
  '<!-- comment',
  '\u202E\u2066',
];

function failed(text: string): ShownTest {
  const failure = { file: text, line: 3, column: 5, text, log: [], steps: [] };
  return { file: text, repeat: 1, name: text, outcome: 'failed', took: 1200, attempts: [], failure };
}

function without(text: string, outcome: 'passed' | 'skipped'): ShownTest {
  return { file: text, repeat: 1, name: text, outcome, took: 0, attempts: [], reason: text };
}

/** As actions/runner reads a line: ActionCommand.TryParseV2, with what actions/toolkit escapes. */
function commandOf(line: string): { name: string; properties: Record<string, string>; data: string } | undefined {
  const text = line.trimStart();
  if (!text.startsWith('::')) return undefined;
  const end = text.indexOf('::', 2);
  if (end < 0) return undefined;
  const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(text.slice(2, end)) ?? [];
  const properties = rest.split(',').map((pair): [string, string] => {
    const [key = '', ...value] = pair.split('=');
    return [key, unescaped(value.join('='))];
  });
  return { name, properties: Object.fromEntries(properties), data: unescaped(text.slice(end + 2)) };
}

function unescaped(escaped: string): string {
  return escaped
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

type Node = DefaultTreeAdapterTypes.Node;

function elementsIn(node: Node): DefaultTreeAdapterTypes.Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  return 'tagName' in node ? [node, ...below] : below;
}

function textOf(node: Node): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

describe('What GitHub is told of tests', () => {
  it('is one command for each failure, whatever the names and texts are', () => {
    for (const text of HOSTILE) {
      const line = errorCommand({ file: text, line: 3, column: 5, title: text, text });
      const [command, ...others] = line.split(/[\n\r\u0085\u2028\u2029]/).map(commandOf);
      assert.deepEqual(others, [], JSON.stringify(text));
      assert.equal(command?.name, 'error');
      assert.deepEqual(Object.keys(command?.properties ?? {}), ['file', 'line', 'col', 'title']);
      assert.deepEqual([command?.properties['line'], command?.properties['col']], ['3', '5']);
      // What other runners obey anywhere in a line.
      assert.doesNotMatch(line, /##[\w.-]*\[/);
    }
    assert.equal(
      errorCommand({ file: 'a,b:c.json', line: 3, column: 5, title: '100%', text: 'x: y, 5%\r\n::z' }),
      '::error file=a%2Cb%3Ac.json,line=3,col=5,title=100%25::x: y, 5%25 %0A| ::z',
    );
  });

  it('has the path of the file in the repository, and only of what failed', () => {
    const root = path.resolve('/work/project');
    const environment = { GITHUB_WORKSPACE: root };
    const flaky: ShownTest = { ...failed('flaky.sequence.json'), outcome: 'flaky' };
    const told = annotationsOf([failed('tests/a.sequence.json'), flaky], path.join(root, 'extension'), environment);
    assert.deepEqual(
      told.map(({ file, line, column, title }) => [file, line, column, title]),
      [['extension/tests/a.sequence.json', 3, 5, 'tests/a.sequence.json failed']],
    );
    const [elsewhere] = annotationsOf([failed('a.sequence.json')], path.resolve('/tmp'), environment);
    assert.equal(elsewhere?.file, 'a.sequence.json');
    assert.equal(
      annotationsOf(
        Array.from({ length: 30 }, () => failed('a')),
        root,
        {},
      ).length,
      10,
    );
  });

  it('has a table in which names and reasons are texts alone', () => {
    const tests = [...HOSTILE.map((text) => failed(text)), ...HOSTILE.map((text) => without(text, 'skipped'))];
    const page = parse(
      marked.parse(jobSummary(tests, '0 passed, 22 failed (1.2 s)', MAX_SUMMARY), { gfm: true, async: false }),
    );
    const elements = elementsIn(page);
    const rows = elements.filter(({ tagName }) => tagName === 'tr');
    assert.equal(rows.length, tests.length + 1);
    for (const row of rows) assert.equal(elementsIn(row).filter(({ tagName }) => /^t[dh]$/.test(tagName)).length, 4);
    const allowed = ['body', 'code', 'h3', 'head', 'html', 'table', 'tbody', 'td', 'th', 'thead', 'tr'];
    assert.deepEqual([...new Set(elements.map(({ tagName }) => tagName))].toSorted(), allowed);
    assert.deepEqual(
      elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name !== 'align')),
      [],
    );
    // GitHub makes links of mentions and issues in any text but that of code.
    const outside = elements.filter(({ tagName }) => /^t[dh]$/.test(tagName)).flatMap(({ childNodes }) => childNodes);
    for (const node of outside)
      if (node.nodeName !== 'code') assert.match(textOf(node), /^[\p{L}\p{N}\p{S}\uFE0F .]*$/u);
    assert.ok(textOf(page).includes('@octocat @org/team #123'), 'and what they say is told');
    assert.ok(textOf(page).includes('</code></td></table><script>'));
  });

  it('has those that failed first, and no more than GitHub shows', () => {
    const good = without('good.sequence.json', 'passed');
    const many = [...Array.from({ length: 20_000 }, () => good), failed('bad.sequence.json')];
    const summary = jobSummary(many, '20000 passed, 1 failed', MAX_SUMMARY);
    assert.ok(Buffer.byteLength(summary) <= MAX_SUMMARY);
    assert.match(summary.split('\n')[4] ?? '', /failed \| <code>bad/);
    const [, left = ''] = /(\d+) more tests aren’t shown\.\n\n$/.exec(summary) ?? [];
    assert.equal(summary.match(/^\| ✅/gm)?.length, 20_000 - Number(left));
    // An earlier command of the step has filled it.
    assert.equal(jobSummary(many, '1 failed', 100), '');
  });
});
