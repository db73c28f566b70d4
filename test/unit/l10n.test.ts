import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const bundle: Record<string, string> = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8'));

/** The placeholders of a template: `{0}`, `{1}` … */
function holes(text: string): string[] {
  return (text.match(/\{\d+\}/g) ?? []).toSorted();
}

/** The source texts of the arguments of a call; its opening bracket is directly before `start`. */
function argumentsAt(source: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  let quote = '';
  for (let at = start; at < source.length; at++) {
    const sign = source.charAt(at);
    if (quote) {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if ('\'"`'.includes(sign)) quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && depth-- === 0) return [...found, source.slice(from, at)];
    else if (sign === ',' && depth === 0) {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return found;
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
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const wrong = sources.flatMap((file) => {
      const source = readFileSync(path.join('src', file), 'utf8');
      return [...source.matchAll(/\b(?:message|t)\((?=\s*['"])/g)].flatMap(({ index, 0: call }) => {
        const [template = '', ...given] = argumentsAt(source, index + call.length)
          .map((each) => each.trim())
          .filter(Boolean);
        const isFit = given.some((each) => each.startsWith('...')) || given.length === new Set(holes(template)).size;
        return isFit ? [] : [`${file}: ${template}`];
      });
    });
    assert.deepEqual(wrong, []);
  });
});
