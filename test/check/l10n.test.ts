import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readSource, textCalls } from '../../scripts/source.mjs';

const bundle: Record<string, string> = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8'));

/** The placeholders of a template: `{0}`, `{1}` … */
function holes(text: string): string[] {
  return (text.match(/\{\d+\}/g) ?? []).toSorted();
}

describe('The bundle that translations are made from', () => {
  it('has every text of the source', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/l10n.mjs', '--check'], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });

  it('has each text under itself, with arguments that are counted from 0', () => {
    for (const [key, text] of Object.entries(bundle)) {
      assert.equal(key, text);
      const numbers = [...new Set(holes(text))];
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => `{${index}}`),
        text,
      );
    }
  });

  it('gets as many arguments for each text as it has places', () => {
    const wrong = readSource().flatMap(({ file, tree }) =>
      textCalls(tree).flatMap(({ template, given }) => {
        const isFit = template === undefined || given === undefined || given === new Set(holes(template)).size;
        return isFit ? [] : [`${file}: ${template}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });
});
