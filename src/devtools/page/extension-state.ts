import { setTimeout as pause } from 'node:timers/promises';
import { Cancelled } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { ignoreFailure, ProtocolError } from '../failures';
import { originOf } from '../script-place';
import { attachToTarget } from '../targets';

/** The areas of `chrome.storage`. */
export const STORAGE_AREAS = ['local', 'session', 'sync', 'managed'] as const;
export type StorageArea = (typeof STORAGE_AREAS)[number];

export type StorageChange =
  | { readonly set: Readonly<Record<string, unknown>> }
  | { readonly remove: readonly string[] }
  /** All keys. */
  | { readonly clear: true };

/** Milliseconds for what ends by itself if nobody waits. */
const MAX_CLOSE = 2000;

/**
 * Reads what an extension has stored. Its worker is not woken.
 * @throws ProtocolError with Chromium's own message, other kinds of DevToolsFailure, or Cancelled.
 */
export async function readStorage(
  connection: DevToolsConnection,
  id: string,
  storageArea: StorageArea,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  return inExtension(connection, id, signal, async (sessionId) => {
    const to = { signal, sessionId };
    const { data } = asRecord(await connection.send('Extensions.getStorageItems', { id, storageArea }, to));
    return asRecord(data);
  });
}

/**
 * Changes what an extension has stored. Its own listeners are told.
 * @throws as `readStorage`.
 */
export async function changeStorage(
  connection: DevToolsConnection,
  id: string,
  storageArea: StorageArea,
  change: StorageChange,
  signal: AbortSignal,
): Promise<void> {
  await inExtension(connection, id, signal, async (sessionId) => {
    const to = { signal, sessionId };
    if ('set' in change)
      await connection.send('Extensions.setStorageItems', { id, storageArea, values: { ...change.set } }, to);
    else if ('remove' in change)
      await connection.send('Extensions.removeStorageItems', { id, storageArea, keys: [...change.remove] }, to);
    else await connection.send('Extensions.clearStorageItems', { id, storageArea }, to);
  });
}

/** What an extension is allowed, as its manifest and the browser have it. */
export interface ExtensionPermissions {
  readonly granted: readonly string[];
  readonly hosts: readonly string[];
  readonly optional: readonly string[];
}

const PERMISSIONS = `chrome.permissions.getAll().then(({ permissions, origins }) => {
  const { optional_permissions = [], optional_host_permissions = [] } = chrome.runtime.getManifest();
  return { granted: permissions, hosts: origins, optional: [...optional_permissions, ...optional_host_permissions] };
})`;

/**
 * The permissions of an extension. A page of it is opened for a moment, which nobody sees.
 * @throws as `readStorage`.
 */
export async function readPermissions(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ExtensionPermissions> {
  return inExtension(connection, id, signal, async (sessionId) => {
    const asked = { expression: PERMISSIONS, awaitPromise: true, returnByValue: true };
    const { result } = asRecord(await connection.send('Runtime.evaluate', asked, { signal, sessionId }));
    const { granted, hosts, optional } = asRecord(asRecord(result)['value']);
    return { granted: textsIn(granted), hosts: textsIn(hosts), optional: textsIn(optional) };
  });
}

/** The pages that an extension names in its manifest: paths within it. */
export interface ExtensionPages {
  readonly popup: string | undefined;
  readonly options: string | undefined;
  readonly sidePanel: string | undefined;
}

const NAMED_PAGES = `(({ action, browser_action, options_page, options_ui, side_panel }) => ({
  popup: (action ?? browser_action)?.default_popup,
  options: options_ui?.page ?? options_page,
  sidePanel: side_panel?.default_path,
}))(chrome.runtime.getManifest())`;

/** @throws as `readStorage`. */
export async function readExtensionPages(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ExtensionPages> {
  return inExtension(connection, id, signal, async (sessionId) => {
    const asked = { expression: NAMED_PAGES, returnByValue: true };
    const { result } = asRecord(await connection.send('Runtime.evaluate', asked, { signal, sessionId }));
    const { popup, options, sidePanel } = asRecord(asRecord(result)['value']);
    return { popup: asText(popup), options: asText(options), sidePanel: asText(sidePanel) };
  });
}

function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).filter((each) => typeof each === 'string').slice(0, 200);
}

/**
 * Does some work in a hidden page of an extension, which its worker does not notice.
 * @throws as `readStorage`.
 */
async function inExtension<T>(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
  work: (sessionId: string) => Promise<T>,
): Promise<T> {
  const created = await connection.send(
    'Target.createTarget',
    { url: `${originOf(id)}/manifest.json`, background: true },
    { signal },
  );
  const targetId = asText(asRecord(created)['targetId']);
  if (targetId === undefined) throw new ProtocolError('no page', undefined);
  try {
    const sessionId = await attachToTarget(connection, targetId, { signal });
    if (sessionId === undefined) throw new ProtocolError('no session', undefined);
    await untilThere(connection, originOf(id), { signal, sessionId });
    return await work(sessionId);
  } finally {
    void connection
      .send('Target.closeTarget', { targetId }, { signal: AbortSignal.timeout(MAX_CLOSE) })
      .catch(() => {});
  }
}

