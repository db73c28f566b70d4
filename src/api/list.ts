/** The largest page that the service returns. Source: docs/service.md, "Optional operations". */
const PAGE = 100;
/** The maximum number of records read from a list; nobody reads through more. */
export const MAX_LISTED = 1000;

/** A list of the service, or the beginning of it. */
export interface Listed<Item> {
  readonly items: Item[];
  /** Whether the service has more records than were read. */
  readonly isCut: boolean;
}

/** What identifies a record of a list. */
interface Known {
  readonly id: string;
}

/**
 * Reads a list page by page, each ID once, up to MAX_LISTED. A page that is longer than requested is the whole list,
 * and a page without new records is the last one: so it also ends if a service ignores `limit` and `offset`.
 * @param askFor requests one page; returns undefined if the service has no such list.
 */
export async function takeList<Item extends Known>(
  askFor: (limit: number, offset: number) => Promise<readonly unknown[] | undefined>,
  read: (value: unknown) => Item | undefined,
): Promise<Listed<Item> | undefined> {
  const taken = new Map<string, Item>();
  for (let offset = 0; offset < MAX_LISTED; offset += PAGE) {
    const page = await askFor(PAGE, offset);
    if (!page) return undefined;
    const before = taken.size;
    const isCut = take(page, read, taken);
    if (isCut || page.length !== PAGE || taken.size === before) return { items: [...taken.values()], isCut };
  }
  return { items: [...taken.values()], isCut: true };
}

/** @returns whether the page has more records than were taken. */
function take<Item extends Known>(
  page: readonly unknown[],
  read: (value: unknown) => Item | undefined,
  taken: Map<string, Item>,
): boolean {
  for (const value of page) {
    const item = read(value);
    if (!item || taken.has(item.id)) continue;
    if (taken.size === MAX_LISTED) return true;
    taken.set(item.id, item);
  }
  return false;
}
