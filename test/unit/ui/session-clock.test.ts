import assert from 'node:assert/strict';
import { SessionClock } from '../../../src/ui/views/session-clock';
import type { SessionRow } from '../../../src/ui/views/rows';
import { until } from '../../support/until';

/** @param left milliseconds until its end. */
const sessionRow = (id: string, left: number): SessionRow => ({
  kind: 'session',
  connection: { name: 'one', address: 'https://a' },
  session: { id, createdAt: Date.now() - 60_000 + left, timeoutSeconds: 60 },
});

/** Lets no timer run. */
function block(milliseconds: number): void {
  for (const end = Date.now() + milliseconds; Date.now() < end;);
}

describe('The end of a session that is shown', () => {
  let shown: readonly SessionRow[];
  let ended: string[];
  let clock: SessionClock;
  beforeEach(() => {
    [shown, ended] = [[], []];
    clock = new SessionClock({
      rows: () => shown,
      redraw: () => {},
      onEnd: ({ session }) => void ended.push(session.id),
    });
  });
  afterEach(() => {
    shown = [];
    clock.restart();
  });

  it('is told once, by its time', async () => {
    shown = [sessionRow('short', 1000), sessionRow('long', 30_000)];
    clock.restart();
    await until('it is told', () => ended.length > 0);
    clock.restart();
    assert.deepEqual(ended, ['short']);
  });

  it('is told once, if other rows are shown just before the timer', () => {
    shown = [sessionRow('short', 1000), sessionRow('long', 30_000)];
    clock.restart();
    block(1100);
    for (let times = 0; times < 2; times++) clock.restart();
    assert.deepEqual(ended, ['short']);
  });

  it('is not told of one that was not shown then', () => {
    const hidden = [sessionRow('short', 1000)];
    clock.restart();
    block(1100);
    shown = hidden;
    clock.restart();
    assert.deepEqual(ended, []);
  });
});
