import assert from 'node:assert/strict';
import { jpegSize, pngSize } from '../../../../src/core/screen/picture-size';

/** The beginning of a PNG of this size. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The beginning of a JPEG of this size: a comment, a table, and the segment with the size. */
function jpeg(width: number, height: number, kind = 0xc2): Buffer {
  const size = Buffer.from([0xff, kind, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  size.writeUInt16BE(height, 5);
  size.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 65, 66, 0xff, 0xc4, 0, 3, 1]), size]);
}

describe('The size of a picture', () => {
  it('of a JPEG is read from the segment before its data', () => {
    assert.deepEqual(jpegSize(jpeg(1280, 800)), { width: 1280, height: 800 });
    assert.deepEqual(jpegSize(jpeg(8000, 8000, 0xc0)), { width: 8000, height: 8000 });
  });

  for (const [what, bytes] of Object.entries({
    'has no bytes': Buffer.alloc(0),
    'was cut off': jpeg(1, 1).subarray(0, 16),
    'is a PNG': header(1280, 800),
    'has no height': jpeg(5, 0),
    'has more pixels than any display': jpeg(65_535, 65_535),
    'has segments that lead nowhere': Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1000, 0xff)]),
  }))
    it(`of a JPEG is not known where it ${what}`, () => assert.equal(jpegSize(bytes), undefined));

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
    'has more pixels than any display, though its sides are sane': header(8001, 8000),
  }))
    it(`is not known where it ${what}`, () => assert.equal(pngSize(bytes), undefined));
});
