import type { Protocol } from 'devtools-protocol';
import { DevToolsFailure, ProtocolError } from '../core/devtools-failure';
import { Cancelled, raceWithAbort } from '../core/errors';
import { asText } from '../core/json';
import { withTimeLimit } from '../core/time-limit';
import type { DevToolsConnection } from './connection';
import { listOf, type Doubtful } from './doubtful';

export interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly title: string;
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
  return listOf(answer.targetInfos).flatMap((info) => targetOf(info) ?? []);
}

/** What the browser tells of a target; undefined if that is nothing. */
export function targetOf(info: Doubtful<Protocol.Target.TargetInfo>): Target | undefined {
  const targetId = asText(info.targetId);
  const [type = '', url = '', title = ''] = [info.type, info.url, info.title].map(asText);
  return targetId === undefined ? undefined : { targetId, type, url, title };
}

/**
 * Whether a tab is one of a browser window. A popup or side panel that is open is listed as a tab too, and is in none:
 * an action in it would crash Chromium 150 and 156.
 */
export async function isInWindow(
  connection: DevToolsConnection,
  targetId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await connection.send('Browser.getWindowForTarget', { targetId }, { signal });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

/** A popup is of the type `other` until it is shown. */
export const PAGE_TYPES = [{ type: 'page' }, { type: 'other' }, { exclude: true }];

/**
 * Does some work, and waits for a page that opens by it.
 * @param milliseconds from then on.
 * @returns its ID; undefined if none opens in time.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function openedBy(
  connection: DevToolsConnection,
  work: () => Promise<unknown>,
  isMeant: (target: Target) => boolean,
  milliseconds: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ending = new AbortController();
  const { targetSession } = await openBrowserSession(connection, AbortSignal.any([signal, ending.signal]));
  const before = new Set<string>();
  let isListed = false;
  let opened: ((targetId: string) => void) | undefined;
  const found = new Promise<string>((resolve) => (opened = resolve));
  const unsubscribe = connection.subscribe(({ method, params, targetSession: of }) => {
    if (of !== targetSession || (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged')) return;
    const target = targetOf(params.targetInfo ?? {});
    if (!target || before.has(target.targetId)) return;
    if (!isListed) before.add(target.targetId);
    else if (isMeant(target)) opened?.(target.targetId);
  });
  try {
    await connection.send(
      'Target.setDiscoverTargets',
      { discover: true, filter: PAGE_TYPES },
      { signal, targetSession },
    );
    isListed = true;
    await work();
    const inTime = withTimeLimit(signal, milliseconds);
    return await raceWithAbort(found, inTime).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof Cancelled)) throw error;
      return undefined;
    });
  } finally {
    unsubscribe();
    ending.abort();
  }
}

/**
 * The address of a page.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function addressOf(
  connection: DevToolsConnection,
  { targetId }: Pick<Target, 'targetId'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  return asText((await connection.send('Target.getTargetInfo', { targetId }, { signal })).targetInfo?.url);
}

/** The longest wait for an answer, in milliseconds. */
const MAX_DETACH = 1000;

/**
 * Detaches from a target. Nobody waits for it: a page that hangs does not answer it.
 * @param targetSession that `attachToTarget` returned.
 * @param parent the browser session that it belongs to; undefined: that of the connection.
 */
export function detachFrom(connection: DevToolsConnection, targetSession: string, parent?: string): void {
  if (!connection.isOpen) return;
  const to = { signal: AbortSignal.timeout(MAX_DETACH), ...(parent !== undefined && { targetSession: parent }) };
  void connection.send('Target.detachFromTarget', { sessionId: targetSession }, to).catch(() => {});
}

/**
 * Does some work in a session of its own with a target. The frames of other sites that are attached to for it are
 * detached from with it.
 * @param gone what to do if the target does not exist any more.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function inOwnSession<T>(
  connection: DevToolsConnection,
  targetId: string,
  signal: AbortSignal,
  use: (targetSession: string) => Promise<T>,
  gone: () => T | Promise<T>,
): Promise<T> {
  const targetSession = await attachToTarget(connection, targetId, { signal });
  if (targetSession === undefined) return gone();
  try {
    return await use(targetSession);
  } finally {
    detachFrom(connection, targetSession);
  }
}

/** A browser session of its own: discovering targets in it does not affect other users of the connection. */
interface BrowserSession {
  readonly targetSession: string;
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
  const targetSession = asText(attached.sessionId);
  if (targetSession === undefined) throw new ProtocolError('no session');
  return {
    targetSession,
    onEnd: (listener) => {
      let forgetClose: (() => void) | undefined;
      const end = (): void => {
        forgetClose?.();
        signal.removeEventListener('abort', end);
        listener();
        detachFrom(connection, targetSession);
      };
      signal.addEventListener('abort', end, { once: true });
      forgetClose = connection.onClose(end);
    },
  };
}

/**
 * Attaches to a target.
 * @param options.targetSession of the browser session that it belongs to; by default that of the connection.
 * @returns the ID of its session; undefined if the browser tells none.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function attachToTarget(
  connection: DevToolsConnection,
  targetId: string,
  options: { readonly signal: AbortSignal; readonly targetSession?: string },
): Promise<string | undefined> {
  return asText((await connection.send('Target.attachToTarget', { targetId, flatten: true }, options)).sessionId);
}

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
  const signal = withTimeLimit(cancelled, MAX_ANSWER);
  const within = { signal, ...(parent !== undefined && { targetSession: parent }) };
  try {
    const targetSession = await attachToTarget(connection, targetId, within);
    if (targetSession === undefined) return false;
    const params = { expression: 'document.visibilityState', returnByValue: true };
    const evaluation = connection.send('Runtime.evaluate', params, { signal, targetSession });
    const { result } = await evaluation.finally(() => detachFrom(connection, targetSession, parent));
    return result?.value === 'visible';
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
    const targetSession = await attachToTarget(connection, targetId, { signal });
    if (targetSession === undefined) return false;
    await connection.send('Page.reload', {}, { signal, targetSession });
    await connection.send('Target.detachFromTarget', { sessionId: targetSession }, { signal });
    return true;
  } catch (error) {
    if (error instanceof DevToolsFailure) return false;
    throw error;
  }
}
