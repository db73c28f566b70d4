import type { DevToolsConnection } from './connection';
import { DevToolsFailure } from './failures';
import { attachToTarget, listTargets } from './targets';

/** A session with more is not a person's; each reload is a load of its own. */
const MAX_PAGES = 50;

/**
 * Reloads the pages of a session: a content script that has changed is not injected again into a page that is open.
 * @param isWanted tells which pages by their address.
 * @returns how many. A page that closes meanwhile is not counted.
 * @throws DevToolsFailure if the browser does not list its pages, and Cancelled.
 */
export async function reloadPages(
  connection: DevToolsConnection,
  isWanted: (url: URL) => boolean,
  signal: AbortSignal,
): Promise<number> {
  const pages = (await listTargets(connection, signal))
    .filter(({ type, url }) => type === 'page' && URL.canParse(url) && isWanted(new URL(url)))
    .slice(0, MAX_PAGES);
  const reloaded = await Promise.all(pages.map(({ targetId }) => reloadPage(connection, targetId, signal)));
  return reloaded.filter(Boolean).length;
}

async function reloadPage(connection: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const sessionId = await attachToTarget(connection, targetId, { signal });
    if (sessionId === undefined) return false;
    await connection.send('Page.reload', {}, { signal, sessionId });
    await connection.send('Target.detachFromTarget', { sessionId }, { signal });
    return true;
  } catch (error) {
    if (error instanceof DevToolsFailure) return false;
    throw error;
  }
}
