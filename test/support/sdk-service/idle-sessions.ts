import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserCreateParams } from '@onkernel/sdk/resources/browsers';
import type { Hono } from 'hono';
import { fail } from '.';

/** What a service has whose sessions have no browser, and none of the DevTools. */
export class IdleSessions {
  /** Those that run, with what was asked for. */
  readonly running = new Map<string, BrowserCreateParams>();
  /** How many have been made, how many ran at most at a time, and how many requests for one arrived. */
  made = 0;
  most = 0;
  asked = 0;
  /** Milliseconds that a start, and an end, takes. */
  startTime = 0;
  endTime = 0;
  /** Refuses a request for a session. */
  refuse: (asked: number) => Response | undefined = () => undefined;
  /** Free browsers of the pool `shared`; undefined: there is no pool. */
  free: number | undefined;
  /** The status for a click; 200 by default. */
  click: (x: number, session: string) => 200 | 400 = () => 200;

  start(params: BrowserCreateParams = {}): object {
    const id = `idle${++this.made}`;
    this.running.set(id, params);
    this.most = Math.max(this.most, this.running.size);
    return { session_id: id, created_at: new Date().toISOString(), headless: false, stealth: false, ...params };
  }
}

/** Answers a request for a session with an error, as services do that have no more. */
export function refusal(status: number, message: string, retryAfter?: number): Response {
  const headers = new Headers(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]]);
  return Response.json({ code: 'refused', message }, { status, headers });
}

export function addIdleSessionRoutes(app: Hono, state: IdleSessions): void {
  app.post('/browsers', async (c) => {
    const refused = state.refuse(++state.asked);
    if (refused) return refused;
    const params = await c.req.json<BrowserCreateParams>();
    if (state.startTime > 0) await delay(state.startTime);
    return c.json(state.start(params));
  });
  app.get('/browsers', (c) => c.json([...state.running.keys()].map((id) => ({ session_id: id }))));
  app.get('/browsers/:id', (c) => {
    const id = c.req.param('id');
    return state.running.has(id) ? c.json({ session_id: id }) : fail(404, 'not_found', 'browser not found');
  });
  app.delete('/browsers/:id', async (c) => {
    if (state.endTime > 0) await delay(state.endTime);
    state.running.delete(c.req.param('id'));
    return c.body(null, 204);
  });
  app.post('/browsers/:id/computer/click_mouse', async (c) => {
    const { x } = await c.req.json<{ x: number }>();
    return c.json({ message: 'it does not do that' }, state.click(x, c.req.param('id')));
  });
  app.post('/browser_pools/shared/acquire', async (c) => {
    const refused = state.refuse(++state.asked);
    if (refused) return refused;
    // As long as a request of the service waits for a browser.
    await delay(50);
    if (state.free === undefined) fail(404, 'not_found', 'pool not found');
    if (state.free === 0) return c.body(null, 204);
    state.free--;
    return c.json(state.start());
  });
  app.post('/browser_pools/shared/release', async (c) => {
    const { session_id: id } = await c.req.json<{ session_id: string }>();
    state.running.delete(id);
    state.free = (state.free ?? 0) + 1;
    return c.body(null, 204);
  });
}
