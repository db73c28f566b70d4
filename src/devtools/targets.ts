import { asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { ProtocolError } from './failures';

export interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/**
 * The targets of a browser.
 * @param filter the protocol's own; by default that of the connection.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function listTargets(
  connection: DevToolsConnection,
  signal: AbortSignal,
  filter?: { type?: string; exclude?: boolean }[],
): Promise<Target[]> {
  const answer = await connection.send('Target.getTargets', { ...(filter && { filter }) }, { signal });
  const { targetInfos } = asRecord(answer);
  return (Array.isArray(targetInfos) ? targetInfos : []).flatMap((info) => {
    const { targetId, type, url } = asRecord(info);
    const id = asText(targetId);
    return id === undefined ? [] : [{ targetId: id, type: asText(type) ?? '', url: asText(url) ?? '' }];
  });
}

/** Nobody waits for an answer longer than this; in milliseconds. */
const MAX_DETACH = 1000;

/**
 * Detaches from a target. Nobody waits for it: a page that hangs does not answer it.
 * @param sessionId that `attachToTarget` returned.
 * @param parent the browser session that it belongs to; undefined: that of the connection.
 */
export function detachFrom(connection: DevToolsConnection, sessionId: string, parent?: string): void {
  if (!connection.isOpen) return;
  const to = { signal: AbortSignal.timeout(MAX_DETACH), ...(parent !== undefined && { sessionId: parent }) };
  void connection.send('Target.detachFromTarget', { sessionId }, to).catch(() => {});
}

/** A browser session of its own: discovering targets in it does not affect other users of the connection. */
export interface BrowserSession {
  readonly sessionId: string;
  /** Calls `listener` once, when it ends: with the connection, or when its signal is aborted. */
  readonly onEnd: (listener: () => void) => void;
}

/**
 * Opens a browser session. When it ends, so does all that was attached to in it; the connection is shared, and stays
 * open.
 * @param signal ends it.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function openBrowserSession(connection: DevToolsConnection, signal: AbortSignal): Promise<BrowserSession> {
  const attached = await connection.send('Target.attachToBrowserTarget', undefined, { signal });
  const sessionId = asText(asRecord(attached)['sessionId']);
  if (sessionId === undefined) throw new ProtocolError('no session', undefined);
  return {
    sessionId,
    onEnd: (listener) => {
      let forgetClose: (() => void) | undefined;
      const end = (): void => {
        forgetClose?.();
        signal.removeEventListener('abort', end);
        listener();
        detachFrom(connection, sessionId);
      };
      signal.addEventListener('abort', end, { once: true });
      forgetClose = connection.onClose(end);
    },
  };
}

/**
 * Attaches to a target.
 * @param options.sessionId of the browser session that it belongs to; by default that of the connection.
 * @returns the ID of its session; undefined if the browser tells none.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToTarget(
  connection: DevToolsConnection,
  targetId: string,
  options: { readonly signal: AbortSignal; readonly sessionId?: string },
): Promise<string | undefined> {
  const attached = await connection.send('Target.attachToTarget', { targetId, flatten: true }, options);
  return asText(asRecord(attached)['sessionId']);
}
