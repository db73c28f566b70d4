import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { ScreenFeed, type ScreenState } from '../../../src/app/screen/screen-feed';
import { ScreenInput } from '../../../src/app/screen/screen-input';
import type { ScreenPicture } from '../../../src/app/screen/shown-pictures';
import { english } from '../../../src/core/message';
import { DevToolsConnection } from '../../../src/devtools';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { startServiceProxy, type ServiceProxy } from '../../support/network/service-proxy';
import { startPages, type Pages } from '../../support/pages';
import { directly } from '../../support/browser';
import { showPage } from '../local-service/session';
import { until } from '../../support/until';
import { Person } from '../../support/person';

export const { signal } = new AbortController();
export const DISPLAY = { width: 1280, height: 800 };
/** Seconds between two pictures; a person can only choose more. */
export const INTERVAL = 0.5;

/** Who looks at a session. */
export class Viewer {
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
      onTabs: () => {},
      onClick: () => {},
      onPopupClick: () => {},
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

export function textOf(state: ScreenState | undefined): string {
  return state && 'text' in state && state.text ? english(state.text) : '';
}

export function shots(proxy: BreakingProxy): number {
  return proxy.calls.filter(({ name }) => name.endsWith('computer/screenshot')).length;
}

/** A session on a page with a button, for each test, and those who look at it. */
export function useScreen() {
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
        { signal, targetSession: sessionId },
      ),
    );

  return {
    get service() {
      return service;
    },
    get pages() {
      return pages;
    },
    get session() {
      return session;
    },
    set session(other) {
      session = other;
    },
    get proxies() {
      return proxies;
    },
    look,
    withoutDevTools,
    answering,
    inPage,
    anInterval,
    run,
  };
}
