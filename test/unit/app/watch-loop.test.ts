import assert from 'node:assert/strict';
import { WatchLoop } from '../../../src/app';
import { until } from '../../service/local-service/until';

/** Works that were begun, each until `finish` is called. */
function looping(): { loop: WatchLoop; begun: AbortSignal[]; most: () => number; finish: () => void } {
  const begun: AbortSignal[] = [];
  const open: (() => void)[] = [];
  let most = 0;
  const loop = new WatchLoop((signal) => {
    begun.push(signal);
    return new Promise((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
    });
  }, 20);
  return { loop, begun, most: () => most, finish: () => open.splice(0).forEach((end) => end()) };
}

describe('Watching a folder', () => {
  it('500 changes are one upload', async () => {
    const { loop, begun, finish } = looping();
    for (let count = 0; count < 500; count++) loop.changed();
    await until('it has begun', () => begun.length > 0);
    finish();
    // What would follow comes after the work of a change that is made now.
    loop.changed();
    await until('the next has begun', () => begun.length > 1);
    finish();
    assert.equal(begun.length, 2);
  });

  it('changes during an upload are exactly one more, and never two at a time', async () => {
    const { loop, begun, most, finish } = looping();
    loop.changed();
    await until('it has begun', () => begun.length === 1);
    for (let count = 0; count < 500; count++) loop.changed();
    finish();
    await until('the next has begun', () => begun.length === 2);
    finish();
    loop.changed();
    await until('a third has begun, for a third change', () => begun.length === 3);
    finish();
    assert.deepEqual([begun.length, most()], [3, 1]);
  });

  it('nothing begins after it was stopped, and what was under way is told to end', async () => {
    const { loop, begun, finish } = looping();
    loop.changed();
    await until('it has begun', () => begun.length === 1);
    loop.changed();
    loop.stop();
    loop.changed();
    assert.equal(begun[0]?.aborted, true);
    finish();
    const other = looping();
    other.loop.changed();
    await until('another one, begun later, has begun', () => other.begun.length === 1);
    other.finish();
    assert.equal(begun.length, 1);
  });
});
