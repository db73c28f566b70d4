import assert from 'node:assert/strict';
import { COUNTED, COUNTED_WHILE_PAUSED, endOf, timeLeft, untilNextStep, activityOf } from '../../../src/app/expiry';
import { english } from '../../../src/core/message';
import type { SessionRecord } from '../../../src/state';

const NOW = 1_800_000_000_000;
const SESSION: SessionRecord = { id: 's', timeoutSeconds: 600, createdAt: NOW };
const upload = { name: 'n', title: 'N', version: '1', bytes: 1, sha256: '', folder: '/n' };

describe('The end of a session', () => {
  it('is its time-out after it was last used, as far as that is known', () => {
    assert.equal(endOf(SESSION), NOW + 600_000);
    assert.equal(endOf({ ...SESSION, activeAt: NOW + 1000 }), NOW + 601_000);
    assert.equal(endOf({ ...SESSION, lastClick: { text: '1, 2', at: NOW + 2000 } }), NOW + 602_000);
    assert.equal(endOf({ ...SESSION, uploads: [{ ...upload, at: NOW + 3000 }] }), NOW + 603_000);
  });

  for (const [why, session] of [
    ['it does not end by itself', { ...SESSION, timeoutSeconds: 0 }],
    ['its time-out is not known', { id: 's', createdAt: NOW }],
    ['nothing is known of its use', { id: 's', timeoutSeconds: 600 }],
    ['it has ended', { ...SESSION, gone: true }],
    ['it was released', { ...SESSION, released: true }],
  ] as const)
    it(`is not known if ${why}`, () => assert.equal(endOf(session), undefined));

  for (const [left, text] of [
    [COUNTED + 1, undefined],
    [COUNTED, '5 min left'],
    [240_001, '5 min left'],
    [240_000, '4 min left'],
    [60_001, '2 min left'],
    [60_000, '60 s left'],
    [50_000, '50 s left'],
    [9_999, '10 s left'],
    [1, '10 s left'],
    [0, undefined],
    [-5000, undefined],
  ] as const)
    it(`in ${left} ms ${text ? `is told as “${text}”` : 'is not told'}`, () => {
      const said = timeLeft(NOW + left, NOW);
      assert.equal(said && english(said), text);
    });

  it('is told anew exactly when something else is to be told, and then no more', () => {
    const end = NOW + COUNTED + 3_600_000;
    const told: (string | undefined)[] = [];
    let now = NOW;
    for (let wait = untilNextStep(end, now); wait !== undefined; wait = untilNextStep(end, now)) {
      const before = timeLeft(end, now + wait - 1);
      now += wait + 1;
      const said = timeLeft(end, now);
      assert.notDeepEqual(said, before);
      told.push(said && english(said));
    }
    const minutes = [5, 4, 3, 2].map((left) => `${left} min left`);
    const seconds = [60, 50, 40, 30, 20, 10].map((left) => `${left} s left`);
    assert.deepEqual(told, [...minutes, ...seconds, undefined]);
  });

  it('is told earlier while something stands at a breakpoint', () => {
    const left = (milliseconds: number): string | undefined => {
      const said = timeLeft(NOW + milliseconds, NOW, COUNTED_WHILE_PAUSED);
      return said && english(said);
    };
    assert.equal(left(COUNTED_WHILE_PAUSED + 1), undefined);
    assert.equal(left(COUNTED_WHILE_PAUSED), '60 min left');
    assert.equal(untilNextStep(NOW + 30 * 60_000, NOW, COUNTED_WHILE_PAUSED), 60_000);
  });

  it('is waited for in steps that a timer can count', () =>
    assert.equal(untilNextStep(NOW + 90 * 86_400_000, NOW), 2 ** 31 - 1));

  it('moves with each use, but is not written down at each', () => {
    assert.deepEqual(activityOf(SESSION, NOW + 60_000), { activeAt: NOW + 60_000 });
    assert.deepEqual(activityOf({ ...SESSION, activeAt: NOW + 50_000 }, NOW + 60_000), {});
    assert.deepEqual(activityOf({ ...SESSION, timeoutSeconds: 0 }, NOW + 60_000), {});
    assert.deepEqual(activityOf(undefined, NOW), {});
  });
});
