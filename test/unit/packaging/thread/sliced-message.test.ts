import assert from 'node:assert/strict';
import { sliceMessage, transfersOf, joinMessage } from '../../../../src/packaging/thread/messages';

const files = Array.from({ length: 10_000 }, (_, index) => ({
  path: `folder/file-${index}.js`,
  source: `/somewhere/folder/file-${index}.js`,
  bytes: index,
}));

/** How many turns the event loop has during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  await work();
  clearImmediate(counting);
  return turns;
}

describe('A value on its way to another thread', () => {
  it('is the same there', async () => {
    const value = {
      files,
      named: ['a'],
      at: new Date(5),
      nothing: undefined,
      deep: { files },
      zip: Buffer.from('zip'),
    };
    const there = await joinMessage<typeof value>(await sliceMessage(value));
    assert.deepEqual(there, value);
    assert.deepEqual(Object.keys(there), Object.keys(value));
    for (const plain of [undefined, 'text', [], [files, 'salt'], [{ files }], files, Buffer.from('zip')])
      assert.deepEqual(await joinMessage(await sliceMessage(plain)), plain);
  });

  it('of 10,000 records leaves the event loop 50 turns when it is packed, and again when it is unpacked', async () => {
    const sliced = await sliceMessage({ files });
    assert.ok((await turnsDuring(() => sliceMessage({ files }))) >= 50);
    assert.ok((await turnsDuring(() => joinMessage(sliced))) >= 50);
  });

  it('is not copied, however large it is', async () => {
    const sliced = await sliceMessage({ files, zip: Buffer.allocUnsafeSlow(1000) });
    structuredClone(sliced, { transfer: transfersOf(sliced) });
    assert.ok(sliced.lists.every(({ slices }) => slices.every(({ length }) => length === 0)));
    assert.equal(sliced.contents[0]?.content.length, 0);
  });
});
