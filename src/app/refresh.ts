import type { Client, Listed } from '../api';
import { MAX_LISTED } from '../api/list';
import { message } from '../core/message';
import { withDetails, type ConnectionRecords, type Remembered, type RecordStore } from '../state';
import { usedAt } from './last-used';
import { lookUp } from './look-up';

/** What is seen is there, and whose it was is past. */
const THERE = { gone: false, released: false };

/**
 * - `cut`: the service has more than MAX_LISTED, and only so many were taken.
 * - `not-offered`: the service has no such list, and what is remembered stays as it is.
 */
export type Refreshed = 'refreshed' | 'cut' | 'not-offered';

/** A word about a list that is cut. */
export const ONLY_FIRST = message('Only the first {0} are shown. Add others by ID.', MAX_LISTED);

/**
 * Takes over the sessions that the service lists: the new ones are added, the known ones get their newest details. It
 * lists only those that are active, and the list may be cut, so a session that is missing from it is looked up before
 * it is marked as gone: those that were used last come first, and a bounded number in one refresh. What could be
 * learned is kept also where a look-up fails; then that is thrown.
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
  // Of what came since, the answer says nothing; nor of what is missing in a list that is cut.
  await takeOver(list, listed.items, ({ id }) => !listed.isCut && before.has(id));
  return listed.isCut ? 'cut' : 'refreshed';
}

/** What was added by its name gets its ID; what the service has not is marked as gone. */
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

/** By what each may be remembered: its ID, and where no other has that for its ID, its name. */
function namesOf<Item extends Remembered>(items: readonly Item[]): Map<string, Item> {
  const names = new Map<string, Item>();
  for (const item of items.toReversed()) if (item.name !== undefined) names.set(item.name, item);
  for (const item of items.toReversed()) names.set(item.id, item);
  return names;
}
