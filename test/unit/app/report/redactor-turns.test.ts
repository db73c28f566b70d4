import assert from 'node:assert/strict';
import type { LogLine } from '../../../../src/app/log/follow-log';
import { collectLog } from '../../../../src/app/report/collect-log';
import { Redactor } from '../../../../src/app/report/redactor';
import { REPORT_LIMITS } from '../../../../src/app/report/report';
import { ValueWalk } from '../../../../src/app/report/value-walk';
import { Cancelled } from '../../../../src/core/errors';
import { regularYield } from '../../../../src/core/regular-yield';
import { REMOVED } from '../../../../src/core/secret-forms';

const redactor = new Redactor({ redact: (text) => text, service: '', addresses: [], texts: [], session: '' });
const redact = (text: string): string => redactor.redact(text, REPORT_LIMITS.text);
/** Each call gives a turn, so that no test depends on how fast the machine is. */
const always = (signal: AbortSignal): ReturnType<typeof regularYield> => regularYield(0, signal);

describe('The redactor of a report, for much text', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`key ${at}`, ['some text', { at }]]));
  const frame = { name: 'f', place: { path: 'worker.js', line: 1, column: 1, source: undefined } };
  const line: LogLine = {
    at: 0,
    level: 'error',
    source: { kind: 'worker' },
    text: 'failed',
    place: undefined,
    stack: Array.from({ length: 30 }, () => frame),
    isUncaught: false,
  };
  const history = { typedSecrets: [], lines: Array.from({ length: 500 }, (_, at) => ({ ...line, at })), dropped: 0 };
  const works = {
    storage: (signal: AbortSignal) => new ValueWalk(redact).inTurns(many, always(signal)),
    log: (signal: AbortSignal) =>
      collectLog({ history, entries: [], ahead: 0, topOf: (folder) => folder }, redactor, always(signal)),
  };

  for (const [what, work] of Object.entries(works)) {
    it(`lets other work have its turn within a ${what}`, async () => {
      const order: string[] = [];
      setImmediate(() => order.push('other work'));
      await work(new AbortController().signal);
      order.push('the end');
      assert.deepEqual(order, ['other work', 'the end']);
    });

    it(`stops within a ${what} when it is canceled`, async () => {
      const ending = new AbortController();
      setImmediate(() => ending.abort());
      await assert.rejects(work(ending.signal), Cancelled);
    });
  }

  it('gives the same in turns and at once', async () => {
    const value = { ...many, password: 'abc', pair: { name: 'Cookie', value: 'a=b' } };
    const redacted = await new ValueWalk(redact).inTurns(value, always(new AbortController().signal));
    assert.deepEqual(redacted, redactor.redactValue(value, REPORT_LIMITS.text));
    assert.ok(JSON.stringify(redacted).includes(REMOVED));
  });

  for (const [what, value] of [
    ['an area', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key ${at}`, 'some text']))],
    ['one item', { all: Array.from({ length: 10_000 }, () => 'some text') }],
  ] as const)
    it(`reads no further text when the report is full, also within ${what}`, async () => {
      let texts = 0;
      const counting = (text: string): string => {
        texts++;
        return text;
      };
      const walk = new ValueWalk(counting, 1000);
      const json = JSON.stringify(await walk.inTurns(value, always(new AbortController().signal)), undefined, 2);
      assert.ok(walk.isCut);
      assert.ok(texts < 200, `${texts} texts were read`);
      assert.ok(json.length >= 1000 && JSON.stringify(value, undefined, 2).startsWith(json.slice(0, 1000)));
    });

  it('leaves out nothing of what fits', async () => {
    const walk = new ValueWalk(redact, 1_000_000);
    assert.deepEqual(await walk.inTurns(many, always(new AbortController().signal)), many);
    assert.equal(walk.isCut, false);
  });
});
