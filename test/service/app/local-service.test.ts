import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { LocalService } from '../../../src/app/local-service/start';
import { english } from '../../../src/core/message';
import { request } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { atOnce } from '../at-once';
import { browsersOf, isRunning, processesOf, servicesOf } from '../../support/processes';
import { StartFixture } from './start-fixture';

/** Why a service ended, in English. */
async function why({ ended }: LocalService): Promise<string | undefined> {
  const text = await ended;
  return text && english(text);
}

describe('The local service as a child', () => {
  const fixture = new StartFixture();

  it('answers with its token, session and pool, and to nobody without', async () => {
    const service = await fixture.start();
    assert.equal((await request(service, 'GET', `/browsers/${service.session}`)).status, 200);
    assert.equal((await request(service, 'POST', `/browser_pools/${service.pool}/acquire`, {})).status, 200);
    assert.equal((await request({ ...service, token: 'another' }, 'GET', '/browsers')).status, 401);
    await service.stop();
  });

  it('ends when it is told to: no process, no folder; and may be told twice', async () => {
    const service = await fixture.start();
    const pid = await fixture.pid();
    assert.ok(processesOf(pid).length > 0);
    await Promise.all([service.stop(), service.stop()]);
    await service.stop();
    assert.equal(await why(service), undefined);
    await until('nothing is left', () => fixture.left().length === 0);
    await assert.rejects(fetch(service.url));
  });

  it('ends when it hangs', async () => {
    const service = await fixture.start();
    process.kill(await fixture.pid(), 'SIGSTOP');
    await service.stop();
    assert.equal(await why(service), undefined);
  });

  nightly('has another token each time', async () => {
    const tokens = new Set<string>();
    for (let count = 0; count < 2; count++) {
      const service = await fixture.start();
      tokens.add(service.token);
      await service.stop();
    }
    assert.equal(tokens.size, 2);
    for (const token of tokens) assert.match(token, /^[\w-]{32}$/);
  });

  it('says that it has ended when it crashes, with what is known of why, and leaves nothing', async () => {
    const service = await fixture.start();
    process.kill(await fixture.pid(), 'SIGKILL');
    assert.equal(
      await why(service),
      'The local browser stopped unexpectedly (signal SIGKILL). Its sessions have ended.',
    );
    await until('its browsers have ended too', () => fixture.left().length === 0);
    await service.stop();
  });

  nightly('says so too when another program has told it to end', async () => {
    const service = await fixture.start();
    process.kill(await fixture.pid(), 'SIGTERM');
    assert.match((await why(service)) ?? '', /stopped unexpectedly \(exit code 0\)/);
  });

  nightly('runs beside another one: neither knows the token or the sessions of the other', async () => {
    const [one, other] = await Promise.all([fixture.start(), fixture.start()]);
    assert.notEqual(one.url, other.url);
    assert.equal((await request({ url: other.url, token: one.token }, 'GET', '/browsers')).status, 401);
    assert.equal((await request(other, 'GET', `/browsers/${one.session}`)).status, 404);
    await one.stop();
    assert.equal((await request(other, 'GET', `/browsers/${other.session}`)).status, 200);
    await other.stop();
  });

  it('takes the port that is asked for, of two at once only one', async () => {
    // Below the ports that the system assigns by itself, so that no other program gets it meanwhile.
    const port = randomInt(20_000, 30_000);
    const both = await Promise.allSettled([fixture.start({ port }), fixture.start({ port })]);
    const started = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    assert.deepEqual(
      started.map(({ url }) => url),
      [`http://127.0.0.1:${port}`],
    );
    assert.match(refused.join(), new RegExp(`port ${port} is in use`));
    for (const service of started) await service.stop();
  });

  describe('cancelled', () => {
    const moments: [string, () => Promise<void> | void][] = [
      ['as soon as it is started', () => {}],
      [
        'while it makes its folder',
        () => until('it has one', () => fixture.left().some((name) => name.startsWith('browser-sessions-'))),
      ],
      ['while its browsers start', () => until('there is one', async () => browsersOf(await fixture.pid()).length > 0)],
      ['while its browsers work', () => until('a page runs', async () => processesOf(await fixture.pid()).length > 3)],
    ];
    for (const [when, moment] of moments) {
      it(`${when}: answers at once, and nothing is left`, async () => {
        let came: string;
        // It may have started before the moment was seen.
        do {
          const controller = new AbortController();
          const starting = fixture.start({}, controller.signal);
          const named = starting.then(
            () => 'started',
            (error: Error) => error.name,
          );
          await moment();
          controller.abort();
          came = await atOnce(named);
          if (came !== 'Cancelled') {
            assert.equal(came, 'started');
            await (await starting).stop();
          }
        } while (came !== 'Cancelled');
      });
    }

    it('before it begins: starts nothing', async () => {
      await assert.rejects(fixture.start({}, AbortSignal.abort()), { name: 'Cancelled' });
      assert.deepEqual(servicesOf(process.pid), []);
    });
  });

  describe('whose starter is killed', () => {
    it('ends with it, and leaves no process and no folder', async () => {
      const starter = fixture.startBy([]);
      const { service } = await starter.said;
      assert.ok(service);
      const pid = await fixture.pid(starter.pid);
      process.kill(starter.pid, 'SIGKILL');
      await until('the service has ended', () => !isRunning(pid));
      await until('nothing is left', () => fixture.left().length === 0);
    });

    it('ends with it while it starts, too', async () => {
      const starter = fixture.startBy([]);
      const pid = await fixture.pid(starter.pid);
      await until('a browser starts', () => browsersOf(pid).length > 0);
      process.kill(starter.pid, 'SIGKILL');
      await until('the service has ended', () => !isRunning(pid));
      await until('nothing is left', () => fixture.left().length === 0);
    });
  });
});
