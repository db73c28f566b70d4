import type { KeyValue } from './storage';

/** An item that is remembered by its ID. */
export interface Remembered {
  readonly id: string;
  readonly name?: string;
  /** The service answered 404 the last time. */
  readonly gone?: boolean;
  /** It was released here, and not acquired or listed since. Its ID may belong to another user's browser now. */
  readonly released?: boolean;
  /** The user added it by hand, and the service has not listed it since. */
  readonly added?: boolean;
}

/**
 * The remembered items of one kind and one connection, the newest first. It reads the storage each time, because
 * another window may have written to it, and calls `onChange` after each change.
 */
export class RecordStore<Item extends Remembered> {
  /** What was read last, with the stored value that it was read from: reading thousands of items takes a while. */
  private last: { readonly stored: unknown; readonly items: readonly Item[] } | undefined;

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
    if (!this.last || this.last.stored !== stored)
      this.last = { stored, items: atMost(this.read(stored), () => false) };
    return this.last.items;
  }

  /** All items except those that may belong to another user now. */
  notReleased(): readonly Item[] {
    return this.all().filter(({ released }) => !released);
  }

  get(id: string): Item | undefined {
    return this.all().find((item) => item.id === id);
  }

  /** Finds an item by name too, because the service accepts a name in place of an ID. */
  find(idOrName: string): Item | undefined {
    return this.get(idOrName) ?? this.all().find(({ name }) => name === idOrName);
  }

  /** Adds an item. If the ID is known, changes only the given fields, and the item keeps its place in the list. */
  async remember(item: Item): Promise<void> {
    const known = this.get(item.id);
    await this.replace(
      known ? this.all().map((each) => (each.id === item.id ? withDetails(each, item) : each)) : [item, ...this.all()],
    );
  }

  async forget(id: string): Promise<void> {
    await this.replace(this.all().filter((item) => item.id !== id));
  }

  /**
   * @param isCurrent whether an item was listed just now: if there are too many items, the others are forgotten first.
   */
  async replace(items: readonly Item[], isCurrent: (item: Item) => boolean = () => false): Promise<void> {
    const kept = atMost(items, isCurrent);
    // Rows that are drawn again lose a click that the user is just making.
    if (JSON.stringify(kept) === JSON.stringify(this.all())) return;
    await this.storage.update(this.key(), kept);
    this.onChange();
  }

  private key(): string {
    return `${this.kind} ${this.owner}`;
  }
}

/** Items of one kind for one connection; twice as many as a list of the service can have. */
const MAX_REMEMBERED = 2000;

/**
 * Drops the items beyond the limit, the oldest first: gone items, then items that were not listed just now, and
 * released items last.
 */
function atMost<Item extends Remembered>(items: readonly Item[], isCurrent: (item: Item) => boolean): readonly Item[] {
  let excess = items.length - MAX_REMEMBERED;
  let kept = items;
  const oldNews = ({ gone, released }: Item): boolean => gone === true && !released;
  const unseen = (item: Item): boolean => !item.released && !isCurrent(item);
  for (const goes of [oldNews, unseen, () => true]) {
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
