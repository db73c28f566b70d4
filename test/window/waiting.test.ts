import assert from 'node:assert/strict';
import { until } from '../service/local-service/until';
import { clickIn, pictures, wordsThatFollow } from './deeds';
import { answers, CLICK, LISTS, speaksTo, useFaultyService, well, type Behaviour } from './faulty-service';
import { useWindow } from './window';

const BUSY = JSON.stringify({ code: 'rate_limit_exceeded', message: 'slow down' });
/** Seconds. */
const WAIT = 8;

const inSeconds = answers(429, BUSY, { 'retry-after': String(WAIT) });
/** A date has no fractions of a second: with one more second, the wait is not shorter than intended. */
const asDate: Behaviour = (exchange, nth) =>
  answers(429, BUSY, { 'retry-after': new Date(Date.now() + (WAIT + 1) * 1000).toUTCString() })(exchange, nth);

describe('A service that has too many requests, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const countdown = () => window.workbench.toast('Retrying in');

  for (const [form, busy] of [
    ['seconds', inSeconds],
    ['a date', asDate],
  ] as const) {
    it(`and says by ${form} when to come back: that is counted down, and then the click is sent once more`, async () => {
      const { service } = faulty;
      service.at(CLICK, (exchange, nth) => (nth === 1 ? busy : well)(exchange, nth));
      await clickIn(window.workbench, 'second');
      const words = await wordsThatFollow(countdown(), 3);
      const seconds = words.map((text) => Number(/(\d+) s\b/.exec(text)?.[1]));
      assert.ok(
        seconds.every((left, index) => left <= WAIT + 1 && left < (seconds[index - 1] ?? WAIT + 2)),
        words.join('\n'),
      );
      await window.workbench.statusItem('Clicked “second”').waitFor();
      await countdown().waitFor({ state: 'hidden' });
      assert.equal(service.requests(CLICK).length, 2);
    });
  }

  it('for longer: the minutes are shown, and it can be cancelled', async () => {
    const { workbench } = window;
    faulty.service.at(CLICK, answers(429, BUSY, { 'retry-after': '115' }));
    await clickIn(workbench, 'second');
    await countdown().filter({ hasText: 'Service busy. Retrying in 2 min…' }).waitFor();
    await pictures(workbench, 'waiting', countdown());
    await workbench.toastButton('Retrying in', 'Cancel');
    await countdown().waitFor({ state: 'hidden' });
  });

  it('is not asked again once the countdown is cancelled, and nothing is told', async () => {
    const { service } = faulty;
    const { workbench } = window;
    service.at(CLICK, inSeconds);
    await clickIn(workbench, 'second');
    await countdown().waitFor();
    const due = Date.now() + WAIT * 1000;
    await workbench.toastButton('Retrying in', 'Cancel');
    await countdown().waitFor({ state: 'hidden' });
    await until('the time is over that the service named', () => Date.now() > due);
    // Any request or message would have come before this request.
    await workbench.run('Browser Sessions: Refresh Sessions');
    await service.asked(...LISTS.slice(0, 1));
    assert.equal(service.requests(CLICK).length, 1);
    assert.equal(await workbench.toast('').count(), 0);
  });
});
