import assert from 'node:assert/strict';
import type { LogLine } from '../../../../src/app/log/follow-log';
import { REPORT_LIMITS } from '../../../../src/app/report/report';
import { SessionHistories } from '../../../../src/app/report/session-history';
import { MAX_STEPS } from '../../../../src/core/sequence';
import type { ResolvedStep } from '../../../../src/core/steps';

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
    assert.deepEqual(histories.of(HERE, 's'), { typedSecrets: [], lines: [], dropped: 0 });
  });

  it('keeps the newest lines, and counts the others', () => {
    const histories = new SessionHistories();
    histories.addLines(HERE, 's', lines(REPORT_LIMITS.lines));
    histories.addLines(HERE, 's', lines(3, REPORT_LIMITS.lines));
    const { lines: kept, dropped } = histories.of(HERE, 's');
    assert.deepEqual([kept.length, kept[0]?.text, dropped], [REPORT_LIMITS.lines, '3', 3]);
  });

  it('keeps no more of long lines than a report has', () => {
    const histories = new SessionHistories();
    for (let index = 0; index < 30; index++)
      histories.addLines(
        HERE,
        's',
        lines(10, index * 10).map((line) => ({ ...line, text: 'x'.repeat(10_000) })),
      );
    const { lines: kept, dropped } = histories.of(HERE, 's');
    assert.deepEqual([kept.length, kept.at(-1)?.at, dropped], [REPORT_LIMITS.log / 10_000, 299, 200]);
  });

  it('has what all its runs typed into secrets, until it is forgotten', () => {
    const histories = new SessionHistories();
    const run = (...steps: ResolvedStep[]): void => histories.setPath(HERE, 's', { name: 'a', steps, results: [] });
    run(typing('Name', 'ada'), typing('Password', 'hunter2-long'));
    run(typing('One-time code', '998877'));
    run(typing('Password', 'hunter2-long'));
    histories.addLines(HERE, 's', lines(1));
    assert.deepEqual(histories.of(HERE, 's').typedSecrets, ['hunter2-long', '998877']);
    for (let index = 0; index < 3000; index++) run(typing('PIN', `${index}`));
    const { typedSecrets } = histories.of(HERE, 's');
    assert.deepEqual([typedSecrets.length, typedSecrets[0]], [MAX_STEPS, '2999']);
    histories.forget(HERE, 's');
    run(typing('Name', 'ada'));
    assert.deepEqual(histories.of(HERE, 's').typedSecrets, []);
  });

  it('is that of a few sessions: the last ones', () => {
    const histories = new SessionHistories();
    for (let index = 0; index < 1000; index++) histories.addLines(HERE, `s${index}`, lines(1));
    assert.equal(histories.of(HERE, 's0').lines.length, 0);
    assert.equal(histories.of(HERE, 's999').lines.length, 1);
  });
});

function typing(name: string, text: string): ResolvedStep {
  return { kind: 'type', into: { role: 'textbox', name }, text, timeout: 0 };
}
