import assert from 'node:assert/strict';
import { differenceOf, readStored } from '../../../src/app/loaded/storage';

const parse = (text: string): Record<string, unknown> => JSON.parse(text);

describe('What is saved of a storage', () => {
  it('is only what is different, and what is removed comes first', () => {
    const before = { same: { deep: [1, null] }, changed: 1, gone: 1, '1': 'one' };
    const after = { '1': 'one', new: false, changed: '1', same: { deep: [1, null] } };
    assert.deepEqual(differenceOf(before, after), [{ remove: ['gone'] }, { set: { new: false, changed: '1' } }]);
    assert.deepEqual(differenceOf(before, before), []);
  });

  it('may have keys that every object has', () => {
    const changes = differenceOf({}, parse('{"__proto__": {"polluted": true}, "constructor": 1}'));
    assert.equal(JSON.stringify(changes), '[{"set":{"__proto__":{"polluted":true},"constructor":1}}]');
    const removed = differenceOf(parse('{"__proto__": 1, "toString": 2}'), {});
    assert.deepEqual(removed, [{ remove: ['__proto__', 'toString'] }]);
  });

  it('is an object in JSON; else the place is told', () => {
    for (const [text, offset] of [
      ['', 0],
      ['{"one": 1,}', 10],
      ['{"one": 1} // two', 11],
      ['\n [1]', 2],
      ['null', 0],
      [`{"deep": ${'['.repeat(1_000_000)}`, 207],
    ] as const) {
      const read = readStored(text);
      assert.equal('offset' in read ? read.offset : undefined, offset, text.slice(0, 20));
    }
  });
});
