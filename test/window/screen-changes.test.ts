import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { DevToolsConnection } from '../../src/devtools';
import { BUTTON_AT } from '../pages';
import { BreakingFront } from '../network/breaking-front';
import { directly } from '../service/devtools/browser';
import { browserOf, descendantsOf } from '../service/local-service/processes';
import { until } from '../until';
import { ScreenTab } from './screen-tab';
import { TOKEN, useStage } from './stage';
import { useStageWindow } from './stage-window';
import { useWindow } from './window';

const { signal } = new AbortController();

const COLLECTS_STATES = `globalThis.states = []; new MutationObserver(() => {
  globalThis.states.push(document.querySelector('#stage').dataset.state);
}).observe(document.querySelector('#stage'), { attributeFilter: ['data-state'] })`;

describe('The screen of a session that changes under it, in the window', () => {
  const { stage, window } = useStageWindow();
  const tab = new ScreenTab(window);
  const part = (id: string): Locator => tab.part(id);

  const processes = (session: string): number[] => {
    const browser = browserOf(stage.service.pid, session);
    assert.ok(browser);
    return [browser, ...descendantsOf(browser)];
  };

  it('a point that was aimed at is forgotten when the display gets another size, and nothing is clicked', async () => {
    const session = await stage.openSession('resized', '/button');
    await tab.openLive('resized');
    await part('aim').click();
    await tab.pointAt(BUTTON_AT);
    await part('aimed').waitFor();
    const { cdp_ws_url } = await stage.ask<{ cdp_ws_url: string }>('GET', `/browsers/${session}`);
    const connection = await DevToolsConnection.open(new URL(cdp_ws_url), directly, signal);
    try {
      // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
      const call = async (method: any, params: any, sessionId?: string): Promise<any> =>
        connection.send(method, params, { signal, ...(sessionId !== undefined && { sessionId }) });
      const { targetInfos } = await call('Target.getTargets', {});
      const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
      const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
      const size = { width: 1000, height: 700 };
      const metrics = { ...size, screenWidth: size.width, screenHeight: size.height };
      await call('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1, mobile: false }, sessionId);
      await part('aimed').waitFor({ state: 'hidden' });
      await part('mark').waitFor({ state: 'hidden' });
      await window.workbench.screenshot('screen-resized');
      assert.ok(!stage.pages.events().some(({ type }) => type === 'mousedown'));
      await part('aim').click();
      await tab.pointAt(BUTTON_AT, size);
      const click = await stage.pages.waitFor(({ type }) => type === 'click');
      assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    } finally {
      connection.close();
    }
  });

  it('is not said to be live when the browser is killed, and is live again by itself', async () => {
    const session = await stage.openSession('killed', '/button');
    await tab.openLive('killed');
    await part('stage').evaluate(COLLECTS_STATES);
    stage.pages.clear();
    for (const pid of processes(session)) process.kill(pid, 'SIGKILL');
    await stage.pages.waitFor(({ type }) => type === 'load');
    await until('it is not live', async () => {
      const states: unknown = await part('stage').evaluate('globalThis.states');
      return Array.isArray(states) && states.some((state) => state !== 'live');
    });
    await tab.state('Live').waitFor();
    await tab.pointAt(BUTTON_AT);
    await stage.pages.waitFor(({ type }) => type === 'click');
  });

  it('says how long nothing has changed while the browser stands still, and clicks when it goes on', async () => {
    const session = await stage.openSession('still', '/button');
    await tab.openLive('still');
    const pids = processes(session);
    const age = (words: RegExp): Promise<void> => part('age').filter({ hasText: words }).waitFor();
    // Until then, something may just be asked of the browser; without an answer, the tab would not be live.
    await age(/^unchanged for \d+ s$/);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await age(/^unchanged for \d{2} s$/);
      await window.workbench.screenshot('screen-unchanged');
      await tab.pointAt(BUTTON_AT);
      await part('result').filter({ hasText: 'Clicking at' }).waitFor();
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    const click = await stage.pages.waitFor(({ type }) => type === 'click');
    assert.deepEqual([click.x, click.y], [BUTTON_AT.x, BUTTON_AT.y]);
    await part('result').filter({ hasText: 'Sent: Click at' }).waitFor();
  });

  it('is opened anew when a session that was released is acquired again', async () => {
    const { workbench } = window;
    const pool = 'local-pool';
    const row = (): Locator => workbench.treeRow(pool, 'Sessions');
    const acquire = async (): Promise<void> => {
      await workbench.view('Browser Sessions');
      await workbench.inlineAction(workbench.treeRow(pool, 'Pools'), 'Acquire Session from Pool');
      // It is selected last.
      await row().and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    };
    await acquire();
    await workbench.menu(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    await workbench.menu(row(), 'Release Pooled Session…');
    await workbench.dialogButton('Release and Keep');
    await part('state').filter({ hasText: 'This session was released.' }).waitFor();
    await row().waitFor({ state: 'hidden' });
    await acquire();
    await workbench.menu(row(), 'Open Screen');
    await tab.state('Live').waitFor();
    assert.equal(await workbench.page.locator('.tab').count(), 1);
  });
});

describe('The screen of a session that the service takes no pictures of, in the window', () => {
  const stage = useStage();
  let front: BreakingFront | undefined;
  before(async () => {
    front = await BreakingFront.start(stage.service.url);
    front.breakAt(({ name }) => (name.endsWith('/screenshot') ? 500 : undefined));
    // The tab's page is there first, and is told all that comes.
    front.delay = 120;
  });
  after(() => front?.stop());
  const window = useWindow(() => ({
    newConnections: { address: front?.url ?? '' },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    moreSecrets: () => stage.secrets,
    opens: 'once',
  }));
  const tab = new ScreenTab(window);

  it('is live, and is clicked and controlled all the same', async () => {
    await stage.openSession('unpictured', '/input');
    await tab.openLive('unpictured');
    await tab.part('clickByName').waitFor();
    await tab.part('control').click();
    await tab.pointAt({ x: 150, y: 150 });
    await stage.pages.waitFor(({ type }) => type === 'click');
    await window.workbench.page.keyboard.type('a');
    await stage.pages.waitFor(({ type, value }) => type === 'input' && value === 'a');
  });
});
