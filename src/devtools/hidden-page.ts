import { ProtocolError } from '../core/devtools-failure';
import { asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { ignoreFailure } from './failures';
import { attachToTarget } from './targets';

/** A page that is attached to. */
export interface HiddenPage {
  readonly targetId: string;
  readonly targetSession: string;
}

/** Milliseconds for what ends by itself if nobody waits. */
const MAX_CLOSE = 2000;

/**
 * Opens a page that is in no tab, so that nobody sees it. It ends with the connection.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function openHiddenPage(
  connection: DevToolsConnection,
  url: string,
  signal: AbortSignal,
): Promise<HiddenPage> {
  const created = await connection.send('Target.createTarget', { url, background: true, hidden: true }, { signal });
  const targetId = asText(created.targetId);
  if (targetId === undefined) throw new ProtocolError('no page');
  const targetSession = await attachToTarget(connection, targetId, { signal });
  if (targetSession === undefined) throw new ProtocolError('no session');
  return { targetId, targetSession };
}

/**
 * Evaluates an expression in a page, and waits if it is a promise.
 * @param timeout as for `DevToolsConnection.send`.
 * @throws ProtocolError with the first line of what it throws; other kinds of DevToolsFailure, or Cancelled.
 */
export async function evaluateIn(
  connection: DevToolsConnection,
  expression: string,
  to: { readonly signal: AbortSignal; readonly targetSession: string; readonly timeout?: number },
): Promise<unknown> {
  const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails: failure } = await connection.send('Runtime.evaluate', asked, to);
  if (failure === undefined) return result?.value;
  const text = asText(failure?.exception?.description) ?? asText(failure?.text) ?? '';
  throw new ProtocolError(/^(?:\w*Error: )?(.*)/.exec(text)?.[1] ?? '');
}

/** Nobody waits for it: a browser may no longer answer. */
export function closeHiddenPage(connection: DevToolsConnection, { targetId }: HiddenPage): void {
  if (!connection.isOpen) return;
  const to = { signal: AbortSignal.timeout(MAX_CLOSE) };
  void connection.send('Target.closeTarget', { targetId }, to).catch(ignoreFailure);
}
