import type { Client, Listed, ListRange, ServiceSession } from '../api';
import { MAX_LISTED } from '../api/list';
import { Cancelled } from '../core/errors';
import { asRecord } from '../core/json';
import { hasTags } from '../core/tags';
import { withDetails, type ConnectionRecords, type ListEnd, type Remembered, type RecordStore } from '../state';
import { usedAt } from './last-used';

/** A session that is listed exists, and is no longer marked as released or shown by its ID. */
export const EXISTING = { gone: false, released: false, shownById: false };

/** `not-offered`: the service has no such list, and what is remembered stays unchanged. */
export type Refreshed = 'refreshed' | 'not-offered';

/**
 * Updates the sessions from the service's list, as far as it was read before: new ones are added, known ones get their
 * newest details. The service lists only active sessions, and the list may be cut, so a session that is missing from it
 * is looked up before it is marked as gone. The last used ones are looked up first, up to a limit in each refresh. If a
 * look-up fails, the other results are still kept, and then the error is thrown.
 */
export async function refreshSessions(
  {
    client,
    sessions,
  }: { client: Pick<Client, 'listSessions' | 'getSession'>; sessions: ConnectionRecords['sessions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  const before = sessions.notReleased();
  const listed = await client.listSessions(signal, asFarAsBefore(sessions));
  if (!listed) return 'not-offered';
  const names = namesOf(listed.items);
  const missing = before.filter(({ id, gone }) => !gone && !names.has(id));
  const lastUsedFirst = missing.toSorted((one, other) => usedAt(other) - usedAt(one));
  const { found, error } = await lookUp(
    client,
    lastUsedFirst.map(({ id }) => id),
    signal,
  );
  // Of other tags than the connection's, a session is shown only as long as it counts as shown by its ID.
  const lookedUp = [...found.values()].flatMap((session) =>
    session === undefined
      ? []
      : hasTags(session.tags, sessions.tags)
        ? [session]
        : [{ ...session, shownById: sessions.get(session.id)?.shownById === true }],
  );
  const there = [...listed.items, ...lookedUp];
  await takeOver(sessions, there, listed, ({ id }) => found.has(id) && found.get(id) === undefined);
  if (error !== undefined) throw error;
  return 'refreshed';
}

export async function refreshPools(
  { client, pools }: { client: Pick<Client, 'listPools'>; pools: ConnectionRecords['pools'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return refreshList(pools, (range) => client.listPools(signal, range));
}

export async function refreshExtensions(
  { client, extensions }: { client: Pick<Client, 'listExtensions'>; extensions: ConnectionRecords['extensions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return refreshList(extensions, (range) => client.listExtensions(signal, range));
}

/** Reads on where the service's list was cut, and adds what follows there. */
export async function loadMore(
  { client, ...lists }: ConnectionRecords & { client: Pick<Client, 'listSessions' | 'listPools' | 'listExtensions'> },
  kind: keyof ConnectionRecords,
  signal: AbortSignal,
): Promise<Refreshed> {
  switch (kind) {
    case 'sessions':
      return readOn(lists.sessions, (range) => client.listSessions(signal, range));
    case 'pools':
      return readOn(lists.pools, (range) => client.listPools(signal, range));
    case 'extensions':
      return readOn(lists.extensions, (range) => client.listExtensions(signal, range));
  }
}

type Ask<Item> = (range: ListRange) => Promise<Listed<Item> | undefined>;

async function readOn<Item extends Remembered>(list: RecordStore<Item>, ask: Ask<Item>): Promise<Refreshed> {
  const { end } = list.listEnd;
  const listed = await ask({ from: end, to: end + MAX_LISTED });
  if (!listed) return 'not-offered';
  // The items that were read before stay as they are.
  await takeOver(
    list,
    listed.items,
    listed,
    () => false,
    () => true,
  );
  return 'refreshed';
}

/** What the user has loaded once is loaded again. */
function asFarAsBefore({ listEnd }: Pick<RecordStore<Remembered>, 'listEnd'>): ListRange {
  return { from: 0, to: Math.max(1, Math.ceil(listEnd.end / MAX_LISTED)) * MAX_LISTED };
}

async function refreshList<Item extends Remembered>(list: RecordStore<Item>, ask: Ask<Item>): Promise<Refreshed> {
  const before = new Set(list.all().map(({ id }) => id));
  const listed = await ask(asFarAsBefore(list));
  if (!listed) return 'not-offered';
  // An item that was added after the request, or is missing from a list that was cut, may still exist.
  await takeOver(list, listed.items, listed, ({ id }) => !listed.isCut && before.has(id));
  return 'refreshed';
}

/** An item that is shown by its name gets its ID; an item that the service does not have is marked as gone. */
async function takeOver<Item extends Remembered>(
  list: RecordStore<Item>,
  there: readonly Item[],
  { end, isCut }: ListEnd,
  isGone: (item: Item) => boolean,
  isCurrent = seenIn(there),
): Promise<void> {
  const names = namesOf(there);
  const items = new Map<string, Item>();
  for (const item of list.all()) {
    const found = names.get(item.id);
    const newer = found ? asListed(item, found) : isGone(item) ? { ...item, gone: true } : item;
    if (!items.has(newer.id)) items.set(newer.id, newer);
  }
  for (const item of there) if (!items.has(item.id)) items.set(item.id, item);
  await list.replace([...items.values()], isCurrent, { end, isCut });
}

/** What the service leaves out of a record keeps its old value; but a name or tags that it has no more are gone. */
function asListed<Item extends Remembered>(item: Item, found: Item): Item {
  const newer = withDetails(item, { ...EXISTING, ...found });
  for (const field of ['name', 'tags']) if (asRecord(found)[field] === undefined) Reflect.deleteProperty(newer, field);
  return newer;
}

function seenIn(there: readonly Remembered[]): (item: Remembered) => boolean {
  const seen = new Set(there.map(({ id }) => id));
  return ({ id }) => seen.has(id);
}

/** The items by what they may be remembered by: the ID, and the name if no other item has that as its ID. */
function namesOf<Item extends Remembered>(items: readonly Item[]): Map<string, Item> {
  const names = new Map<string, Item>();
  for (const item of items.toReversed()) if (item.name !== undefined) names.set(item.name, item);
  for (const item of items.toReversed()) names.set(item.id, item);
  return names;
}

/** Maximum number of requests at the same time. */
const MAX_AT_ONCE = 4;
/**
 * Maximum number of look-ups in one refresh; the sessions that were not used for the longest time wait for the next
 * refresh.
 */
const MAX_LOOK_UPS = 40;
/** After this many failures, nothing more is requested from the service. */
const MAX_FAILURES = 4;

export interface LookedUp {
  /** The sessions by the requested ID; undefined for a session that does not exist at the service. */
  readonly found: ReadonlyMap<string, ServiceSession | undefined>;
  /** The first error. Nothing is known of the sessions that failed or were not requested any more. */
  readonly error: unknown;
}

/**
 * Looks up the first sessions of the list, a few at a time. A failed look-up does not affect the others.
 * @throws Cancelled when the signal is aborted; all running requests end immediately.
 */
async function lookUp(
  client: Pick<Client, 'getSession'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LookedUp> {
  const found = new Map<string, ServiceSession | undefined>();
  const errors: unknown[] = [];
  const waiting = ids.slice(0, MAX_LOOK_UPS).values();
  const work = async (): Promise<void> => {
    // All workers take from the same iterator.
    for (const id of waiting) {
      const looking = client.getSession(id, signal);
      await looking.then(
        (session) => found.set(id, session),
        (error: unknown) => errors.push(error),
      );
      if (signal.aborted || errors.length >= MAX_FAILURES) return;
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  if (signal.aborted) throw new Cancelled();
  return { found, error: errors[0] };
}
