import type { Client } from '../api';
import { withDetails, type Memory, type Remembered, type RememberedList } from '../state';

/** `not-offered`: the service has no such list, and what is remembered stays as it is. */
export type Refreshed = 'refreshed' | 'not-offered';

/**
 * Takes over the sessions that the service lists: the new ones are added, the known ones get their newest details. The list may
 * be cut at its limit, so each session that is missing from it is looked up before it is marked as gone.
 */
export async function refreshSessions(
  { client, sessions }: { client: Pick<Client, 'listSessions' | 'getSession'>; sessions: Memory['sessions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  const listed = await client.listSessions(signal);
  if (!listed) return 'not-offered';
  const missing = sessions.all().filter(({ id }) => !listed.some((session) => session.id === id));
  const lookedUp = await Promise.all(missing.map(({ id }) => client.getSession(id, signal)));
  await sessions.replace(merge(sessions.all(), [...listed, ...lookedUp.filter((session) => session !== undefined)]));
  return 'refreshed';
}

export async function refreshPools(
  { client, pools }: { client: Pick<Client, 'listPools'>; pools: Memory['pools'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return takeOver(pools, await client.listPools(signal));
}

export async function refreshExtensions(
  { client, extensions }: { client: Pick<Client, 'listExtensions'>; extensions: Memory['extensions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return takeOver(extensions, await client.listExtensions(signal));
}

async function takeOver<Item extends Remembered>(list: RememberedList<Item>, listed: Item[] | undefined): Promise<Refreshed> {
  if (!listed) return 'not-offered';
  await list.replace(merge(list.all(), listed));
  return 'refreshed';
}

/** What was added by its name gets its ID; what is not there is marked as gone. */
function merge<Item extends Remembered>(known: readonly Item[], there: readonly Item[]): Item[] {
  const same = (one: Item, other: Item): boolean => one.id === other.id || one.id === other.name;
  const kept = known.map((item) => {
    const found = there.find((other) => same(item, other));
    return found ? withDetails(item, { ...found, gone: false }) : { ...item, gone: true };
  });
  const fresh = there.filter((item) => !kept.some(({ id }) => id === item.id));
  return [...kept, ...fresh].filter((item, index, all) => all.findIndex(({ id }) => id === item.id) === index);
}
