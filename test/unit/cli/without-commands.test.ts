import assert from 'node:assert/strict';
import { withoutCommands } from '../../../src/cli/without-commands';
import { plainText } from '../../../src/core/plain-text';

/** What is not seen, and is skipped where texts are compared by the rules of a language, as .NET does. */
const UNSEEN = ['\u00AD', '\u034F', '\u061C', '\u200B', '\u200D', '\u202E', '\u2060', '\u2068', '\uFE0F', '\uFEFF'];
const SPACES = [' ', '\t', '\u00A0', '\u0085', '\u2003', '\u3000', '    '];
const AT_BEGINNING = [
  '::set-output name=release::evil',
  '::Stop-Commands::t',
  '--- Deploy',
  '+++ Deploy',
  '~~~ Deploy',
  '^^^ +++',
  'travis_fold:start:hidden',
];
const ANYWHERE = ['##vso[task.setvariable variable=PATH]/tmp', '##[set-output name=a]b', '##teamcity[buildStop]'];

/** As a runner reads it: the lines of .NET, without what its comparison skips, and without white space before. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]|(?![\n\r])\p{Cc}(?:\[[\d;]*m)?/gu, '')
    .split(/[\r\n]+/)
    .map((line) => line.trimStart());
}

function assertHarmless(text: string): void {
  const harmless = withoutCommands(text);
  for (const line of linesOf(harmless)) {
    assert.doesNotMatch(line, /^(::|---\s|\+\+\+\s|~~~\s|\^\^\^\s|travis_)/i, JSON.stringify(text));
    assert.doesNotMatch(line, /##[\w.-]*\[/, JSON.stringify(text));
  }
  assert.equal(withoutCommands(harmless), harmless);
}

describe('A line that is printed', () => {
  it('gives no command to the runner of a CI job', () => {
    for (const command of [...AT_BEGINNING, ...ANYWHERE, ...ANYWHERE.map((each) => each.toUpperCase())]) {
      for (const before of ['', ...SPACES, ...UNSEEN, 'first\n', 'first\r', 'first\u2028', '\u001B[1m', ' \u200B\t'])
        assertHarmless(before + command);
      for (const unseen of UNSEEN) assertHarmless(Array.from(command).join(unseen));
    }
    for (const command of ANYWHERE) assertHarmless(`12:00 info (page) said: #${command} and ${command}${command}`);
  });

  it('gives none where what is taken out of a text joins the rest', () => {
    const parts = ['\u0000', '\u200B', '\u202E', '\u{E0041}', '\uFE0F', '\u001B'];
    for (const command of [...AT_BEGINNING, ...ANYWHERE])
      for (const part of parts) {
        const split = plainText(Array.from(command).join(part), 300);
        assertHarmless(split);
        assertHarmless(plainText(`${part}${command}`, 300));
      }
    assertHarmless(plainText('::set-output name=a::\u05D0', 300));
  });

  it('tells what was in it, and breaks commands in a way that is seen', () => {
    assert.equal(withoutCommands('  ::error::x'), '|   ::error::x');
    assert.equal(withoutCommands('a: ##vso[x]'), 'a: # #vso[x]');
    assert.equal(withoutCommands('a\n::b'), 'a\n| ::b');
  });

  it('stays as it is if there is nothing in it to obey', () => {
    for (const line of [
      '',
      'dist/manifest.json:3:5: error: Unknown key “a::b” (key-unknown)',
      '12:00:00.000 info hello/worker.js:1:9 (worker) ## Heading [1], std::vector --- +++',
      'ID   NAME  POOL',
      '- a',
      '#[derive]',
      ': a',
      '\u001B[1mcount\u001B[22m: 4',
      'The local service is running.\n\n  address   http://127.0.0.1:80',
      '“אב”: \u2068אב\u2069 👩‍👩‍👧 #️⃣',
    ])
      assert.equal(withoutCommands(line), line);
    assert.equal(withoutCommands('a\u001B]0;x\u0007b\u009B31mc'), 'a ]0;x b 31mc');
  });

  it('takes time in proportion to its length', () => {
    for (const sign of ['#', ':', '#\u0301', ' ', '##a', '-\u0301', '\u0301', '\uFEFF', '^^^ ', '^^^\uFEFF', '\n'])
      assert.ok(withoutCommands(sign.repeat(200_000)).length >= 200_000);
  });
});
