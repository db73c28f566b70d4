import assert from 'node:assert/strict';
import { failedWords, workOnEach } from '../../../src/app/work-on-each';
import { sentenceOf, UserError } from '../../../src/core/errors';
import { english, message } from '../../../src/core/message';

const never = (): AbortSignal => new AbortController().signal;

async function refuseEven(item: number): Promise<void> {
  if (item % 2 === 0) throw new Error(String(item));
}

describe('Work on several items', () => {
  it('is done on a few at a time', async () => {
    let [now, most] = [0, 0];
    const { done } = await workOnEach(
      Array.from({ length: 20 }, (_, index) => index),
      async () => {
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now--;
      },
      never(),
    );
    assert.deepEqual([done.length, most], [20, 4]);
  });

  it('goes on with the others where one fails', async () => {
    const { done, failed } = await workOnEach([1, 2, 3, 4, 5], refuseEven, never());
    assert.deepEqual(done, [1, 3, 5]);
    assert.deepEqual(
      failed.map(({ item, error }) => [item, error instanceof Error && error.message]),
      [
        [2, '2'],
        [4, '4'],
      ],
    );
  });

  it('begins nothing new when it is canceled', async () => {
    const controller = new AbortController();
    const begun: number[] = [];
    const working = workOnEach(
      [1, 2, 3, 4, 5, 6],
      async (item) => {
        begun.push(item);
        controller.abort();
      },
      controller.signal,
    );
    const { done } = await working;
    assert.ok(begun.length <= 4, String(begun));
    assert.deepEqual(done, begun);
  });

  it('is told with what failed first, in the order of the items, and one cause once', async () => {
    let waiting = 'abcd';
    const { failed } = await workOnEach(
      ['a', 'b', 'c', 'd'],
      async (item) => {
        // The last one ends first.
        while (!waiting.endsWith(item)) await new Promise(setImmediate);
        waiting = waiting.slice(0, -1);
        if (item !== 'b') throw new UserError(item === 'c' ? message('It has ended.') : message('It is busy.'));
      },
      never(),
    );
    const words = failedWords(failed, 4, (item) => item, sentenceOf);
    assert.equal(english(words), '3 of 4 failed. “a”, “d”: It is busy. “c”: It has ended.');
  });
});
