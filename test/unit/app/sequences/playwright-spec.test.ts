import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import { readSequenceText } from '../../../../src/app/sequences/sequence-text';
import { playwrightSpec } from '../../../../src/app/sequences/playwright-spec';

/** What ends a line, hides what comes after it, or ends a literal. */
const HOSTILE = ['\n', '\r', '\u2028', '\u2029', '\u202E', "'", '`', '\\', '/', '${x}', '*/', '</script>'];

describe('The text of a test for Playwright', () => {
  for (const text of HOSTILE)
    it(`can be read with ${JSON.stringify(text)} in what a sequence has`, () => {
      const address = `https://a.example/*${text}b`;
      const spec = specOf(
        [
          { expect: { address } },
          { expect: { address: `c${text}` } },
          { expect: { text: `d${text}` } },
          { expect: { storage: { local: { [`e${text}`]: `f${text}` } } } },
          { type: `g${text}`, into: { role: 'textbox', name: `h${text}` } },
        ],
        `i${text}`,
      );
      assert.doesNotThrow(() => transformSync(spec, { loader: 'ts' }), spec);
      assert.doesNotMatch(spec.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const [, pattern = ''] = /toHaveURL\(\/(.*)\/, \{/.exec(spec) ?? [];
      assert.match(`https://a.example/x${text}b`, new RegExp(pattern));
      assert.doesNotMatch('https://a.example/xb', new RegExp(pattern));
    });

  it('has keys by their names in Playwright, however they are written', () => {
    const keys = ['Return', 'ctrl + a', 'Ctrl+A', 'Control+shift+arrowdown', 'Page_Up', '+', '?'];
    assert.deepEqual(
      [...specOf(keys.map((press) => ({ press }))).matchAll(/keyboard\.press\('(.*)'\)/g)].map(([, key]) => key),
      ['Enter', 'Control+a', 'Control+a', 'Control+Shift+ArrowDown', 'PageUp', '+', '?'],
    );
  });

  it('opens first the page that the sequence begins on, or says where to write it', () => {
    const steps = [{ press: 'Enter' }];
    assert.match(specOf(steps, 'a', 'https://a.example/'), /await page\.goto\('https:\/\/a\.example\/'\);\n +await/);
    assert.match(specOf(steps), /\/\/ Open the page that the steps begin on/);
  });
});

function specOf(steps: readonly object[], name = 'a', start?: string): string {
  const read = readSequenceText(JSON.stringify({ ...(start !== undefined && { start }), steps }), []);
  assert.ok('steps' in read, JSON.stringify(read));
  return playwrightSpec({ ...read, name, extension: './extension', pathOf: (file) => `./${file}` });
}
