import assert from 'node:assert/strict';
import { isId } from '../../../src/core/json';

describe('An ID or a name of the service', () => {
  for (const text of ['a', 'a b', '...', 'ü', '😀', '\0', 'x'.repeat(1000)])
    it(`may be ${JSON.stringify(text).slice(0, 20)}`, () => assert.ok(isId(text)));
  for (const text of ['', '.', '..', '\ud800', 'a\udc00', '\udc00\ud800', 'x'.repeat(1001)])
    it(`is not ${JSON.stringify(text).slice(0, 20)}`, () => assert.ok(!isId(text)));
});
