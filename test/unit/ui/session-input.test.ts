import assert from 'node:assert/strict';
import type { SessionInput } from '../../../src/core/screen/messages';
import { InputQueue, mergeInput } from '../../../src/ui/screen/session-input';

const text = (typed: string): SessionInput => ({ type: 'text', text: typed });
const keys = (...names: string[]): SessionInput => ({ type: 'keys', keys: names, isRepeat: false });
const scroll = (x: number, deltaY: number, picture = 1): SessionInput => ({
  type: 'scroll',
  picture,
  scroll: { x, y: 5, deltaX: 0, deltaY },
});

describe('Input on its way to a session', () => {
  it('of one kind becomes one request, with the newest picture', () => {
    assert.deepEqual(mergeInput(text('a'), text('b')), text('ab'));
    assert.deepEqual(mergeInput(keys('Backspace'), keys('Backspace', 'Tab')), keys('Backspace', 'Backspace', 'Tab'));
    assert.deepEqual(mergeInput(scroll(5, 2), scroll(9, -3, 2)), scroll(9, -1, 2));
  });

  it('is not merged with another kind, at another place, or beyond what a request may hold', () => {
    const drag: SessionInput = { type: 'drag', picture: 1, path: [] };
    const twenty = keys(...Array.from({ length: 20 }, () => 'Tab'));
    for (const [first, second] of [
      [text('a'), keys('Tab')],
      [drag, drag],
      [scroll(5, 1), scroll(500, 1)],
      [scroll(5, 60), scroll(5, 60)],
      [twenty, keys('Tab')],
      [text('a'.repeat(10_000)), text('b')],
    ] as const)
      assert.equal(mergeInput(first, second), undefined, `${first.type}, ${second.type}`);
  });

  it('waits in its order, and is merged only while it waits and nothing else has come', () => {
    const queue = new InputQueue();
    const first = queue.add(text('a'));
    assert.equal(queue.add(text('b')), 'merged');
    queue.seal();
    const second = queue.add(text('c'));
    assert.ok(typeof first === 'function' && typeof second === 'function');
    assert.deepEqual([first(), second()], [text('ab'), text('c')]);
    assert.equal(typeof queue.add(text('d')), 'function');
  });

  it('is not added without end', () => {
    const queue = new InputQueue();
    const added = Array.from({ length: 30 }, (_, index) => queue.add(index % 2 === 0 ? text('a') : keys('Tab')));
    assert.equal(added.filter((each) => each === 'full').length, 20);
  });
});
