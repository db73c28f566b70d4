import assert from 'node:assert/strict';
import { lengthsToTellApart, shortId } from '../../../src/core/short-id';

describe('A short ID', () => {
  for (const [id, short] of [
    ['htzv5orfit78e1m2biiifpbv', 'htzv'],
    ['3f2a77c0-8d4e-4a55-9c1b-0a1b2c3d4e5f', '3f2a'],
    ['HTZV5ORFIT78E1M2', 'HTZV'],
    ['session-1', undefined],
    ['checkout', undefined],
    ['averylongnamewithoutdigits', undefined],
    ['staging-browser-of-the-team-7', undefined],
    ['htzv5orfit78e1m', undefined],
  ] as const)
    it(`of ${id} is ${short ?? 'the whole of it: a person may have chosen it'}`, () =>
      assert.equal(shortId(id), short));

  it('is as long as it has to be to tell it from the others', () => {
    const ids = ['abcd1234efgh5678a', 'abcd1234efgh9999b', 'wxyz1234efgh5678c'];
    const lengths = lengthsToTellApart([...ids, ...ids]);
    assert.deepEqual(
      ids.map((id) => shortId(id, lengths.get(id))),
      ['abcd1234efgh5', 'abcd1234efgh9', 'wxyz'],
    );
  });

  it('is found for 10,000 IDs that differ at their end only', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `session0000000000${String(index).padStart(5, '0')}`);
    const lengths = lengthsToTellApart(ids);
    assert.equal(new Set(ids.map((id) => shortId(id, lengths.get(id)) ?? id)).size, ids.length);
  });
});
