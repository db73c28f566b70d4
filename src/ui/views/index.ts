import { refreshExtensions, refreshPools, refreshSessions, type Client } from '../../app';
import { UserError } from '../../core/errors';
import type { Memory } from '../../state';
import { setContext } from '../context';
import type { Services } from '../services';
import { ListView } from './list-view';
import type { Row } from './rows';

export type Views = Record<keyof Memory, ListView>;

/** The three views. One that has nothing to show yet asks the service once when it comes to the front; then only Refresh asks. */
export function createViews(services: Services): Views {
  return {
    sessions: new ListView({
      id: 'browserSessions.sessions',
      rows: (parent) => (parent ? uploadsOf(parent) : orNone(() => services.memory.sessions.all()).map((session) => ({ kind: 'session', session }))),
      onShow: () => void fillSessions(services),
    }),
    pools: new ListView({
      id: 'browserSessions.pools',
      rows: () => orNone(() => services.memory.pools.all()).map((pool) => ({ kind: 'pool', pool })),
      onShow: () => void fill(services, 'pools', refreshPools),
    }),
    extensions: new ListView({
      id: 'browserSessions.extensions',
      rows: () => orNone(() => services.memory.extensions.all()).map((extension) => ({ kind: 'extension', extension })),
      onShow: () => void fill(services, 'extensions', refreshExtensions),
    }),
  };
}

/** With a wrong address nothing is remembered; the status bar says what is wrong with it. */
function orNone<Item>(remembered: () => readonly Item[]): readonly Item[] {
  try {
    return remembered();
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function uploadsOf(parent: Row): Row[] {
  if (parent.kind !== 'session') return [];
  const { session } = parent;
  return (session.uploads ?? []).map((upload) => ({ kind: 'upload', session, upload }));
}

type Refresh = (needs: Memory & { client: Client }, signal: AbortSignal) => Promise<unknown>;

/** @returns whether the service could be asked, where it had to be. */
async function fill(services: Services, kind: keyof Memory, refresh: Refresh): Promise<boolean> {
  try {
    const { connection, memory } = services;
    if (memory[kind].all().length > 0 || !(await connection.hasToken())) return true;
    const client = await connection.client();
    await refresh({ client, ...memory }, AbortSignal.timeout(ASK_WITHIN));
    return true;
  } catch (error) {
    services.log.error(error instanceof Error ? error : String(error));
    return false;
  }
}

/** Nobody asked for this, so no box opens and no notification comes: the welcome text says that the service could not be asked. */
async function fillSessions(services: Services): Promise<void> {
  await setContext('unreachable', !(await fill(services, 'sessions', refreshSessions)));
}

/** Milliseconds. */
const ASK_WITHIN = 10_000;
