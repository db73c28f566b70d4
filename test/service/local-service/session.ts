import assert from 'node:assert/strict';
import { type LocalService, type Reply, request } from '../../support/local-service';
import { EVENTS_A_PAGE, type Pages } from '../../support/pages';
import { addressOf, DevToolsClient } from './devtools-client';

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

/**
 * Shows a page in the tab of a session that runs, and waits until the page has reported that it has loaded. What the
 * pages before it report is forgotten, also what is still to arrive. Starting a browser for it would take ten times as
 * long.
 */
export async function showPage(service: LocalService, session: string, pages: Pages, place: string): Promise<void> {
  const client = await DevToolsClient.connect(await addressOf(service, session));
  const { targetInfos }: { targetInfos: { type: string; targetId: string }[] } = await client.send('Target.getTargets');
  const [page, ...others] = targetInfos.filter(({ type }) => type === 'page');
  assert.ok(page && others.length === 0, `${others.length} more tabs`);
  const { sessionId: inPage } = await client.send('Target.attachToTarget', {
    targetId: page.targetId,
    flatten: true,
  });
  const began = Date.now() * EVENTS_A_PAGE;
  await client.send('Page.navigate', { url: `${pages.url}${place}` }, inPage);
  await client.close();
  const loaded = await pages.waitFor(
    ({ type, path, order }) => type === 'load' && place.startsWith(path) && order >= began,
  );
  pages.forgetUntil(loaded);
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
