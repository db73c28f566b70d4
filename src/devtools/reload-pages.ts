import { asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { DevToolsFailure } from './failures';

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
  const { targetInfos } = asRecord(await connection.send('Target.getTargets', {}, { signal }));
  const pages = (Array.isArray(targetInfos) ? targetInfos : [])
    .map((target) => asRecord(target))
    .filter(
      ({ type, url }) => type === 'page' && typeof url === 'string' && URL.canParse(url) && isWanted(new URL(url)),
    )
    .flatMap(({ targetId }) => asText(targetId) ?? [])
    .slice(0, MAX_PAGES);
  const reloaded = await Promise.all(pages.map((targetId) => reloadPage(connection, targetId, signal)));
  return reloaded.filter(Boolean).length;
}

async function reloadPage(connection: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const attached = await connection.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
    const sessionId = asText(asRecord(attached)['sessionId']);
    if (sessionId === undefined) return false;
    await connection.send('Page.reload', {}, { signal, sessionId });
    await connection.send('Target.detachFromTarget', { sessionId }, { signal });
    return true;
  } catch (error) {
    if (error instanceof DevToolsFailure) return false;
    throw error;
  }
}
