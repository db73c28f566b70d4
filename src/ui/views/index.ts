import { refreshExtensions, refreshPools, refreshSessions, type Client } from '../../app';
import { UserError } from '../../core/errors';
import type { Memory, Owner } from '../../state';
import { setContext } from '../context';
import { showCountdowns } from '../countdown';
import { servicesFor, type Parts, type Services } from '../services';
import { ListView } from './list-view';
import type { Row } from './rows';

export type Views = Record<keyof Memory, ListView>;

/** The three views. One that has nothing to show yet asks the service once when it comes to the front; then only Refresh asks. */
export function createViews(parts: Parts): Views {
  const services = (): Services => servicesFor(parts);
  return {
    sessions: new ListView({
      id: 'browserSessions.sessions',
      rows: (parent) => (parent ? uploadsOf(parent) : rowsOf(services(), ({ sessions }, connection) => sessions.own().map((session) => ({ kind: 'session', connection, session })))),
      onShow: () => void fillSessions(services()),
    }),
    pools: new ListView({
      id: 'browserSessions.pools',
      rows: () => rowsOf(services(), ({ pools }, connection) => pools.all().map((pool) => ({ kind: 'pool', connection, pool }))),
      onShow: () => void fill(services(), 'pools', refreshPools),
    }),
    extensions: new ListView({
      id: 'browserSessions.extensions',
      rows: () => rowsOf(services(), ({ extensions }, connection) => extensions.all().map((extension) => ({ kind: 'extension', connection, extension }))),
      onShow: () => void fill(services(), 'extensions', refreshExtensions),
    }),
  };
}

/** Without a connection nothing is remembered; the status bar says what is wrong with it. */
function rowsOf(services: Services, rows: (memory: Memory, connection: Owner) => readonly Row[]): readonly Row[] {
  try {
    return rows(services.memory, services.connection.settings);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function uploadsOf(parent: Row): Row[] {
  if (parent.kind !== 'session') return [];
  const { session, connection } = parent;
  return (session.uploads ?? []).map((upload) => ({ kind: 'upload', connection, session, upload }));
}

type Refresh = (needs: Memory & { client: Client }, signal: AbortSignal) => Promise<unknown>;

/** @returns whether the service could be asked, where it had to be. */
async function fill(services: Services, kind: keyof Memory, refresh: Refresh): Promise<boolean> {
  try {
    const { connection, memory } = services;
    if (memory[kind].own().length > 0 || !(await connection.isReady())) return true;
    const client = await connection.client();
    const signal = AbortSignal.timeout(ASK_WITHIN);
    // Nobody asked for this, so nobody is told to wait.
    showCountdowns(signal, () => {});
    await refresh({ client, ...memory }, signal);
    return true;
  } catch (error) {
    services.log.error(error instanceof Error ? error : String(error));
    return false;
  }
}

/** Nobody asked for this, so no box opens and no notification comes: the welcome text says that the service could not be asked. */
async function fillSessions(services: Services): Promise<void> {
  const asked = services.connections.activeName;
  const reached = await fill(services, 'sessions', refreshSessions);
  if (asked === services.connections.activeName) await setContext('unreachable', !reached);
}

/** Milliseconds. */
const ASK_WITHIN = 10_000;
