import assert from 'node:assert/strict';
import { type LocalService, type Reply, request } from '../../local-service';
import type { Pages } from '../../pages';

interface Browser {
  session_id: string;
}

/** Starts a session; with a `start_url`, on that page. */
export async function startSession(service: LocalService, settings: object = {}): Promise<string> {
  return sessionId(await request(service, 'POST', '/browsers', settings));
}

/**
 * Starts a session on a page, and waits until the page has reported that it has loaded; earlier events are forgotten.
 */
export async function startSessionOn(service: LocalService, pages: Pages, place: string): Promise<string> {
  pages.clear();
  const session = await startSession(service, { start_url: `${pages.url}${place}` });
  await pages.waitFor(({ type, path }) => type === 'load' && place.startsWith(path));
  pages.clear();
  return session;
}

export function sessionId(reply: Reply): string {
  assert.equal(reply.status, 200, reply.text);
  const { session_id }: Browser = JSON.parse(reply.text);
  return session_id;
}

/** Clicks in a session; `more` adds and overrides fields. */
export function click(service: LocalService, session: string, more: object): Promise<Reply> {
  return request(service, 'POST', `/browsers/${session}/computer/click_mouse`, more);
}
