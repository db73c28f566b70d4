import type { KeyValue } from './storage';

/** An item that is remembered by its ID. */
export interface Remembered {
  readonly id: string;
  readonly name?: string;
  /** The name that the user gave it here; it is never sent. */
  readonly alias?: string;
  /** The service answered 404 the last time. */
  readonly gone?: boolean;
  /** It was released here, and not acquired or listed since. Its ID may belong to another user's browser now. */
  readonly released?: boolean;
  /** The user showed it by its ID, and the service has not listed it since. */
  readonly shownById?: boolean;
}

/** How far the service's list was read in this window. */
export interface ListEnd {
  /** The number of the record that follows those that were read. */
  readonly end: number;
  /** Whether the service has more. */
  readonly isCut: boolean;
}

/**
 * The remembered items of one kind and one connection, the newest first. It reads the storage each time, because
 * another window may have written to it, and calls `onChange` after each change.
 */
export class RecordStore<Item extends Remembered> {
  /** What was read last, with the stored value that it was read from: reading thousands of items takes a while. */
  private last: { readonly stored: unknown; readonly items: readonly Item[] } | undefined;
  /** Items that the service has listed and that are too many to be stored: only this window has them. */
  private unstored: readonly Item[] = [];
  /** The IDs of all of them, in order; empty if all are stored. */
  private order: ReadonlySet<string> = new Set();
  private listed: ListEnd = { end: 0, isCut: false };

  constructor(
    private readonly storage: KeyValue,
    private readonly kind: string,
    /** The key of the connection. */
    private readonly owner: string,
    private readonly onChange: () => void,
    /** Reads the stored items that are valid. */
    private readonly read: (stored: unknown) => Item[],
  ) {}

  all(): readonly Item[] {
    const stored = this.storage.get(this.key());
    // A list that changes is replaced; nobody writes into one that is stored.
    if (!this.last || this.last.stored !== stored) {
      const items = atMost(this.read(stored), () => false);
      this.last = { stored, items: withOthers(items, this.unstored, this.order) };
    }
    return this.last.items;
  }

  /** How far the service's list was read the last time. */
  get listEnd(): ListEnd {
    return this.listed;
  }

  /** All items except those that may belong to another user now. */
  notReleased(): readonly Item[] {
    return this.all().filter(({ released }) => !released);
  }

  get(id: string): Item | undefined {
    return this.all().find((item) => item.id === id);
  }

  /**
   * The items that an ID or a name means: the user's own, or that of the service, which accepts it in place of an ID. One
   * that has ended or was released is meant only if no other has the name: the newest of them.
   */
  named(idOrName: string): readonly Item[] {
    const byId = this.get(idOrName);
    if (byId) return [byId];
    const all = this.all().filter(({ name, alias }) => name === idOrName || alias === idOrName);
    const there = all.filter(({ gone, released }) => !gone && !released);
    return there.length > 0 ? there : all.slice(0, 1);
  }

  /** The first of them. */
  find(idOrName: string): Item | undefined {
    return this.named(idOrName)[0];
  }

  /** Adds an item. If the ID is known, changes only the given fields, and the item keeps its place in the list. */
  async remember(item: Item): Promise<void> {
    const known = this.get(item.id);
    await this.replace(
      known ? this.all().map((each) => (each.id === item.id ? withDetails(each, item) : each)) : [item, ...this.all()],
      ({ id }) => id === item.id,
    );
  }

  async remove(id: string): Promise<void> {
    await this.replace(this.all().filter((item) => item.id !== id));
  }

  /**
   * @param isCurrent whether an item was listed or used just now: if there are too many items, the others are forgotten
   * first. Of the listed ones, those that are too many to be stored are kept in memory.
   * @param listed how far the service's list was read for that.
   */
  async replace(
    items: readonly Item[],
    isCurrent: (item: Item) => boolean = () => false,
    listed = this.listed,
  ): Promise<void> {
    const before = this.all();
    const inMemory = new Set(this.unstored.map(({ id }) => id));
    const stored = atMost(items, isCurrent, ({ id }) => inMemory.has(id));
    const unstored = this.tooMany(items, stored, isCurrent);
    const isCutAsBefore = listed.isCut === this.listed.isCut;
    this.listed = listed;
    // Rows that are drawn again lose a click that the user is just making.
    const kept = new Set([...stored, ...unstored]);
    const isSame = JSON.stringify(items.filter((item) => kept.has(item))) === JSON.stringify(before);
    if (isSame && isCutAsBefore) return;
    this.unstored = unstored;
    this.order = new Set(unstored.length > 0 ? items.map(({ id }) => id) : []);
    this.last = undefined;
    if (!isSame) await this.storage.update(this.key(), stored);
    this.onChange();
  }

  /** What is kept in memory only: items that were listed just now, or as long as there are others like them. */
  private tooMany(
    items: readonly Item[],
    stored: readonly Item[],
    isCurrent: (item: Item) => boolean,
  ): readonly Item[] {
    if (items.length === stored.length) return [];
    const kept = new Set(stored.map(({ id }) => id));
    const hadOthers = this.unstored.length > 0;
    return items.filter((item) => !kept.has(item.id) && !item.gone && (hadOthers || isCurrent(item)));
  }

  private key(): string {
    return `${this.kind} ${this.owner}`;
  }
}

/** Items of one kind for one connection that are stored: the editor complains about a large state of an extension. */
const MAX_REMEMBERED = 2000;

/** @param order the IDs in order; what another window has stored meanwhile comes first. */
function withOthers<Item extends Remembered>(
  items: readonly Item[],
  others: readonly Item[],
  order: ReadonlySet<string>,
): readonly Item[] {
  if (others.length === 0) return items;
  const found = new Map(others.map((item) => [item.id, item]));
  for (const item of items) found.set(item.id, item);
  const ordered: Item[] = items.filter(({ id }) => !order.has(id));
  for (const id of order) {
    const item = found.get(id);
    if (item) ordered.push(item);
  }
  return ordered;
}

/**
 * Drops the items beyond the limit, the oldest first: gone items, then items that were not listed just now, of
 * these first the ones that were not stored before, and released items last.
 */
function atMost<Item extends Remembered>(
  items: readonly Item[],
  isCurrent: (item: Item) => boolean,
  isUnstored: (item: Item) => boolean = () => false,
): readonly Item[] {
  let excess = items.length - MAX_REMEMBERED;
  let kept = items;
  const oldNews = ({ gone, released }: Item): boolean => gone === true && !released;
  const unseen = (item: Item): boolean => !item.released && !isCurrent(item);
  for (const goes of [oldNews, (item: Item) => unseen(item) && isUnstored(item), unseen, () => true]) {
    if (excess <= 0) return kept;
    kept = kept
      .toReversed()
      .filter((item) => !(excess > 0 && goes(item) && excess-- > 0))
      .toReversed();
  }
  return kept;
}

/** An item with newer details; a detail that is undefined keeps its old value. */
export function withDetails<Item extends Remembered>(known: Item, newer: Item): Item {
  return { ...known, ...Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== undefined)) };
}
