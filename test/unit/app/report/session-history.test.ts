import assert from 'node:assert/strict';
import type { LogLine } from '../../../../src/app/log/follow-log';
import { REPORT_LIMITS } from '../../../../src/app/report/report';
import { SessionHistories } from '../../../../src/app/report/session-history';

const HERE = { name: 'here', address: 'http://here' };
const lines = (count: number, first = 0): LogLine[] =>
  Array.from({ length: count }, (_, index) => ({
    at: first + index,
    level: 'info',
    source: { kind: 'worker' },
    text: `${first + index}`,
    place: undefined,
    stack: [],
    isUncaught: false,
  }));

describe('What is remembered of a session for its report', () => {
  it('is kept for each session of each connection, and forgotten when the session is released', () => {
    const histories = new SessionHistories();
    histories.addLines(HERE, 's', lines(2));
    histories.setPath(HERE, 's', { name: 'a', steps: [], results: [] });
    assert.equal(histories.of(HERE, 's').lines.length, 2);
    assert.equal(histories.of(HERE, 's').path?.name, 'a');
    assert.equal(histories.of({ ...HERE, name: 'there' }, 's').path, undefined);
    histories.forget(HERE, 's');
    assert.deepEqual(histories.of(HERE, 's'), { lines: [], dropped: 0 });
  });

  it('keeps the newest lines, and counts the others', () => {
    const histories = new SessionHistories();
    histories.addLines(HERE, 's', lines(REPORT_LIMITS.lines));
    histories.addLines(HERE, 's', lines(3, REPORT_LIMITS.lines));
    const { lines: kept, dropped } = histories.of(HERE, 's');
    assert.deepEqual([kept.length, kept[0]?.text, dropped], [REPORT_LIMITS.lines, '3', 3]);
  });

  it('is that of a few sessions: the last ones', () => {
    const histories = new SessionHistories();
    for (let index = 0; index < 1000; index++) histories.addLines(HERE, `s${index}`, lines(1));
    assert.equal(histories.of(HERE, 's0').lines.length, 0);
    assert.equal(histories.of(HERE, 's999').lines.length, 1);
  });
});
