import assert from 'node:assert/strict';
import { pngSize } from '../../../src/core/screen/picture-size';
import { triggerAction } from '../../../src/devtools';
import { request } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { BUTTON_AT } from '../../support/pages';
import { BusyHost } from '../devtools/busy-host';
import { browserOf } from '../../support/processes';
import { until } from '../../support/until';
import { ExtensionFolder, openSession } from '../../support/person';
import { DISPLAY, textOf, useScreen } from './screen-fixture';

const { signal } = new AbortController();

describe('The screen of a session', () => {
  const screen = useScreen();
  const { look, withoutDevTools, inPage, run } = screen;

  it('is live, and lossless when it is still', async () => {
    const looking = look();
    await looking.show();
    await looking.isWhatTheServiceTakes(screen.session);
    const { width, height } = looking.newest;
    assert.deepEqual({ width, height }, DISPLAY);
  });

  it('shows what changes, and is lossless again', async () => {
    const looking = look();
    await looking.show();
    const before = looking.newest;
    await looking.input.click(before.id, BUTTON_AT, signal);
    await until('another picture', () => looking.newest.id > before.id && !looking.newest.bytes.equals(before.bytes));
    assert.ok(looking.pictures.some(({ id, mime }) => id > before.id && mime === 'image/jpeg'));
    await looking.isWhatTheServiceTakes(screen.session);
  });

  it('sends no further frame until one is drawn, and then the latest', async () => {
    const looking = look();
    await looking.show();
    looking.draws = false;
    const drawn = looking.pictures.length;
    await run(`globalThis.ticks = 0; (function tick() {
      document.body.style.background = 'hsl(' + (++ticks % 360) + ' 90% 50%)';
      requestAnimationFrame(tick);
    })()`);
    await until('the page has changed often', async () => {
      const answer = JSON.stringify(await run('ticks'));
      return Number(/"value":(\d+)/.exec(answer)?.[1]) > 30;
    });
    // The page may be ahead of its first frame.
    await until('one has come', () => looking.pictures.length > drawn);
    assert.equal(looking.pictures.length, drawn + 1);
    looking.draws = true;
    looking.feed.drawn(looking.newest.id);
    await until('the next ones come', () => looking.pictures.length > drawn + 5);
  });

  it('asks for nothing while it is hidden, and shows the newest when it is shown again', async () => {
    const proxy = await BreakingProxy.start(screen.service.url);
    screen.proxies.push(proxy);
    const looking = look(proxy.url);
    await looking.show();
    looking.feed.setVisible(false);
    const { length } = looking.pictures;
    // The stream has ended when the service knows that nobody is attached.
    await run(`document.querySelector('button').textContent = 'hidden'`);
    const calls = proxy.calls.length;
    await run(`document.querySelector('button').textContent = 'still hidden'`);
    assert.equal(looking.pictures.length, length);
    assert.deepEqual(proxy.calls.slice(calls), []);
    looking.feed.setVisible(true);
    await until('a new picture', () => looking.pictures.length > length);
    await looking.isWhatTheServiceTakes(screen.session);
  });

  it('refuses a click on a picture of another size, and sends nothing', async () => {
    const looking = look();
    await looking.show();
    const before = looking.newest;
    await inPage(async (connection, sessionId) => {
      const size = { width: 1000, height: 700 };
      await connection.send(
        'Emulation.setDeviceMetricsOverride',
        { ...size, screenWidth: 1000, screenHeight: 700, deviceScaleFactor: 1, mobile: false },
        { signal, targetSession: sessionId },
      );
      await until('the page has the new size', async () => JSON.stringify(await run('innerWidth')).includes('1000'));
      await assert.rejects(looking.input.click(before.id, BUTTON_AT, signal), /size has changed/);
      assert.ok(!screen.pages.events().some(({ type }) => type === 'mousedown'));
      await until('a picture of the new size', () => looking.newest.width === 1000 && looking.newest.height === 700);
      await looking.input.click(looking.newest.id, BUTTON_AT, signal);
    });
    await screen.pages.waitFor(({ type }) => type === 'click');
  });

  it('is not streamed while two windows are open, because a page is not the display then', async () => {
    const looking = look();
    await looking.show();
    await run(`Boolean(window.other = window.open('about:blank', 'other', 'popup,width=300,height=200'))`);
    await looking.is('pictures');
    const size = pngSize(await looking.person.client.screenshot(screen.session, signal));
    assert.deepEqual({ width: looking.newest.width, height: looking.newest.height }, size);
    // In whichever of the two it runs.
    await run('setTimeout(() => (window.other ?? window).close())');
    await looking.is('live');
  });

  it('shows the popup of an extension beside the page, where a click reaches it, until it has closed', async () => {
    const folder = new ExtensionFolder({ action: { default_popup: 'popup.html' } });
    folder.write('popup.html', '<body style="width:200px;height:120px"><script src="popup.js"></script>');
    folder.write('popup.js', `addEventListener('click', () => window.close());`);
    const looking = look();
    await looking.person.upload(folder.path, screen.session, 'popup');
    await looking.show();
    const { id } = (await looking.person.loaded(screen.session))[0] ?? {};
    assert.ok(id);
    const devtools = looking.person.devtools.of(looking.person.client, screen.session);
    await devtools.use((connection) => triggerAction(connection, id, signal), signal);
    await until('the popup', () => looking.popup !== undefined);
    assert.equal(looking.state, 'live');
    assert.equal(looking.newest.width, DISPLAY.width);
    assert.ok((looking.popup?.width ?? 0) > 200 && (looking.popup?.width ?? 0) < 300);
    const picture = looking.popup?.id ?? 0;
    assert.equal(await looking.input.clickPopup(picture, { x: 100, y: 60 }, signal), true);
    await until('it has closed', () => looking.popup === undefined);
    assert.equal(looking.state, 'live');
    assert.equal(await looking.input.clickPopup(picture, { x: 100, y: 60 }, signal), false);
  });

  it('keeps its last picture when the browser is killed, and goes on with the next one', async () => {
    const looking = look();
    await looking.show();
    const { id } = looking.newest;
    const { length } = looking.states;
    process.kill(browserOf(screen.service.pid, screen.session) ?? assert.fail('no browser runs'), 'SIGKILL');
    // It may be back at once.
    await until('it is not live', () => looking.states.slice(length).some(({ kind }) => kind !== 'live'));
    // Where its pages are missed before the connection, there is a picture of the service in between.
    const lost = looking.states.slice(length).find(({ kind }) => kind === 'connecting');
    if (lost) assert.match(textOf(lost), /Connecting again|^$/);
    await looking.is('live');
    await until('a new picture', () => looking.newest.id > id);
  });

  it('of a session that has ended says so, and marks it', async () => {
    screen.session = await openSession(screen.service);
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    await request(screen.service, 'DELETE', `/browsers/${screen.session}`);
    looking.feed.refresh();
    await looking.is('ended');
    await until('it is marked', () => looking.person.records.sessions.get(screen.session)?.gone === true);
  });

  it('is as it was last once the session was released', async () => {
    const looking = look();
    await looking.show();
    looking.feed.end();
    assert.equal(looking.state, 'closed');
    const { id } = looking.newest;
    await looking.person.records.sessions.remember({ id: screen.session, released: true });
    looking.feed.setVisible(true);
    assert.equal(looking.state, 'closed');
    looking.feed.refresh();
    assert.equal(looking.newest.id, id);
  });

  it('is live as soon as a page that was busy answers', async () => {
    const host = await BusyHost.start();
    await run(host.waiting(''));
    await host.asked;
    const proxy = await BreakingProxy.start(screen.service.url);
    screen.proxies.push(proxy);
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await until(
      'the page was asked twice',
      () => proxy.calls.filter(({ name }) => name === 'Target.attachToTarget').length > 1,
    );
    assert.notEqual(looking.state, 'live');
    await host.answer();
    await looking.is('live');
    await looking.isSharp();
  });

  it('says that it connects when it is shown again: the picture from before may be old', async () => {
    const looking = look();
    await looking.show();
    looking.feed.setVisible(false);
    looking.feed.setVisible(true);
    assert.equal(looking.state, 'connecting');
    await looking.is('live');
  });
});
