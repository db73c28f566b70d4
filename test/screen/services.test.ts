import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { answer } from '../support/faults/faults';
import { until } from '../support/until';
import { answers, PICTURE, useFaultyService, type Behaviour } from '../support/faults/faulty-service';
import { TOKEN } from '../support/service-fixture';
import { useBareScreen } from '../support/bare-screen';

const KEYS = /\/computer\/press_key$/;

const sends =
  (png: Buffer): Behaviour =>
  async (exchange) => {
    await exchange.body();
    exchange.write(answer(200, png));
  };

describe('The screen of a session at a service that does less', () => {
  const faulty = useFaultyService();
  const screen = useBareScreen();
  const part = (id: string): Locator => screen.part(id);
  const open = (name: string): Promise<void> =>
    screen.open({ url: faulty.service.url, token: TOKEN }, `id-of-${name}`, name);

  it('takes pictures where there is no DevTools, and says how old they are', async () => {
    await open('first');
    await screen.state('Screenshot: this session can’t be seen live').waitFor();
    await part('age')
      .filter({ hasText: / s ago$/ })
      .waitFor();
    await part('refresh').waitFor();
    // It is where it always is, and says why it can't be used; a press on it does nothing.
    assert.match((await part('clickByName').getAttribute('title')) ?? '', /only while the screen is live/);
    await part('clickByName').click({ force: true });
    await part('save').click();
    await until('what comes after it is done', () => screen.saved.length === 1);
    assert.deepEqual(screen.commands, []);
    await part('openSaved').click();
    await until('it is opened', () => screen.commands.includes('openSaved'));
    await part('address').waitFor({ state: 'hidden' });
    await screen.screenshot('screen-pictures');
  });

  it('shows a picture of 8 MB, and keeps the last one, dimmed, when the next one is damaged', async () => {
    const png = readFileSync(
      path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd(), 'docs/pictures/screen.png'),
    );
    await open('first');
    await part('picture').waitFor();
    // Chromium ignores what follows the end of a PNG.
    faulty.service.at(PICTURE, sends(Buffer.concat([png, Buffer.alloc(8_000_000)])));
    const source = await part('picture').getAttribute('src');
    await part('refresh').click();
    await until('it is shown', async () => (await part('picture').getAttribute('src')) !== source);
    await screen.state('Screenshot').waitFor();
    // Its size can be read, and nothing else.
    faulty.service.at(PICTURE, sends(Buffer.concat([png.subarray(0, 33), Buffer.alloc(1000)])));
    await part('refresh').click();
    await screen.notice('The service sent an unreadable screenshot.').waitFor();
    await until(
      'the last picture is dimmed',
      async () =>
        (await part('picture').evaluate('getComputedStyle(document.querySelector("#picture")).opacity')) === '0.5',
    );
    await part('age')
      .filter({ hasText: / s ago$/ })
      .waitFor();
    await screen.screenshot('screen-damaged');
  });

  it('takes pictures at the interval that is chosen', async () => {
    await open('first');
    await part('picture').waitFor();
    const take = async (seconds: number): Promise<void> => {
      await part('interval').click();
      await part(`interval-${seconds}`).click();
    };
    await take(2);
    await part('interval').filter({ hasText: 'Every 2 s' }).waitFor();
    await screen.screenshot('screen-interval');
    const before = faulty.service.requests(PICTURE).length;
    await until('two more are taken', () => faulty.service.requests(PICTURE).length >= before + 2);
    await take(0);
  });

  it('counts down while the service is busy, and tries again at once if the person wants it', async () => {
    faulty.service.at(PICTURE, answers(429, '{}', { 'retry-after': '60' }));
    await open('first');
    await screen.notice(/The service is busy\. Retrying in \d+ s/).waitFor();
    await screen.screenshot('screen-busy');
    faulty.service.doesWell();
    await part('notice-remedy').filter({ hasText: 'Retry Now' }).click();
    await part('picture').waitFor();
  });

  it('repeats a key that is held no faster than a slow session takes it, and gathers the others', async () => {
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    faulty.service.at(KEYS, async (exchange) => {
      await exchange.body();
      await opened;
      exchange.write(answer(200));
    });
    await open('first');
    const { keyboard } = screen.outer;
    await part('picture').click();
    await part('result').filter({ hasText: 'Clicked at' }).waitFor();
    await part('control').click();
    await part('hint').waitFor();
    // Down again without up is what a key that is held sends.
    for (let count = 0; count < 30; count++) await keyboard.down('Backspace');
    await keyboard.up('Backspace');
    for (const key of ['Tab', 'Enter']) await keyboard.press(key);
    await keyboard.press('Escape');
    // The answer to this tells that all before it has arrived.
    await part('position').click();
    await part('result').filter({ hasText: 'Copied' }).waitFor();
    gate.emit('open');
    const bytes = [['BackSpace'], ['Tab', 'Return']].map((keys) => JSON.stringify({ keys }).length);
    await until('what waited was sent', () => {
      const sent = faulty.service.requests(KEYS);
      return sent.length === 2 && sent.every(({ bodyBytes }, index) => bodyBytes === bytes[index]);
    });
  });

  it('says that there are no screenshots, and shows no button that does nothing', async () => {
    faulty.service.at(PICTURE, answers(405, '{}'));
    await open('second');
    await screen.notice('This service doesn’t provide screenshots.').waitFor();
    await part('notice-remedy').filter({ hasText: 'Click at Coordinates…' }).click();
    await until('a click by coordinates is asked for', () => screen.commands.includes('click'));
    await part('toolbar').waitFor({ state: 'hidden' });
    await screen.screenshot('screen-unavailable');
    assert.equal(screen.isOffered, false);
  });

  it('speaks of each state once: not at first, and not of each second of a countdown', async () => {
    const mayAnswer = new AbortController();
    faulty.service.at(PICTURE, async (exchange) => {
      if (!mayAnswer.signal.aborted) await once(mayAnswer.signal, 'abort');
      await answers(429, '{}', { 'retry-after': '6' })(exchange);
    });
    await open('first');
    await screen.notice('Connecting…').waitFor();
    assert.equal(await part('spoken').textContent(), '');
    mayAnswer.abort();
    await part('spoken').filter({ hasText: 'The service is busy.' }).waitFor({ state: 'attached' });
    faulty.service.doesWell();
    const spoken = await part('spoken').textContent();
    await screen.notice(/Retrying in [2-4] s/).waitFor();
    assert.equal(await part('spoken').textContent(), spoken);
    await part('spoken').filter({ hasText: 'Screenshot' }).waitFor({ state: 'attached' });
  });
});
