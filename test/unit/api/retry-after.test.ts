import assert from 'node:assert/strict';
import { readRetryAfter } from '../../../src/api/answers';
import { computerOperations } from '../../../src/api/computer';
import { ServiceError } from '../../../src/core/service-error';

const NOW = Date.UTC(2026, 0, 1);
const MONTH = 30 * 86_400_000;

function sentence(header: string): string {
  return new ServiceError(
    computerOperations.click('s1'),
    429,
    { details: [] },
    'https://a',
    readRetryAfter(header, NOW),
  ).message;
}

describe('Retry-After', () => {
  for (const [header, milliseconds] of [
    ['10', 10_000],
    [' 10 ', 10_000],
    ['0', 0],
    ['1.5', 1500],
    ['0.0001', 1],
    ['9'.repeat(400), MONTH],
    [`${'9'.repeat(400)}.5`, MONTH],
    ['99999999999', MONTH],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MONTH],
    ['Fri, 31 Dec 275759 23:59:59 GMT', MONTH],
    ['-10', undefined],
    ['-1.5', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['NaN', undefined],
    ['soon', undefined],
    ['', undefined],
    ['Fri, 31 Dec 999999 23:59:59 GMT', undefined],
    [`Fri, ${'1'.repeat(10_000)} 23:59:59`, undefined],
  ] as const) {
    it(`of ${header.slice(0, 40) || 'nothing'} is ${milliseconds === undefined ? 'none' : `${milliseconds} ms`}`, () =>
      assert.equal(readRetryAfter(header, NOW), milliseconds));
  }

  for (const [header, words] of [
    ['10', 'Try again in 10 s.'],
    ['3600', 'Try again in 60 min.'],
    ['7200', 'Try again in 2 h.'],
    ['86400', 'Try again in 24 h.'],
    ['86401', 'Try again in more than a day.'],
    ['9'.repeat(400), 'Try again in more than a day.'],
    ['-10', 'Try again in a moment.'],
  ] as const) {
    it(`of ${header.slice(0, 40)} is read as: ${words}`, () =>
      assert.equal(sentence(header), `Too many requests. ${words}`));
  }
});