/** Milliseconds until the page is there; Chromium needs a few. */
const READY_WITHIN = 3000;
const LOOK_AGAIN = 5;

async function untilThere(
  connection: DevToolsConnection,
  origin: string,
  to: { readonly signal: AbortSignal; readonly sessionId: string },
): Promise<void> {
  const end = performance.now() + READY_WITHIN;
  for (;;) {
    const asked = { expression: 'location.origin', returnByValue: true };
    const { result } = asRecord(await connection.send('Runtime.evaluate', asked, to));
    if (asRecord(result)['value'] === origin) return;
    if (performance.now() > end) throw new ProtocolError('The extension has no page', undefined);
    await pause(LOOK_AGAIN, undefined, { signal: to.signal }).catch(() => {
      throw new Cancelled();
    });
  }
}

export type WorkerStatus = 'running' | 'starting' | 'stopping' | 'stopped';

/** The worker of an extension. */
export interface ExtensionWorker {
  readonly versionId: string;
  readonly status: WorkerStatus;
}

/** Milliseconds until the browser has told of all workers: it tells of those that are there at once. */
const TOLD_WITHIN = 1000;
const STATUS: ReadonlySet<unknown> = new Set(['running', 'starting', 'stopping', 'stopped']);

/**
 * Watches the workers of the extensions through a page of the session, which does not keep them awake.
 * @param page that is attached to.
 */
export class WorkerWatch {
  private readonly workers = new Map<string, ExtensionWorker & { readonly script: string }>();
  private readonly listeners = new Set<() => void>();
  private readonly unsubscribe: () => void;

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly page: { readonly sessionId: string },
    private readonly signal: AbortSignal,
  ) {
    this.unsubscribe = connection.onEvent('ServiceWorker.workerVersionUpdated', (params, sessionId) => {
      if (sessionId === page.sessionId) this.receive(params['versions']);
    });
  }

  /** @throws DevToolsFailure, or Cancelled. */
  async begin(): Promise<void> {
    await this.connection.send('ServiceWorker.enable', undefined, this.to);
  }

  /** The worker of an extension; undefined if none was told of. */
  of(id: string): ExtensionWorker | undefined {
    const all = [...this.workers.values()].filter(({ script }) => script.startsWith(`${originOf(id)}/`));
    return all.findLast(({ status }) => status !== 'stopped') ?? all.at(-1);
  }

  /**
   * Waits for a state of a worker.
   * @returns undefined if it does not come in time.
   */
  async until(
    id: string,
    isMeant: (worker: ExtensionWorker | undefined) => boolean,
    milliseconds = TOLD_WITHIN,
  ): Promise<ExtensionWorker | undefined> {
    const inTime = AbortSignal.any([this.signal, AbortSignal.timeout(milliseconds)]);
    return new Promise((resolve) => {
      const look = (): void => {
        const worker = this.of(id);
        if (!isMeant(worker) && !inTime.aborted) return;
        this.listeners.delete(look);
        inTime.removeEventListener('abort', look);
        resolve(isMeant(worker) ? worker : undefined);
      };
      this.listeners.add(look);
      inTime.addEventListener('abort', look, { once: true });
      look();
    });
  }

  /** @throws ProtocolError with Chromium's own message. */
  async stop({ versionId }: ExtensionWorker): Promise<void> {
    await this.connection.send('ServiceWorker.stopWorker', { versionId }, this.to);
  }

  /** @throws ProtocolError with Chromium's own message. */
  async start(id: string): Promise<void> {
    await this.connection.send('ServiceWorker.startWorker', { scopeURL: `${originOf(id)}/` }, this.to);
  }

  end(): void {
    this.unsubscribe();
    if (!this.connection.isOpen) return;
    const to = { ...this.to, signal: AbortSignal.timeout(MAX_CLOSE) };
    void this.connection.send('ServiceWorker.disable', undefined, to).catch(ignoreFailure);
  }

  private get to(): { readonly sessionId: string; readonly signal: AbortSignal } {
    return { sessionId: this.page.sessionId, signal: this.signal };
  }

  private receive(versions: unknown): void {
    for (const each of Array.isArray(versions) ? versions.slice(0, 1000) : []) {
      const { versionId, scriptURL, runningStatus } = asRecord(each);
      const id = asText(versionId);
      const script = asText(scriptURL);
      if (id === undefined || !script?.startsWith('chrome-extension://') || !STATUS.has(runningStatus)) continue;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of these
      this.workers.set(id, { versionId: id, script, status: runningStatus as WorkerStatus });
    }
    for (const look of this.listeners) look();
  }
}
