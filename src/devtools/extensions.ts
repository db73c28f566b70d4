import type { Protocol } from 'devtools-protocol';
import { DevToolsFailure, ProtocolError } from '../core/devtools-failure';
import { asText, asTime } from '../core/json';
import type { DevToolsConnection } from './connection';
import { listOf, type Doubtful } from './doubtful';
import { ignoreFailure } from './failures';
import type { ExtensionPermissions, StorageSizes } from './page/extension-state';
import { isInWindow, listTargets, visibleOf, type Target } from './targets';

/** An unpacked extension that the browser has loaded. */
export interface LoadedExtension {
  /** Chromium's ID of it. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The folder that it was loaded from, in the session. */
  readonly path: string;
  readonly enabled: boolean;
  /** How many errors of it are known; undefined if nobody has looked. */
  readonly errors?: number;
  /** Whether its worker runs; undefined if that is not known, or it has none. */
  readonly worker?: 'running' | 'stopped';
  /** What it has stored, and what it may do; undefined if nobody has looked. */
  readonly storage?: StorageSizes;
  readonly permissions?: ExtensionPermissions;
}

/** More are not read: no session has as many, and a list of a hostile host may be longer. */
const MAX_EXTENSIONS = 500;

/**
 * What the browser has really loaded, which the answer to an upload does not tell.
 * @throws DevToolsFailure; ProtocolError where this browser does not tell.
 */
export async function listLoaded(connection: DevToolsConnection, signal: AbortSignal): Promise<LoadedExtension[]> {
  const { extensions } = await connection.send('Extensions.getExtensions', undefined, { signal });
  if (!Array.isArray(extensions)) throw new ProtocolError('no list of extensions');
  const read = listOf(extensions, MAX_EXTENSIONS).flatMap((each) => readLoaded(each) ?? []);
  return [...new Map(read.map((extension) => [extension.id, extension])).values()];
}

/**
 * Loads the extension of a folder in the session; one that is loaded from there already is reloaded in place.
 * @throws ProtocolError with Chromium's own message if it rejects the folder; what ran before is still loaded then.
 */
export async function loadUnpacked(connection: DevToolsConnection, path: string, signal: AbortSignal): Promise<void> {
  await connection.send('Extensions.loadUnpacked', { path }, { signal });
}

/**
 * Takes an extension out of the browser. Its folder in the session stays.
 * @throws ProtocolError with Chromium's own message, such as for an ID that it does not have.
 */
export async function uninstall(connection: DevToolsConnection, id: string, signal: AbortSignal): Promise<void> {
  await connection.send('Extensions.uninstall', { id }, { signal });
}

/**
 * Takes an extension out, and puts it in again, as if it was never there: with nothing stored, and `onInstalled` for an
 * installation. A tab that it has opened when it is taken out is closed.
 * @throws ProtocolError as `uninstall` and `loadUnpacked`; DevToolsFailure; Cancelled.
 */
export async function installAgain(
  connection: DevToolsConnection,
  { id, path }: Pick<LoadedExtension, 'id' | 'path'>,
  signal: AbortSignal,
): Promise<void> {
  const pages = async (): Promise<Target[]> => listTargets(connection, signal, [{ type: 'page' }, { exclude: true }]);
  const before = new Set((await pages()).map(({ targetId }) => targetId));
  await uninstall(connection, id, signal);
  for (const { targetId } of await pages())
    if (!before.has(targetId))
      // One that has closed meanwhile is no error.
      await connection.send('Target.closeTarget', { targetId }, { signal }).catch(ignoreFailure);
  await loadUnpacked(connection, path, signal);
}

function readLoaded(told: Doubtful<Protocol.Extensions.ExtensionInfo>): LoadedExtension | undefined {
  const [id, path] = [asText(told.id), asText(told.path)];
  if (id === undefined || path === undefined) return undefined;
  return {
    id,
    name: asText(told.name) ?? id,
    version: asText(told.version) ?? '',
    path,
    enabled: told.enabled !== false,
  };
}

/** Milliseconds without another event: a reload ends a worker and starts another one. */
const QUIET = 200;
/** More are not remembered; a list of a hostile host may be endless. */
const MAX_WORKERS = 1000;

/**
 * Calls `listener` when the workers of extensions have started or ended, as they do when one is loaded, reloaded or
 * removed. This adds one request to a connection that is open, and does not keep it open.
 */
