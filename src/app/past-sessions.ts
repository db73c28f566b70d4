import type { Client, EndedSession } from '../api';
import { Emitter } from '../core/emitter';
import { ServiceError } from '../core/service-error';
import { keyOf, type ConnectionKey } from '../state';

/** What a service tells of the sessions that have ended. */
export interface PastList {
  readonly items: readonly EndedSession[];
  /** The number of the record that follows those that were read. */
  readonly end: number;
  /** Whether the service has more. */
  readonly isCut: boolean;
  /** The last request failed. */
  readonly hasFailed?: boolean;
}

const NONE: PastList = { items: [], end: 0, isCut: false };
/** How many are read at first, and then at once: few look for one of long ago. */
const AT_FIRST = 20;
const AT_ONCE = 100;

/** A service may refuse a `status` that it does not know. */
function noneIfUnknown(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.status === 400)) throw error;
}

/** The sessions that have ended, of each connection, as far as they were asked for. They are not stored. */
export class PastSessions {
  private lists = new Map<string, PastList | 'not-offered'>();
  private offered = new Set<string>();
  private asking = new Map<string, Promise<void>>();
  private readonly changes = new Emitter();
  /** Fires when more is known, of any connection. */
  readonly onDidChange = this.changes.event;

  /** Whether it is known that there are some. */
  has(connection: ConnectionKey): boolean {
    const list = this.lists.get(keyOf(connection));
    if (list === undefined) return this.offered.has(keyOf(connection));
    return list !== 'not-offered' && (list.items.length > 0 || list.hasFailed === true);
  }

  /** Undefined if they were not loaded. */
  get(connection: ConnectionKey): PastList | undefined {
    const list = this.lists.get(keyOf(connection));
    return list === 'not-offered' ? undefined : list;
  }

  /** Finds out whether there are any, with a small request; not again at a service that does not tell. */
  async look(connection: ConnectionKey, client: Pick<Client, 'listEnded'>, signal: AbortSignal): Promise<void> {
    const key = keyOf(connection);
    const { lists, offered } = this;
    if (lists.get(key) === 'not-offered' || this.has(connection)) return;
    const listed = await client.listEnded(signal, { from: 0, to: 1 }).catch(noneIfUnknown);
    if (!listed) lists.set(key, 'not-offered');
    else if (listed.items.length > 0 || listed.isCut) {
      lists.delete(key);
      offered.add(key);
      this.changes.fire();
    }
  }

  /**
   * Asks for the beginning of the list, or for what follows on what is known. While it is being asked for, it is not
   * asked for again.
   * @throws what the service does; then the list is marked.
   */
  async load(
    connection: ConnectionKey,
    from: 'beginning' | 'end',
    client: Pick<Client, 'listEnded'>,
    signal: AbortSignal,
  ): Promise<void> {
    const key = keyOf(connection);
    const { asking } = this;
    const known = asking.get(key);
    if (known) return known;
    const loading = this.ask(key, this.get(connection) ?? NONE, from, client, signal).finally(() => {
      asking.delete(key);
      this.changes.fire();
    });
    asking.set(key, loading);
    return loading;
  }

  /** Another token or other tags may show others. What was asked for before, and comes now, does not count. */
  forget(): void {
    this.lists = new Map();
    this.offered = new Set();
    this.asking = new Map();
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async ask(
    key: string,
    before: PastList,
    from: 'beginning' | 'end',
    client: Pick<Client, 'listEnded'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { lists } = this;
    const begin = from === 'end' ? before : NONE;
    // As far as was read before, so that nothing vanishes.
    const to = from === 'end' ? before.end + AT_ONCE : Math.max(before.end, AT_FIRST);
    try {
      const listed = await client.listEnded(signal, { from: begin.end, to });
      if (!listed) return void lists.set(key, 'not-offered');
      const items = new Map([...begin.items, ...listed.items].map((each) => [each.id, each]));
      lists.set(key, { items: [...items.values()], end: listed.end, isCut: listed.isCut });
    } catch (error) {
      lists.set(key, { ...before, hasFailed: true });
      throw error;
    }
  }
}
