import { setTimeout as pause } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { ProtocolError } from '../../core/devtools-failure';
import { Cancelled } from '../../core/errors';
import { excerpt } from '../../core/format';
import { asCount, asRecord, asText, asTexts, parseJson } from '../../core/json';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { ignoreFailure } from '../failures';
import { closeHiddenPage, evaluateIn, openHiddenPage, type HiddenPage } from '../hidden-page';
import { originOf } from '../script-place';
import { waitFor } from '../wait-for';

export type StorageChange =
  | { readonly set: Readonly<Record<string, unknown>> }
  | { readonly remove: readonly string[] }
  /** All keys. */
  | { readonly clear: true };

/** Milliseconds for what ends by itself if nobody waits. */
const MAX_CLOSE = 2000;

/** What an extension has stored in an area. */
export interface StoredItems {
  readonly values: Readonly<Record<string, unknown>>;
  /** Keys that were not read, because all together would be too long. */
  readonly left: number;
}

/** How much an area has. */
export interface StorageSize {
  readonly keys: number;
  readonly bytes: number;
}

export type StorageSizes = Readonly<Record<StorageArea, StorageSize>>;

/** Milliseconds for the keys of an area. Chromium needs 10 s to store 100,000 keys, a busy machine as long to read 10 MB. */
export const STORAGE_WITHIN = 60_000;

/** UTF-16 units of JSON that are read of a storage at once. */
export const MAX_STORED = 10 * 1024 * 1024;

/**
 * Reads what an extension has stored, up to `MAX_STORED`. Its worker is not woken.
 * @param keys those that are read; all by default.
 * @throws ProtocolError with Chromium's own message, other kinds of DevToolsFailure, or Cancelled.
 */
export async function readStorage(
  connection: DevToolsConnection,
  id: string,
  area: StorageArea,
  signal: AbortSignal,
  keys?: readonly string[],
): Promise<StoredItems> {
  return inExtension(connection, id, signal, (page) => page.read(area, signal, keys));
}

/**
 * Changes what an extension has stored. Its own listeners are told.
 * @throws as `readStorage`.
 */
export async function changeStorage(
  connection: DevToolsConnection,
  id: string,
  area: StorageArea,
  change: StorageChange,
  signal: AbortSignal,
): Promise<void> {
  await inExtension(connection, id, signal, (page) => page.change(area, change, signal));
}

/**
 * A hidden page of an extension: no window shows it, no list of tabs has it, and the extension's worker is neither woken
 * by it nor kept awake. In Chromium before 135 it is a tab in the background.
 */
export class ExtensionPage {
  private unsubscribe = (): void => {};

  private constructor(
    private readonly connection: DevToolsConnection,
    private readonly page: HiddenPage,
  ) {}

  /** @throws as `readStorage`. */
  static async open(connection: DevToolsConnection, id: string, signal: AbortSignal): Promise<ExtensionPage> {
    const page = await openHiddenPage(connection, `${originOf(id)}/manifest.json`, signal);
    try {
      await untilThere(connection, originOf(id), { signal, targetSession: page.targetSession });
      return new ExtensionPage(connection, page);
    } catch (error) {
      closeHiddenPage(connection, page);
      throw error;
    }
  }

  /**
   * @param keys those that are read; all by default.
   * @throws as `readStorage`.
   */
  async read(area: StorageArea, signal: AbortSignal, keys?: readonly string[]): Promise<StoredItems> {
    const wanted = keys === undefined ? 'null' : parsedInPage(keys);
    const call = `(${READ})(${areaOf(area)}, ${wanted}, ${MAX_STORED})`;
    const { text, left } = asRecord(await this.evaluate(call, signal, STORAGE_WITHIN));
    return { values: asRecord(parseJson(asText(text) ?? '{}')), left: asCount(left) ?? 0 };
  }

  /** @throws as `readStorage`. */
  async change(area: StorageArea, change: StorageChange, signal: AbortSignal): Promise<void> {
    const call =
      'set' in change
        ? `set(${parsedInPage(change.set)})`
        : 'remove' in change
          ? `remove(${parsedInPage(change.remove)})`
          : 'clear()';
    await this.evaluate(`${areaOf(area)}.${call}.then(() => true)`, signal, STORAGE_WITHIN);
  }

  /** @throws as `readStorage`. */
  async sizes(signal: AbortSignal): Promise<StorageSizes> {
    const sizes = asRecord(await this.evaluate(`(${SIZES})(${JSON.stringify(STORAGE_AREAS)})`, signal));
    const sizeIn = (area: StorageArea): StorageSize => {
      const { keys, bytes } = asRecord(sizes[area]);
      return { keys: asCount(keys) ?? 0, bytes: asCount(bytes) ?? 0 };
    };
    return { local: sizeIn('local'), session: sizeIn('session'), sync: sizeIn('sync'), managed: sizeIn('managed') };
  }

