import assert from 'node:assert/strict';
import { english, message, sentences } from '../../../src/core/message';
import { formatBytes, formatDuration } from '../../../src/core/wording';

describe('Sizes, times and sentences', () => {
  for (const [bytes, text] of [[0, '0 B'], [999, '999 B'], [1000, '1.0 kB'], [1234, '1.2 kB'], [99_960, '100 kB'], [999_600, '1.0 MB'], [52_428_800, '52.4 MB'], [5e12, '5000 GB']] as const) {
    it(`writes ${bytes} bytes as ${text}`, () => assert.equal(formatBytes(bytes), text));
  }

  for (const [milliseconds, text] of [[0, '0 ms'], [999, '999 ms'], [3400, '3.4 s'], [59_949, '59.9 s'], [59_950, '1 min 0 s'], [125_000, '2 min 5 s']] as const) {
    it(`writes ${milliseconds} milliseconds as ${text}`, () => assert.equal(formatDuration(milliseconds), text));
  }

  it('fills sentences from the inside out', () => assert.equal(english(message('{1} and {0}', 1, message('<{0}>', 'x'))), '<x> and 1'));
  it('leaves what looks like a hole in a filled-in text alone', () => assert.equal(english(message('{0}{1}', '{1}', 'b')), '{1}b'));
  it('joins sentences and drops missing ones', () => assert.equal(english(sentences(message('A.'), undefined, message('B.'))), 'A. B.'));
});
