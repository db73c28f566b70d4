import { request, startLocalService, type LocalService } from './local-service';
import { startPages, type Pages } from './pages';
import { atEnd } from './at-end';

/** A local service and pages for its sessions. */
export class Fixture {
  /** Of the DevTools addresses of its sessions. */
  readonly secrets: string[] = [];
  private started: { service: LocalService; pages: Pages } | undefined;

  get service(): LocalService {
    return this.present.service;
  }

  get pages(): Pages {
    return this.present.pages;
  }

  private get present(): { service: LocalService; pages: Pages } {
    if (!this.started) throw new Error('The fixture is there inside a test only.');
    return this.started;
  }

  async start(token: string): Promise<void> {
    const pages = await startPages();
    // The browsers of the pool show the page that sets a cookie at a click.
    const service = await startLocalService({
      env: { BROWSER_SESSIONS_TOKEN: token },
      args: ['--start-url', `${pages.url}/cookie`],
    });
    this.started = { service, pages };
    // Each test creates and names the sessions that it needs.
    await this.ask('DELETE', `/browsers/${service.session}`);
  }

  async stop(): Promise<void> {
    await Promise.all([this.started?.service.stop(), this.started?.pages.stop()]);
  }

  /**
   * Starts a session with this name and page, and waits until the page is shown.
   * @param more of the request.
   */
  async openSession(name: string, page: string, more: object = {}): Promise<string> {
    this.pages.clear();
    const { session_id, cdp_ws_url } = await this.ask<{ session_id: string; cdp_ws_url: string }>('POST', '/browsers', {
      name,
      start_url: this.pages.url + page,
      ...more,
    });
    const secret = new URL(cdp_ws_url).pathname.split('/').at(-1) ?? '';
    if (secret.length < 20) throw new Error(`“${secret}” is no secret.`);
    this.secrets.push(secret);
    await this.pages.waitFor(({ type, path }) => type === 'load' && path === page.replace(/\?.*/, ''));
    return session_id;
  }

  /** Ends all sessions that are in use, so that the next test starts without any. */
  async endSessions(): Promise<void> {
    const sessions = await this.ask<{ session_id: string; pool?: { name: string } }[]>('GET', '/browsers');
    for (const { session_id, pool } of sessions) {
      if (pool) await this.ask('POST', `/browser_pools/${pool.name}/release`, { session_id, reuse: false });
      else await this.ask('DELETE', `/browsers/${session_id}`);
    }
  }

  async emptyCatalog(): Promise<void> {
    for (const { id } of await this.ask<{ id: string }[]>('GET', '/extensions'))
      await this.ask('DELETE', `/extensions/${id}`);
  }

  /** Sends a request directly to the service, and throws unless it succeeds. */
  async ask<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await request(this.service, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text || 'null');
  }
}

/** Not a text that occurs anywhere by chance, because it is searched for after the run. */
export const TOKEN = 'window-test-token-5f0c1e9ab7d24c63';

const shared = new Fixture();
let starting: Promise<void> | undefined;

/** The fixture of the process. Each test begins without sessions, and each `describe` with an empty catalog. */
export function useFixture(): Fixture {
  before(() => (starting ??= shared.start(TOKEN).then(() => atEnd(() => shared.stop()))));
  after(() => shared.emptyCatalog());
  afterEach(() => shared.endSessions());
  return shared;
}
