import type { Client, Listed } from '../api';
import { MAX_LISTED } from '../api/list';
import { message } from '../core/message';
import { withDetails, type ConnectionRecords, type Remembered, type RecordStore } from '../state';
import { usedAt } from './last-used';
import { lookUp } from './look-up';

/** A session that is listed exists, and is no longer marked as released or added by hand. */
const THERE = { gone: false, released: false, added: false };

/**
 * - `cut`: the service has more than MAX_LISTED records, and only that many were read.
 * - `not-offered`: the service has no such list, and what is remembered stays unchanged.
 */
export type Refreshed = 'refreshed' | 'cut' | 'not-offered';

/** The hint for a list that was cut. */
export const ONLY_FIRST = message('Only the first {0} are shown. Add others by ID.', MAX_LISTED);

/**
 * Updates the sessions from the service's list: new ones are added, known ones get their newest details. The service
 * lists only active sessions, and the list may be cut, so a session that is missing from it is looked up before it is
 * marked as gone. The last used ones are looked up first, up to a limit in each refresh. If a look-up fails, the other
 * results are still kept, and then the error is thrown.
 */
export async function refreshSessions(
  {
    client,
    sessions,
  }: { client: Pick<Client, 'listSessions' | 'getSession'>; sessions: ConnectionRecords['sessions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  const before = sessions.all();
  const listed = await client.listSessions(signal);
  if (!listed) return 'not-offered';
  const names = namesOf(listed.items);
  const missing = before.filter(({ id, gone, released }) => !gone && !released && !names.has(id));
  const lastUsedFirst = missing.toSorted((one, other) => usedAt(other) - usedAt(one));
  const { found, error } = await lookUp(
    client,
    lastUsedFirst.map(({ id }) => id),
    signal,
  );
  const there = [...listed.items, ...[...found.values()].filter((session) => session !== undefined)];
  await takeOver(sessions, there, ({ id }) => found.has(id) && found.get(id) === undefined);
  if (error !== undefined) throw error;
  return listed.isCut ? 'cut' : 'refreshed';
}

export async function refreshPools(
  { client, pools }: { client: Pick<Client, 'listPools'>; pools: ConnectionRecords['pools'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return refreshList(pools, () => client.listPools(signal));
}

export async function refreshExtensions(
  { client, extensions }: { client: Pick<Client, 'listExtensions'>; extensions: ConnectionRecords['extensions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return refreshList(extensions, () => client.listExtensions(signal));
}

async function refreshList<Item extends Remembered>(
  list: RecordStore<Item>,
  ask: () => Promise<Listed<Item> | undefined>,
): Promise<Refreshed> {
  const before = new Set(list.all().map(({ id }) => id));
  const listed = await ask();
  if (!listed) return 'not-offered';
  // An item that was added after the request, or is missing from a list that was cut, may still exist.
  await takeOver(list, listed.items, ({ id }) => !listed.isCut && before.has(id));
  return listed.isCut ? 'cut' : 'refreshed';
}

/** An item that was added by its name gets its ID; an item that the service does not have is marked as gone. */
async function takeOver<Item extends Remembered>(
  list: RecordStore<Item>,
  there: readonly Item[],
  isGone: (item: Item) => boolean,
): Promise<void> {
  const names = namesOf(there);
  const items = new Map<string, Item>();
  for (const item of list.all()) {
    const found = names.get(item.id);
    const newer = found ? withDetails(item, { ...found, ...THERE }) : isGone(item) ? { ...item, gone: true } : item;
    if (!items.has(newer.id)) items.set(newer.id, newer);
  }
  for (const item of there) if (!items.has(item.id)) items.set(item.id, item);
  const seen = new Set(there.map(({ id }) => id));
  await list.replace([...items.values()], ({ id }) => seen.has(id));
}

/** The items by what they may be remembered by: the ID, and the name if no other item has that as its ID. */
function namesOf<Item extends Remembered>(items: readonly Item[]): Map<string, Item> {
  const names = new Map<string, Item>();
  for (const item of items.toReversed()) if (item.name !== undefined) names.set(item.name, item);
  for (const item of items.toReversed()) names.set(item.id, item);
  return names;
}
