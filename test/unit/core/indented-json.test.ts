import assert from 'node:assert/strict';
import { indentedJson } from '../../../src/core/json';
import { randomJson } from '../../support/random-json';

describe('JSON for a person', () => {
  it('is what JSON.stringify writes, for a value as most are', () => {
    for (const value of [
      {},
      [],
      null,
      'text',
      { a: [], b: {}, c: [1, 'two', null, { d: true }], 'e"\n': { f: { g: [1.5] } } },
      JSON.parse('{"__proto__":{"polluted":true},"1":2}'),
    ])
      assert.equal(indentedJson(value), JSON.stringify(value, undefined, 2));
  });

  it('is the same value again', () => {
    for (let seed = 0; seed < 300; seed++) {
      const value = randomJson(seed);
      assert.deepEqual(JSON.parse(indentedJson(value)), value);
    }
  });

  it('stays a few times as long as the value, however deep that is', () => {
    const numbers = Array.from({ length: 100_000 }, () => 1);
    let deep: unknown = numbers;
    for (let level = 0; level < 90; level++) deep = [deep];
    for (const value of [deep, numbers, { a: { b: { c: { d: { e: numbers } } } } }]) {
      const length = indentedJson(value).length / JSON.stringify(value).length;
      assert.ok(length < 7, `${length} times`);
    }
  });
});
