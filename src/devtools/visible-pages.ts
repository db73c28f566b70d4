import { Cancelled } from '../core/errors';
import { asRecord } from '../core/json';
import type { DevToolsConnection } from './connection';
import { DevToolsFailure } from './failures';
import { attachToTarget, detachFrom } from './targets';

/** Pages that are asked at most. */
const MAX_ASKED = 50;
/** Milliseconds. A page that does not answer in this time hangs. */
const MAX_ANSWER = 1000;

/**
 * Whether a page is in front in its window. A page that hangs, or ends meanwhile, is not.
 * @param parent ID of the browser session to attach in; undefined: that of the connection.
 * @throws Cancelled.
 */
export async function isVisible(
  connection: DevToolsConnection,
  targetId: string,
  cancelled: AbortSignal,
  parent?: string,
): Promise<boolean> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(MAX_ANSWER)]);
  const within = { signal, ...(parent !== undefined && { sessionId: parent }) };
  try {
    const sessionId = await attachToTarget(connection, targetId, within);
    if (sessionId === undefined) return false;
    const params = { expression: 'document.visibilityState', returnByValue: true };
    const evaluation = connection.send('Runtime.evaluate', params, { signal, sessionId });
    const { result } = asRecord(await evaluation.finally(() => detachFrom(connection, sessionId, parent)));
    return asRecord(result)['value'] === 'visible';
  } catch (error) {
    if (error instanceof DevToolsFailure || (error instanceof Cancelled && !cancelled.aborted)) return false;
    throw error;
  }
}

/**
 * The pages that are in front, of the first ones that are given.
 * @param parent as for `isVisible`.
 * @throws Cancelled.
 */
export async function visibleOf<Page extends { readonly targetId: string }>(
  connection: DevToolsConnection,
  pages: readonly Page[],
  signal: AbortSignal,
  parent?: string,
): Promise<Page[]> {
  const found = await Promise.all(
    pages
      .slice(0, MAX_ASKED)
      .map(async (page) => ((await isVisible(connection, page.targetId, signal, parent)) ? [page] : [])),
  );
  return found.flat();
}