export function watchExtensions(connection: DevToolsConnection, listener: () => void): void {
  const workers = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  // What runs when the watch begins is reported too, and is no news.
  let isNews = false;
  const happened = (): void => {
    clearTimeout(timer);
    if (isNews) timer = setTimeout(listener, QUIET).unref();
  };
  connection.onEvent('Target.targetCreated', ({ targetInfo }) => {
    const id = asText(targetInfo?.targetId);
    const isOfExtension = asText(targetInfo?.url)?.startsWith('chrome-extension://');
    if (id === undefined || !isOfExtension || workers.size >= MAX_WORKERS) return;
    workers.add(id);
    happened();
  });
  connection.onEvent('Target.targetDestroyed', ({ targetId }) => {
    if (workers.delete(asText(targetId) ?? '')) happened();
  });
  const ended = new AbortController();
  connection.onClose(() => {
    ended.abort();
    clearTimeout(timer);
  });
  // Without a filter, because `Target.getTargets` of this connection would then use the same one.
  void connection.send('Target.setDiscoverTargets', { discover: true }, { signal: ended.signal }).then(
    () => (isNews = true),
    (error: unknown) => {
      // A session that does not tell of its workers is listed again only when someone asks.
      if (!(error instanceof DevToolsFailure)) throw error;
    },
  );
}

/**
 * Runs the action of an extension as if its icon was clicked: its popup opens, or its worker gets the click. This
 * happens in the tab that is in front.
 * @throws ProtocolError if it is not loaded and enabled. An extension without an action is no error: nothing happens.
 */
export async function triggerAction(connection: DevToolsConnection, id: string, signal: AbortSignal): Promise<void> {
  // Chromium 150 and 156 crash if it is not there.
  const loaded = (await listLoaded(connection, signal)).find((each) => each.id === id);
  if (!loaded?.enabled) throw new ProtocolError('The extension is not enabled');
  // Chromium 150 may open its DevTools with a popup: an action in their window would crash it.
  const ofType = async (type: string): Promise<Target[]> =>
    (await listTargets(connection, signal, [{ type }, { exclude: true }])).filter(
      ({ url }) => !url.startsWith('devtools:'),
    );
  const [pages, tabs] = [await ofType('page'), await ofType('tab')];
  const visible = new Set((await visibleOf(connection, pages, signal)).map(({ url }) => url));
  const inFront = tabs.filter(({ url }) => visible.has(url));
  for (const { targetId } of new Set([...inFront, ...tabs]))
    if (await isInWindow(connection, targetId, signal)) {
      await connection.send('Extensions.triggerAction', { id, targetId }, { signal });
      return;
    }
  throw new ProtocolError('No tab is open');
}

/**
 * The time of the browser's clock, in a page that is attached to. Milliseconds since 1970.
 * @returns undefined if it does not tell.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function browserTime(
  connection: Pick<DevToolsConnection, 'send'>,
  { targetSession }: { readonly targetSession: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  const asked = { expression: 'Date.now()', returnByValue: true };
  const { result } = await connection.send('Runtime.evaluate', asked, { targetSession, signal });
  return asTime(Math.floor(Number(result?.value)));
}

/**
 * The version of the browser, such as `156.0.8078.114`.
 * @returns undefined if it does not tell, or something that is no version.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function browserVersion(
  connection: Pick<DevToolsConnection, 'send'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { product } = await connection.send('Browser.getVersion', undefined, { signal });
  return /^\w{1,30}\/(\d{1,5}(?:\.\d{1,9}){1,3})$/.exec(asText(product) ?? '')?.[1];
}

/** What only this process of the browser has: once it has ended, another one may answer in its place. */
export async function browserProcess(
  connection: Pick<DevToolsConnection, 'send'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { targetInfo } = await connection.send('Target.getTargetInfo', undefined, { signal });
  return asText(targetInfo?.targetId);
}

/**
 * The ID of the browser's own context, which is the same over all connections, and another one after each start.
 * @returns undefined if it does not tell.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function defaultContext(
  connection: Pick<DevToolsConnection, 'send'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const told = asText(
    (await connection.send('Target.getBrowserContexts', undefined, { signal })).defaultBrowserContextId,
  );
  if (told !== undefined) return told;
  // Older versions tell it of each target only.
  const { targetInfos } = await connection.send('Target.getTargets', {}, { signal });
  return listOf(targetInfos).flatMap((target) => asText(target?.browserContextId) ?? [])[0];
}
