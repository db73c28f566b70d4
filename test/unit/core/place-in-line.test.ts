import assert from 'node:assert/strict';
import { placeInLine } from '../../../src/core/log-line';

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

  // Each would take hours if the time grew with the square of the length; a line of a log has 2000 characters.
  for (const part of [' (a', ' (:1:1a', '(:1:1a', 'a:', ':11:', '1'])
    it(`is not there in a line of 10 MB: ${part}`, () => {
      for (const head of [HEAD, '    at '])
        assert.equal(placeInLine(head + part.repeat(10_000_000 / part.length)), undefined);
    });
});
