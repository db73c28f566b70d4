/** The most that the service gives in one page. Source: docs/service.md, "Optional operations". */
const PAGE = 100;
/** So many records of a list are taken: more nobody looks through. */
export const MAX_LISTED = 1000;

/** A list of the service, or its beginning. */
export interface Listed<Item> {
  readonly items: Item[];
  /** Whether the service has more than was taken. */
  readonly isCut: boolean;
}

/** What a record of a list is known by. */
interface Known {
  readonly id: string;
}

/**
 * Takes a list page by page, each ID once, up to MAX_LISTED. A page that is longer than asked for is all that there is,
 * and one that brings nothing new is the last: so it ends also where a service minds neither `limit` nor `offset`.
 * @param askFor one page; undefined where the service has no such list.
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

/** @returns whether there is more on the page than was taken. */
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
