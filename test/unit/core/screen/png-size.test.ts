import assert from 'node:assert/strict';
import { pngSize } from '../../../../src/core/screen/png-size';

/** The beginning of a PNG of this size. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('The size of a picture', () => {
  it('is read from its header, wherever the bytes lie', () => {
    assert.deepEqual(pngSize(header(1280, 800)), { width: 1280, height: 800 });
    const within = Buffer.concat([Buffer.alloc(7), header(3, 4)]).subarray(7);
    assert.deepEqual(pngSize(within), { width: 3, height: 4 });
  });

  for (const [what, bytes] of Object.entries({
    'has no bytes': Buffer.alloc(0),
    'was cut off': header(1, 1).subarray(0, 20),
    'is not a PNG': Buffer.alloc(33, 1),
    'has no width': header(0, 5),
    'is larger than any display': header(4_000_000_000, 5),
  }))
    it(`is not known where it ${what}`, () => assert.equal(pngSize(bytes), undefined));
});
