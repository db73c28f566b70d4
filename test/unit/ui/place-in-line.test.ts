import assert from 'node:assert/strict';
import { placeInLine } from '../../../src/ui/log/place-in-line';

const HEAD = '2026-01-02 03:04:05.678 [info] ';

describe('The place in a line of a log', () => {
  for (const [line, place] of [
    [`${HEAD}src/a.ts:12:5 (worker) text`, 'src/a.ts:12:5'],
    [`${HEAD}my files/a.ts:12:5 (worker) b.ts:1:1`, 'my files/a.ts:12:5'],
    ['    at inner (src/a.ts:1:2)', 'src/a.ts:1:2'],
    ['    at my files/a.ts:1:2', 'my files/a.ts:1:2'],
  ])
    it(`is found: ${line}`, () => assert.equal(placeInLine(line ?? ''), place));

  for (const line of ['', HEAD, `${HEAD}(worker)`, '    at', '    at inner', '    more text', 'src/a.ts:1:2'])
    it(`is not there: ${line}`, () => assert.equal(placeInLine(line), undefined));

  it('is searched in no time, whatever the line is', () => {
    const lines = [' (a', ' (:1:1a', ':1', ':11:', '1'].map((part) => part.repeat(2000 / part.length));
    const began = performance.now();
    for (let round = 0; round < 1000; round++)
      for (const line of lines) for (const head of [HEAD, '    at ']) placeInLine(head + line);
    assert.ok(performance.now() - began < 2000, `${performance.now() - began} ms`);
  });
});
