import type { Client } from '../api';
import { withDetails, type Memory, type Remembered, type RememberedList } from '../state';

/** What is seen is there, and whose it was is past. */
const THERE = { gone: false, released: false };

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
  const before = sessions.all();
  const listed = await client.listSessions(signal);
  if (!listed) return 'not-offered';
  const there = [...listed];
  for (const { id, gone, released } of before) {
    if (gone || released || listed.some((session) => session.id === id)) continue;
    const found = await client.getSession(id, signal);
    if (found) there.push(found);
  }
  await sessions.replace(merge(sessions.all(), there, before));
  return 'refreshed';
}

export async function refreshPools(
  { client, pools }: { client: Pick<Client, 'listPools'>; pools: Memory['pools'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return takeOver(pools, () => client.listPools(signal));
}

export async function refreshExtensions(
  { client, extensions }: { client: Pick<Client, 'listExtensions'>; extensions: Memory['extensions'] },
  signal: AbortSignal,
): Promise<Refreshed> {
  return takeOver(extensions, () => client.listExtensions(signal));
}

async function takeOver<Item extends Remembered>(list: RememberedList<Item>, ask: () => Promise<Item[] | undefined>): Promise<Refreshed> {
  const before = list.all();
  const listed = await ask();
  if (!listed) return 'not-offered';
  await list.replace(merge(list.all(), listed, before));
  return 'refreshed';
}

/**
 * What was added by its name gets its ID; what is not there is marked as gone.
 * @param asked what was known when the service was asked: of what came since, its answer says nothing.
 */
function merge<Item extends Remembered>(known: readonly Item[], there: readonly Item[], asked: readonly Item[]): Item[] {
  const kept = known.map((item) => {
    const found = there.find(({ id, name }) => item.id === id || item.id === name);
    if (found) return withDetails(item, { ...found, ...THERE });
    return asked.some(({ id }) => id === item.id) ? { ...item, gone: true } : item;
  });
  const fresh = there.filter((item) => !kept.some(({ id }) => id === item.id));
  return [...kept, ...fresh].filter((item, index, all) => all.findIndex(({ id }) => id === item.id) === index);
}
