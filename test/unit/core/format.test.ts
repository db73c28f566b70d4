import assert from 'node:assert/strict';
import { english, message, sentences } from '../../../src/core/message';
import { formatBytes, formatDuration, formatOver, inMegabytes, MEGABYTE } from '../../../src/core/format';

describe('Sizes, times and sentences', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [999, '999 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1234, '1.2 KB'],
    [102_400, '100 KB'],
    [1_048_000, '1023 KB'],
    [1_048_500, '1.0 MB'],
    [52_428_800, '50.0 MB'],
    [5e13, '46566 GB'],
  ] as const) {
    it(`writes ${bytes} bytes as ${text}`, () => assert.equal(formatBytes(bytes), text));
  }

  for (const megabytes of [1, 1.25, 50, 2000]) {
    it(`writes a limit of ${megabytes} MB with the number of its setting`, () =>
      assert.equal(inMegabytes(megabytes * MEGABYTE), `${megabytes} MB`));
  }

  for (const [bytes, text] of [
    [1_363_149, '1.3 MB'],
    [1_060_000, '1.01 MB'],
    [1_048_577, '1.000001 MB'],
    [60 * MEGABYTE, '60.0 MB'],
  ] as const) {
    it(`writes ${bytes} bytes as ${text} where more than 1 MB is too much: it never reads as the limit`, () =>
      assert.equal(formatOver(bytes, MEGABYTE), text));
  }

  for (const [milliseconds, text] of [
    [0, '0 ms'],
    [999, '999 ms'],
    [3400, '3.4 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ] as const) {
    it(`writes ${milliseconds} milliseconds as ${text}`, () => assert.equal(formatDuration(milliseconds), text));
  }

  it('fills sentences from the inside out', () =>
    assert.equal(english(message('{1} and {0}', 1, message('<{0}>', 'x'))), '<x> and 1'));
  it('leaves what looks like a hole in a filled-in text alone', () =>
    assert.equal(english(message('{0}{1}', '{1}', 'b')), '{1}b'));
  it('joins sentences and drops missing ones', () =>
    assert.equal(english(sentences(message('A.'), undefined, message('B.'))), 'A. B.'));
});
