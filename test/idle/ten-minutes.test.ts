import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { BreakingProxy } from '../support/network/breaking-proxy';
import { until } from '../support/until';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useWindow } from '../window/window';
import { appears } from '../window/workbench/locators';

/** Milliseconds. */
const IDLE = 10 * 60_000;
/** Bytes of a ping and its answer, and milliseconds between two. Nothing else tells a dead connection from a still one. */
const PING = { bytes: 8, interval: 8000 };
/** Counts the pictures that a tab draws. */
const COUNTS = `globalThis.drawn = 0; new MutationObserver(() => globalThis.drawn++).observe(
  document.querySelector('#picture'), { attributeFilter: ['src'] })`;

describe('A window that nobody touches', () => {
  const fixture = useFixture();
  const proxies: BreakingProxy[] = [];
  const window = useWindow(async () => {
    // One for sessions that are streamed, one for those of which the service takes pictures.
    for (const hidesDevTools of [false, true]) {
      const proxy = await BreakingProxy.start(fixture.service.url);
      proxy.hidesDevTools = hidesDevTools;
      proxies.push(proxy);
    }
    const addresses = proxies.map(({ url }) => url);
    return {
      settings: {
        'browserSessions.connections': ['Streams', 'Pictures'].map((name, index) => ({
          name,
          address: addresses[index],
        })),
      },
      env: { BROWSER_SESSIONS_TOKEN: TOKEN },
      secret: TOKEN,
      moreSecrets: () => fixture.secrets,
    };
  });
  after(() => Promise.all(proxies.map((proxy) => proxy.stop())));

  const part = (tab: number, id: string): Locator => window.workbench.webview(tab).locator(`#${id}`);
  /** All that was asked so far, and the pictures that the visible tabs have drawn. */
  const state = async (): Promise<unknown> => ({
    calls: proxies.map(({ calls }) => calls.length),
    drawn: await Promise.all([0, 1].map((tab) => part(tab, 'state').evaluate('globalThis.drawn'))),
  });

  async function open(name: string): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view('Browser Sessions');
    // The row may still be of the connection before.
    await until(`${name} is open`, async () => {
      await workbench.menu.choose(workbench.tree.row(name, 'Sessions'), 'Open Screen');
      return appears(workbench.page.locator('.tab', { hasText: name }), 5000);
    });
  }

  it('asks for nothing for ten minutes, and sends no more than keep-alive, with a live tab, one of pictures, and a hidden one', async () => {
    const { workbench } = window;
    for (const name of ['live', 'pictures', 'hidden'])
      await fixture.openSession(name, '/plain', { timeout_seconds: 3600 });
    await workbench.useConnection('Pictures');
    await open('hidden');
    await part(0, 'picture').waitFor();
    await part(0, 'interval').click();
    await part(0, 'interval-2').click();
    await open('pictures');
    await part(0, 'picture').waitFor();
    await workbench.useConnection('Streams');
    await open('live');
    await workbench.palette.run('View: Move Editor into Next Group');
    await part(0, 'state').filter({ hasText: 'Screenshot' }).waitFor();
    await part(1, 'state').filter({ hasText: 'Live' }).waitFor();
    await part(1, 'age').filter({ hasText: 'unchanged' }).waitFor();
    await workbench.screenshot('idle-start');
    for (const tab of [0, 1]) await part(tab, 'state').evaluate(COUNTS);
    const before = await state();
    const end = performance.now() + IDLE;
    const bytes = proxies.map((proxy) => proxy.bytes);
    const calls = proxies.map((proxy) => proxy.calls.length);
    await until(
      'ten minutes have passed, or something was asked',
      () => performance.now() > end || proxies.some((proxy, index) => proxy.calls.length !== calls[index]),
      2 * IDLE,
    );
    await workbench.screenshot('idle-end');
    assert.deepEqual(await state(), before, JSON.stringify(proxies.map((proxy) => proxy.calls)));
    const [streams = 0, pictures] = proxies.map((proxy, index) => proxy.bytes - (bytes[index] ?? 0));
    assert.equal(pictures, 0);
    assert.ok(streams <= PING.bytes * ((2 * IDLE) / PING.interval), `${streams} bytes`);
    await part(0, 'age')
      .filter({ hasText: /^1\d min ago$/ })
      .waitFor();
  }).timeout(3 * IDLE);
});