  /**
   * Calls `listener` when an area has changed, and once without one when the extension was reloaded or has ended: this
   * page has nothing of it any more then.
   * @throws as `readStorage`.
   */
  async onChange(listener: (area: string | undefined) => void, signal: AbortSignal): Promise<void> {
    const to = { signal, targetSession: this.page.targetSession };
    this.unsubscribe = this.connection.onEvent('Runtime.bindingCalled', ({ name, payload }, targetSession) => {
      if (targetSession === to.targetSession && name === BINDING) listener(asText(payload));
    });
    await this.connection.send('Runtime.addBinding', { name: BINDING }, to);
    await this.evaluate(WATCH, signal);
  }

  /** @throws as `readStorage`. */
  async permissions(signal: AbortSignal): Promise<ExtensionPermissions> {
    const { granted, hosts, optional } = asRecord(await this.evaluate(PERMISSIONS, signal));
    return { granted: textsIn(granted), hosts: textsIn(hosts), optional: textsIn(optional) };
  }

  /** @throws as `readStorage`. */
  async pages(signal: AbortSignal): Promise<ExtensionPages> {
    const { popup, options, sidePanel } = asRecord(await this.evaluate(NAMED_PAGES, signal));
    return { popup: asText(popup), options: asText(options), sidePanel: asText(sidePanel) };
  }

  /**
   * Chromium's own sentences for the permissions of a manifest, as a person sees them before an installation. Each
   * extension may ask this, and nothing is loaded.
   * @param manifest as JSON.
   * @returns undefined if Chromium does not take it.
   * @throws as `readStorage`.
   */
  async warningsOf(manifest: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const asked = `chrome.management.getPermissionWarningsByManifest(${JSON.stringify(manifest)})`;
    const said = await this.evaluate(`${asked}.catch(() => null)`, signal);
    return Array.isArray(said) ? textsIn(said).map((text) => excerpt(text, MAX_WARNING)) : undefined;
  }

  /**
   * Opens the side panel in the window of the tab that is in front, as a click of the user would.
   * @throws as `readStorage`.
   */
  async openSidePanel(signal: AbortSignal): Promise<void> {
    await this.evaluate(OPEN_SIDE_PANEL, signal);
  }

  close(): void {
    this.unsubscribe();
    closeHiddenPage(this.connection, this.page);
  }

  private async evaluate(expression: string, signal: AbortSignal, timeout?: number): Promise<unknown> {
    const to = { signal, targetSession: this.page.targetSession, ...(timeout !== undefined && { timeout }) };
    return evaluateIn(this.connection, expression, to);
  }
}

/** UTF-16 units of a sentence. */
const MAX_WARNING = 2000;

const BINDING = 'browserSessionsTold';
/** Milliseconds. A page is not told that its extension was reloaded. */
const LOOK_FOR_END = 500;
const WATCH = `(() => {
  chrome.storage?.onChanged.addListener((_, area) => ${BINDING}(area));
  const timer = setInterval(() => {
    if (chrome.runtime?.id) return;
    clearInterval(timer);
    ${BINDING}('');
  }, ${LOOK_FOR_END});
})()`;

/** Whoever has no permission for it has no `chrome.storage`. */
function areaOf(area: StorageArea): string {
  return `(chrome.storage ?? (() => { throw new Error('The extension has no permission for storage') })()).${area}`;
}

