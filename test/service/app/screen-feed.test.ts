import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { click } from '../../../src/app/computer';
import { ScreenFeed, type ScreenState } from '../../../src/app/screen/screen-feed';
import { ScreenInput } from '../../../src/app/screen/screen-input';
import type { ScreenPicture } from '../../../src/app/screen/shown-pictures';
import { english } from '../../../src/core/message';
import { pngSize } from '../../../src/core/screen/picture-size';
import { DevToolsConnection, triggerAction } from '../../../src/devtools';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { startServiceProxy, type ServiceProxy } from '../../support/network/service-proxy';
import { BUTTON_AT, startPages, type Pages } from '../../support/pages';
import { directly } from '../../support/browser';
import { BusyHost } from '../devtools/busy-host';
import { browserOf } from '../../support/processes';
import { showPage } from '../local-service/session';
import { until } from '../../support/until';
import { ExtensionFolder, openSession, Person } from '../../support/person';

const { signal } = new AbortController();
const DISPLAY = { width: 1280, height: 800 };
/** Seconds between two pictures; a person can only choose more. */
const INTERVAL = 0.5;

/** Who looks at a session. */
class Viewer {
  readonly pictures: ScreenPicture[] = [];
  readonly states: ScreenState[] = [];
  popup: ScreenPicture | undefined;
  readonly feed: ScreenFeed;
  readonly input: ScreenInput;
  /** Whether each picture counts as drawn at once. */
  draws = true;

  constructor(
    readonly person: Person,
    session: string,
  ) {
    const access = { client: person.client, sessions: person.records.sessions, devtools: person.devtools };
    this.feed = new ScreenFeed(access, session, {
      onPicture: (picture) => {
        this.pictures.push(picture);
        if (this.draws) setImmediate(() => this.feed.drawn(picture.id));
      },
      onPopup: (picture) => {
        this.popup = picture;
        if (picture) setImmediate(() => this.feed.drawn(picture.id));
      },
      onState: (state) => this.states.push(state),
      onBegin: () => {},
    });
    this.input = new ScreenInput(access, session, this.feed);
  }

  get state(): string | undefined {
    return this.states.at(-1)?.kind;
  }

  get text(): string {
    return textOf(this.states.at(-1));
  }

  get newest(): ScreenPicture {
    const picture = this.pictures.at(-1);
    assert.ok(picture);
    return picture;
  }

  async is(state: string): Promise<void> {
    await until(`the state is ${state}`, () => this.state === state);
  }

  /** Waits until the display is still, and shown as it is. */
  async isSharp(): Promise<void> {
    await until('a lossless picture is the newest', () => this.pictures.at(-1)?.mime === 'image/png');
  }

  async isWhatTheServiceTakes(session: string): Promise<void> {
    await until('the newest is what the service takes', async () =>
      this.newest.bytes.equals(await this.person.client.screenshot(session, signal)),
    );
  }

  async show(): Promise<void> {
    this.feed.setVisible(true);
    await this.is('live');
    await this.isSharp();
  }
}

function textOf(state: ScreenState | undefined): string {
  return state && 'text' in state && state.text ? english(state.text) : '';
}

function shots(proxy: BreakingProxy): number {
  return proxy.calls.filter(({ name }) => name.endsWith('computer/screenshot')).length;
}

