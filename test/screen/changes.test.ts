import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { DevToolsConnection } from '../../src/devtools';
import { BUTTON_AT } from '../support/pages';
import { BreakingProxy } from '../support/network/breaking-proxy';
import { directly } from '../support/browser';
import { browserOf, descendantsOf } from '../support/processes';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { useFixtureScreen } from '../support/bare-screen';

const { signal } = new AbortController();

const COLLECTS_STATES = `globalThis.states = []; new MutationObserver(() => {
  globalThis.states.push(document.querySelector('#stage').dataset.state);
}).observe(document.querySelector('#stage'), { attributeFilter: ['data-state'] })`;

describe('The screen of a session that changes under it', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);

  const processes = (session: string): number[] => {
    const browser = browserOf(fixture.service.pid, session);
    assert.ok(browser);
    return [browser, ...descendantsOf(browser)];
  };

  it('a point that was aimed at is forgotten when the display gets another size, and nothing is clicked', async () => {
    const session = await open('resized', '/button');
    await part('aim').click();
    await screen.pointAt(BUTTON_AT);
    await part('aimed').waitFor();
    const { cdp_ws_url } = await fixture.ask<{ cdp_ws_url: string }>('GET', `/browsers/${session}`);
    const connection = await DevToolsConnection.open(new URL(cdp_ws_url), directly, signal);
    try {
      // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
      const call = async (method: any, params: any, sessionId?: string): Promise<any> =>
        connection.send(method, params, { signal, ...(sessionId !== undefined && { targetSession: sessionId }) });
      const { targetInfos } = await call('Target.getTargets', {});
      const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
      const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
      const size = { width: 1000, height: 700 };
      const metrics = { ...size, screenWidth: size.width, screenHeight: size.height };
      await call('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1, mobile: false }, sessionId);
      await part('aimed').waitFor({ state: 'hidden' });
      await part('mark').waitFor({ state: 'hidden' });
      await screen.screenshot('screen-resized');
      assert.ok(!fixture.pages.events().some(({ type }) => type === 'mousedown'));
      await part('aim').click();
      await screen.pointAt(BUTTON_AT, size);
      const click = await fixture.pages.waitFor(({ type }) => type === 'click');
      assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    } finally {
      connection.close();
    }
  });

  it('is not said to be live when the browser is killed, and is live again by itself', async () => {
    const session = await open('killed', '/button');
    await part('stage').evaluate(COLLECTS_STATES);
    fixture.pages.clear();
    for (const pid of processes(session)) process.kill(pid, 'SIGKILL');
    await fixture.pages.waitFor(({ type }) => type === 'load');
    await until('it is not live', async () => {
      const states: unknown = await part('stage').evaluate('globalThis.states');
      return Array.isArray(states) && states.some((state) => state !== 'live');
    });
    await screen.state('Live').waitFor();
    await screen.pointAt(BUTTON_AT);
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });

  nightly('says how long nothing has changed while the browser stands still, and clicks when it goes on', async () => {
    const session = await open('still', '/button');
    const pids = processes(session);
    const age = (words: RegExp): Promise<void> => part('age').filter({ hasText: words }).waitFor();
    // Until then, something may just be asked of the browser; without an answer, the tab would not be live.
    await age(/^unchanged for \d+ s$/);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await age(/^unchanged for \d{2} s$/);
      await screen.screenshot('screen-unchanged');
      await screen.pointAt(BUTTON_AT);
      await part('result').filter({ hasText: 'Clicking at' }).waitFor();
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    const click = await fixture.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await part('result').filter({ hasText: 'Clicked at' }).waitFor();
  });
});

describe('The screen of a session that the service takes no pictures of', () => {
  const { fixture, screen } = useFixtureScreen();
  let proxy: BreakingProxy | undefined;
  before(async () => {
    proxy = await BreakingProxy.start(fixture.service.url);
    proxy.breakAt(({ name }) => (name.endsWith('/screenshot') ? 500 : undefined));
    // The tab's page is there first, and is told all that comes.
    proxy.delay = 120;
  });
  after(() => proxy?.stop());
  it('is live, and is clicked and controlled all the same', async () => {
    const session = await fixture.openSession('unpictured', '/input');
    await screen.openLive({ url: proxy?.url ?? '', token: fixture.service.token }, session, 'unpictured');
    await screen.part('clickByName').waitFor();
    await screen.part('control').click();
    await screen.pointAt({ x: 150, y: 150 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await screen.outer.keyboard.type('a');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === 'a');
  });
});
