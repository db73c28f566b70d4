import type { KeyValue } from './storage';

/** Anything that is remembered by its ID. */
export interface Remembered {
  readonly id: string;
  readonly name?: string;
  /** The service answered 404 the last time. */
  readonly gone?: boolean;
  /** It was released here, and not acquired or seen since: its ID may be that of somebody else's browser. */
  readonly released?: boolean;
}

/**
 * What is remembered of one kind, the newest first, apart for each connection. It reads storage each time, because
 * another window may have written, and it tells `onChange` after each change.
 */
export class RecordStore<Item extends Remembered> {
  constructor(
    private readonly storage: KeyValue,
    private readonly kind: string,
    /** The connection. */
    private readonly owner: string,
    private readonly onChange: () => void,
    /** Those of the stored items that make sense. */
    private readonly read: (stored: unknown) => Item[],
  ) {}

  all(): readonly Item[] {
    return atMost(this.read(this.storage.get(this.key())), () => false);
  }

  /** All but what is somebody else's by now. */
  notReleased(): readonly Item[] {
    return this.all().filter(({ released }) => !released);
  }

  get(id: string): Item | undefined {
    return this.all().find((item) => item.id === id);
  }

  /** The service takes a name where it takes an ID. */
  find(idOrName: string): Item | undefined {
    return this.get(idOrName) ?? this.all().find(({ name }) => name === idOrName);
  }

  /** Adds an item, or changes the fields that are given of the one that is there; its place in the list stays. */
  async remember(item: Item): Promise<void> {
    const known = this.get(item.id);
    await this.replace(
      known ? this.all().map((each) => (each.id === item.id ? withDetails(each, item) : each)) : [item, ...this.all()],
    );
  }

  async forget(id: string): Promise<void> {
    await this.replace(this.all().filter((item) => item.id !== id));
  }

  /** @param isCurrent whether an item was seen just now: where there are too many, the others are forgotten first. */
  async replace(items: readonly Item[], isCurrent: (item: Item) => boolean = () => false): Promise<void> {
    await this.storage.update(this.key(), atMost(items, isCurrent));
    this.onChange();
  }

  private key(): string {
    return `${this.kind} ${this.owner}`;
  }
}

/** Of one kind, at one connection; twice as many as a service lists. */
const MAX_REMEMBERED = 2000;

/**
 * Forgets what is too much, the oldest first: what is gone, then what was not seen just now; what was released last.
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

/** An item with newer details; a detail that is not told stays as it was. */
export function withDetails<Item extends Remembered>(known: Item, newer: Item): Item {
  return { ...known, ...Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== undefined)) };
}
