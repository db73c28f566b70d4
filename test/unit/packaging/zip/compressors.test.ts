import assert from 'node:assert/strict';
import { CompressorPool } from '../../../../src/packaging/zip/compressor-pool';
import { CompressorThreads } from '../../../../src/packaging/zip/compressor-threads';
import type { Compressors } from '../../../../src/packaging/zip/compressors';
import { BATCH_MEMORY, batchesOf, PIECE_BYTES } from '../../../../src/packaging/zip/piece';
import { folderForEachTest, inspect, noise, script, write } from './folder';

describe('What compresses', () => {
  const root = folderForEachTest();

  /** Each piece of the folder: what is told of it, and its bytes. */
  async function pieces(compressors: Compressors): Promise<unknown[]> {
    const { files } = await inspect(root());
    const all = [];
    for (const batch of batchesOf(files, compressors.batchPieces)) {
      const compressed = await compressors.compress({ pieces: batch, memory: new ArrayBuffer(BATCH_MEMORY) });
      assert.ok('memory' in compressed);
      let at = 0;
      for (const piece of compressed.pieces) all.push({ ...piece, content: Buffer.from(compressed.memory).toString('hex', at, at += piece.packedBytes) });
    }
    compressors.close();
    return all;
  }

  it('gives the same bytes, whether it has threads of its own or uses those of Node', async () => {
    const cut = script(2 * PIECE_BYTES + 1000);
    await write(root(), { 'a.js': script(3000), 'b.png': noise(9000), 'cut.js': cut, 'cut.bin': noise(PIECE_BYTES + 1), 'empty.js': '', 'noise.bin': noise(3000), 'tiny.js': 'a' });
    const byThreads = await pieces(new CompressorThreads());
    assert.equal(byThreads.length, 11);
    assert.deepEqual(await pieces(new CompressorPool()), byThreads);
  });
});