/** As JSON in a text: in an object literal `__proto__` would be no key. */
function parsedInPage(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

/** What is too long by itself is left out, and what follows it may be there. */
const READ = `async (area, wanted, max) => {
  const all = await area.get(wanted);
  const keys = Object.keys(all);
  const parts = [];
  let length = 0;
  for (const key of keys) {
    const part = JSON.stringify(key) + ':' + JSON.stringify(all[key]);
    if (part.length >= max) continue;
    length += part.length + 1;
    if (length > max) break;
    parts.push(part);
  }
  return { text: '{' + parts.join(',') + '}', left: keys.length - parts.length };
}`;

/** `getKeys` is there since Chromium 130. */
const SIZES = `async (areas) => {
  const sizes = {};
  for (const name of chrome.storage ? areas : []) {
    const area = chrome.storage[name];
    const keys = area.getKeys ? await area.getKeys() : Object.keys(await area.get(null));
    sizes[name] = { keys: keys.length, bytes: await area.getBytesInUse(null) };
  }
  return sizes;
}`;

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
 * The permissions of an extension.
 * @throws as `readStorage`.
 */
export async function readPermissions(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ExtensionPermissions> {
  return inExtension(connection, id, signal, (page) => page.permissions(signal));
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

const OPEN_SIDE_PANEL = `(async () => {
  if (!chrome.sidePanel) throw new Error('The extension has no permission for the side panel');
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  await chrome.sidePanel.open(tab ? { tabId: tab.id } : { windowId: (await chrome.windows.getLastFocused()).id });
})()`;

/** @throws as `readStorage`. */
export async function readExtensionPages(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
): Promise<ExtensionPages> {
  return inExtension(connection, id, signal, (page) => page.pages(signal));
}

function textsIn(value: unknown): string[] {
  return asTexts(value).slice(0, 200);
}

export async function inExtension<T>(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
  work: (page: ExtensionPage) => Promise<T>,
): Promise<T> {
  const page = await ExtensionPage.open(connection, id, signal);
  try {
    return await work(page);
  } finally {
    page.close();
  }
}

/** Milliseconds until the page is there; Chromium needs a few. */
const READY_WITHIN = 3000;
const LOOK_AGAIN = 5;

async function untilThere(
  connection: DevToolsConnection,
  origin: string,
  to: { readonly signal: AbortSignal; readonly targetSession: string },
): Promise<void> {
  const end = performance.now() + READY_WITHIN;
  for (;;) {
    const asked = { expression: 'location.origin', returnByValue: true };
    if ((await connection.send('Runtime.evaluate', asked, to)).result?.value === origin) return;
    if (performance.now() > end) throw new ProtocolError('The extension has no page');
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

/** Watches the workers of the extensions through a page of the session, which does not keep them awake. */
export class WorkerWatch {
  private readonly workers = new Map<string, ExtensionWorker & { readonly script: string }>();
  private readonly listeners = new Set<() => void>();
  private readonly unsubscribe: () => void;
  private ownPage: HiddenPage | undefined;

  /** @param page that is attached to. */
  constructor(
    private readonly connection: DevToolsConnection,
    private readonly page: { readonly targetSession: string },
    private readonly signal: AbortSignal,
  ) {
    this.unsubscribe = connection.onEvent('ServiceWorker.workerVersionUpdated', (params, targetSession) => {
      if (targetSession === page.targetSession) this.receive(listOf(params.versions, 1000));
    });
  }

  /**
   * Begins to watch through a page of its own, which nobody sees. It ends with the connection.
   * @throws DevToolsFailure, or Cancelled.
   */
  static async open(connection: DevToolsConnection, signal: AbortSignal): Promise<WorkerWatch> {
    const page = await openHiddenPage(connection, 'about:blank', signal);
    const watch = new WorkerWatch(connection, page, signal);
    watch.ownPage = page;
    await watch.begin();
    return watch;
  }

  /** @throws DevToolsFailure, or Cancelled. */
  async begin(): Promise<void> {
    await this.connection.send('ServiceWorker.enable', undefined, this.to);
  }

  /** Calls `listener` now, and whenever the state of a worker has changed. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
    listener();
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
    const look = (): { readonly worker: ExtensionWorker | undefined } | undefined => {
      const worker = this.of(id);
      return isMeant(worker) ? { worker } : undefined;
    };
    return (await waitFor(this.listeners, look, withTimeLimit(this.signal, milliseconds)))?.worker;
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
    if (this.ownPage) closeHiddenPage(this.connection, this.ownPage);
    if (!this.connection.isOpen) return;
    const to = { ...this.to, signal: AbortSignal.timeout(MAX_CLOSE) };
    void this.connection.send('ServiceWorker.disable', undefined, to).catch(ignoreFailure);
  }

  private get to(): { readonly targetSession: string; readonly signal: AbortSignal } {
    return { targetSession: this.page.targetSession, signal: this.signal };
  }

  private receive(versions: readonly Doubtful<Protocol.ServiceWorker.ServiceWorkerVersion>[]): void {
    for (const { versionId, scriptURL, runningStatus, status } of versions) {
      const id = asText(versionId);
      const script = asText(scriptURL);
      if (id === undefined || !script?.startsWith('chrome-extension://') || !STATUS.has(runningStatus)) continue;
      // A reload has put another one in its place.
      if (status === 'redundant') {
        this.workers.delete(id);
        continue;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of these
      this.workers.set(id, { versionId: id, script, status: runningStatus as WorkerStatus });
    }
    for (const look of this.listeners) look();
  }
}
