import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { joinCrc } from '../../../../src/packaging/zip/crc';
import { noise } from './folder';

describe('The checksum of a file that is read in pieces', () => {
  const content = noise(300_000);

  for (const cut of [0, 1, 2, 7, 255, 4096, 65_535, 131_072, 299_999, 300_000]) {
    it(`is that of the whole when it is cut at ${cut}`, () => {
      assert.equal(joinCrc(crc32(content.subarray(0, cut)), crc32(content.subarray(cut)), content.length - cut), crc32(content));
    });
  }
});
