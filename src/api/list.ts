/** The largest page that the service returns. Source: docs/service.md, "Optional operations". */
const PAGE = 100;
/** How many records of a list are read at once; further ones only if the user wants them. */
export const MAX_LISTED = 1000;

/** A part of a list of the service, by the numbers of its records: from the first one to before `to`. */
export interface ListRange {
  readonly from: number;
  readonly to: number;
}

const LIST_BEGINNING: ListRange = { from: 0, to: MAX_LISTED };

/** A part of a list of the service. */
export interface Listed<Item> {
  readonly items: Item[];
  /** The number of the record that follows those that were read. */
  readonly end: number;
  /** Whether the service has more records than were read, as far as it is known. */
  readonly isCut: boolean;
}

/** What identifies a record of a list. */
interface Identified {
  readonly id: string;
}

/**
 * Reads a part of a list page by page, each ID once. A page that is longer than requested is the whole list, and a page
 * without new records is the last one: so it also ends if a service ignores `limit` and `offset`.
 * @param askFor requests one page; returns undefined if the service has no such list.
 */
export async function takeList<Item extends Identified>(
  askFor: (limit: number, offset: number) => Promise<readonly unknown[] | undefined>,
  read: (value: unknown) => Item | undefined,
  { from, to }: ListRange = LIST_BEGINNING,
): Promise<Listed<Item> | undefined> {
  const taken = new Map<string, Item>();
  let end = from;
  while (end < to) {
    const limit = Math.min(PAGE, to - end);
    const page = await askFor(limit, end);
    if (!page) return undefined;
    if (page.length > limit) {
      const wanted = page.slice(end, to);
      take(wanted, read, taken);
      return { items: [...taken.values()], end: end + wanted.length, isCut: page.length > to };
    }
    const before = taken.size;
    take(page, read, taken);
    end += page.length;
    if (page.length < limit || taken.size === before) return { items: [...taken.values()], end, isCut: false };
  }
  return { items: [...taken.values()], end, isCut: true };
}

function take<Item extends Identified>(
  values: readonly unknown[],
  read: (value: unknown) => Item | undefined,
  taken: Map<string, Item>,
): void {
  for (const value of values) {
    const item = read(value);
    if (item && !taken.has(item.id)) taken.set(item.id, item);
  }
}