describe('The screen of a session', () => {
  let service: LocalService;
  let pages: Pages;
  let session: string;
  let viewers: Viewer[] = [];
  let proxies: { stop(): Promise<void> }[] = [];

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
  });
  after(async () => {
    await Promise.all([service.stop(), pages.stop()]);
  });
  beforeEach(async () => {
    session = service.session;
    await showPage(service, session, pages, '/button');
  });
  afterEach(async () => {
    for (const viewer of viewers) {
      viewer.feed.dispose();
      viewer.person.close();
    }
    viewers = [];
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    proxies = [];
  });

  function look(url = service.url): Viewer {
    const made = new Viewer(new Person({ url, token: service.token }), session);
    viewers.push(made);
    return made;
  }

  /** A service without DevTools. */
  async function withoutDevTools(): Promise<BreakingProxy> {
    const proxy = await BreakingProxy.start(service.url);
    proxy.hidesDevTools = true;
    proxies.push(proxy);
    return proxy;
  }

  /** A service that answers screenshots in its own way. */
  async function answering(screenshot: (answer: ServerResponse) => void): Promise<ServiceProxy> {
    const behind = await withoutDevTools();
    const proxy = await startServiceProxy(behind.url, ({ url = '', method }, answer) => {
      if (method !== 'POST' || !url.endsWith('/screenshot')) return false;
      screenshot(answer);
      return true;
    });
    proxies.push(proxy);
    return proxy;
  }

  /** Opens another client of the session's DevTools, and runs code in its page. */
  async function inPage<T>(work: (connection: DevToolsConnection, page: string) => Promise<T>): Promise<T> {
    const { text } = await request(service, 'GET', `/browsers/${session}`);
    const { cdp_ws_url }: { cdp_ws_url: string } = JSON.parse(text);
    const connection = await DevToolsConnection.open(new URL(cdp_ws_url), directly, signal);
    try {
      // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
      const call = async (method: any, params: any): Promise<any> => connection.send(method, params, { signal });
      const { targetInfos } = await call('Target.getTargets', {});
      const page = targetInfos.find(({ type }: { type: string }) => type === 'page');
      const { sessionId } = await call('Target.attachToTarget', { targetId: page.targetId, flatten: true });
      return await work(connection, sessionId);
    } finally {
      connection.close();
    }
  }

  /** Waits until somebody else has taken pictures at the same interval. */
  async function anInterval(): Promise<void> {
    const proxy = await withoutDevTools();
    const other = look(proxy.url);
    other.feed.setVisible(true);
    other.feed.setInterval(INTERVAL);
    await until('it has taken its pictures', () => shots(proxy) > 2);
    other.feed.dispose();
  }

  const run = async (expression: string): Promise<unknown> =>
    inPage((connection, sessionId) =>
      // A user's gesture may open a window.
      connection.send(
        'Runtime.evaluate',
        { expression, returnByValue: true, userGesture: true },
        { signal, sessionId },
      ),
    );

  it('is live, and lossless when it is still', async () => {
    const looking = look();
    await looking.show();
    await looking.isWhatTheServiceTakes(session);
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
    await looking.isWhatTheServiceTakes(session);
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
    const proxy = await BreakingProxy.start(service.url);
    proxies.push(proxy);
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
    await looking.isWhatTheServiceTakes(session);
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
        { signal, sessionId },
      );
      await until('the page has the new size', async () => JSON.stringify(await run('innerWidth')).includes('1000'));
      await assert.rejects(looking.input.click(before.id, BUTTON_AT, signal), /size has changed/);
      assert.ok(!pages.events().some(({ type }) => type === 'mousedown'));
      await until('a picture of the new size', () => looking.newest.width === 1000 && looking.newest.height === 700);
      await looking.input.click(looking.newest.id, BUTTON_AT, signal);
    });
    await pages.waitFor(({ type }) => type === 'click');
  });

  it('is not streamed while two windows are open, because a page is not the display then', async () => {
    const looking = look();
    await looking.show();
    await run(`Boolean(window.other = window.open('about:blank', 'other', 'popup,width=300,height=200'))`);
    await looking.is('pictures');
    const size = pngSize(await looking.person.client.screenshot(session, signal));
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
    try {
      await looking.person.upload(folder.path, session, 'popup');
      await looking.show();
      const { id } = (await looking.person.loaded(session))[0] ?? {};
      assert.ok(id);
      const devtools = looking.person.devtools.of(looking.person.client, session);
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
    } finally {
      folder.remove();
    }
  });

  it('keeps its last picture when the browser is killed, and goes on with the next one', async () => {
    const looking = look();
    await looking.show();
    const { id } = looking.newest;
    const { length } = looking.states;
    process.kill(browserOf(service.pid, session) ?? assert.fail('no browser runs'), 'SIGKILL');
    // It may be back at once.
    await until('it is not live', () => looking.states.slice(length).some(({ kind }) => kind !== 'live'));
    // Where its pages are missed before the connection, there is a picture of the service in between.
    const lost = looking.states.slice(length).find(({ kind }) => kind === 'lost');
    if (lost) assert.match(textOf(lost), /Connecting again/);
    await looking.is('live');
    await until('a new picture', () => looking.newest.id > id);
  });

  it('without DevTools takes pictures: at first, after a click, and no more when two are equal', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    assert.equal(shots(proxy), 1);
    const before = looking.newest;
    await looking.input.click(before.id, BUTTON_AT, signal);
    await until('the pictures after the click', () => looking.pictures.length === 3);
    assert.equal(shots(proxy), 3);
    assert.ok(!looking.newest.bytes.equals(before.bytes));
    assert.ok(looking.newest.bytes.equals(looking.pictures.at(-2)?.bytes ?? Buffer.alloc(0)), 'two are equal');
  });

  it('without DevTools takes pictures after a click that was made elsewhere, too', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { client, records } = looking.person;
    await click({ client, sessions: records.sessions }, { sessionId: session, click: BUTTON_AT }, signal);
    await until('the pictures after the click', () => looking.pictures.length > 1);
  });

  it('without DevTools takes pictures at intervals only while the window is in front', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    looking.feed.setFocused(false);
    looking.feed.setInterval(INTERVAL);
    await anInterval();
    assert.equal(shots(proxy), 1);
    looking.feed.setFocused(true);
    await until('the interval has passed', () => shots(proxy) >= 2);
    looking.feed.setVisible(false);
    const count = shots(proxy);
    await anInterval();
    assert.equal(shots(proxy), count);
  });

  it('of a service that takes no pictures is unavailable, and the session is not marked', async () => {
    const proxy = await answering((answer) => answer.writeHead(404, { 'content-type': 'application/json' }).end('{}'));
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('unavailable');
    assert.ok(!looking.person.records.sessions.get(session)?.gone);
  });

  it('of a session that has ended says so, and marks it', async () => {
    session = await openSession(service);
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    await request(service, 'DELETE', `/browsers/${session}`);
    looking.feed.refresh();
    await looking.is('ended');
    await until('it is marked', () => looking.person.records.sessions.get(session)?.gone === true);
  });

  it('is not shown any more once the session was released', async () => {
    const looking = look();
    await looking.show();
    looking.feed.end();
    assert.equal(looking.state, 'closed');
    assert.equal(looking.feed.display.newest, undefined);
    await looking.person.records.sessions.remember({ id: session, released: true });
    looking.feed.setVisible(true);
    assert.equal(looking.state, 'closed');
  });

  it('waits as long as a busy service asks for', async () => {
    let busy = 1;
    const png = await new Person(service).client.screenshot(session, signal);
    const proxy = await answering((answer) => {
      if (busy-- > 0) answer.writeHead(429, { 'retry-after': '1' }).end();
      else answer.writeHead(200, { 'content-type': 'image/png' }).end(png);
    });
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    assert.equal(busy, -1);
  });

  it('asks a service that is busy for long no sooner than it allows, hidden and shown again or not', async () => {
    let asked = 0;
    const proxy = await answering((answer) => {
      asked++;
      answer.writeHead(429, { 'retry-after': '300' }).end();
    });
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('waiting');
    assert.match(looking.text, /^Service busy\. Retrying in 5 min/);
    looking.feed.setInterval(INTERVAL);
    looking.feed.setVisible(false);
    looking.feed.setVisible(true);
    await looking.is('waiting');
    looking.feed.refresh();
    await anInterval();
    assert.equal(asked, 1);
    looking.feed.retry();
    await until('it asks again', () => asked === 2);
  });

  it('says when it tries again after a failure, and that it no longer does', async () => {
    const proxy = await answering((answer) => answer.writeHead(500).end());
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('lost');
    assert.match(looking.text, /Retrying in 2 s…$/);
    const forbidden = await answering((answer) => answer.writeHead(403).end());
    const refused = look(forbidden.url);
    refused.feed.setVisible(true);
    await refused.is('lost');
    assert.doesNotMatch(refused.text, /Retrying/);
  });

  it('of a service that shows no sessions, which gave a picture and then has none, has ended', async () => {
    const png = await new Person(service).client.screenshot(session, signal);
    let isThere = true;
    const proxy = await startServiceProxy(service.url, ({ url = '' }, answer) => {
      if (isThere && url.endsWith('/screenshot')) answer.writeHead(200, { 'content-type': 'image/png' }).end(png);
      else answer.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return true;
    });
    proxies.push(proxy);
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    isThere = false;
    looking.feed.refresh();
    await looking.is('ended');
  });

  it('without DevTools refuses a click if the display has another size than its picture, which it does not show yet', async () => {
    const behind = await withoutDevTools();
    const good = await new Person(service).client.screenshot(session, signal);
    const small = Buffer.from(good);
    small.writeUInt32BE(640, 16);
    let hasChanged = false;
    let clicks = 0;
    const proxy = await startServiceProxy(behind.url, async ({ url = '', method }, answer) => {
      if (url.endsWith('/click_mouse')) clicks++;
      if (hasChanged && url.endsWith('/screenshot')) answer.writeHead(200, { 'content-type': 'image/png' }).end(small);
      else if (hasChanged && method === 'GET' && url.endsWith(`/browsers/${session}`)) {
        const { text } = await request(service, 'GET', `/browsers/${session}`);
        const changed = { ...JSON.parse(text), cdp_ws_url: undefined, viewport: { width: 640, height: 800 } };
        answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed));
      } else return false;
      return true;
    });
    proxies.push(proxy);
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { id } = looking.newest;
    await looking.input.click(id, BUTTON_AT, signal);
    assert.equal(clicks, 1);
    hasChanged = true;
    await assert.rejects(looking.input.click(id, BUTTON_AT, signal), /size has changed/);
    assert.equal(clicks, 1);
    assert.equal(looking.newest.width, 640);
  });

  it('is live as soon as a page that was busy answers', async () => {
    const host = await BusyHost.start();
    await run(host.waiting(''));
    await host.asked;
    const proxy = await BreakingProxy.start(service.url);
    proxies.push(proxy);
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

  it('keeps the last picture if the next one is damaged, and takes a large one and one of another size', async () => {
    const good = await new Person(service).client.screenshot(session, signal);
    let next = good;
    const proxy = await answering((answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(next));
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { id } = looking.newest;
    next = Buffer.concat([good.subarray(0, 8), Buffer.alloc(40)]);
    looking.feed.refresh();
    await looking.is('lost');
    assert.match(looking.text, /damaged/);
    assert.equal(looking.newest.id, id);
    // Chromium ignores what follows the end of a PNG.
    next = Buffer.concat([good, Buffer.alloc(8_000_000)]);
    looking.feed.refresh();
    await until('the large one', () => looking.newest.bytes.length > 8_000_000);
    next = Buffer.from(good);
    next.writeUInt32BE(640, 16);
    looking.feed.refresh();
    await until('another size', () => looking.newest.width === 640);
    await assert.rejects(looking.input.click(id, BUTTON_AT, signal), /size has changed/);
  });
});
