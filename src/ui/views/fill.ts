import type { Client } from '../../app';
// Not by the index: it leads to all use cases, and a view would load them.
import { ONLY_FIRST, refreshExtensions, refreshPools, refreshSessions, type Refreshed } from '../../app/refresh';
import type { Memory } from '../../state';
import { setContext } from '../context';
import { showCountdowns } from '../countdown';
import { tellBriefly } from '../show';
import type { ConnectionServices, StartupServices } from '../services';

type Asked = StartupServices & ConnectionServices;
type Refresh = (needs: Memory & { client: Client }, signal: AbortSignal) => Promise<Refreshed>;

/** @returns whether the service could be asked, where it had to be. */
async function fill(services: Asked, kind: keyof Memory, refresh: Refresh): Promise<boolean> {
  try {
    const { connection, memory } = services;
    if (memory[kind].own().length > 0 || !(await connection.isReady())) return true;
    const client = await connection.client();
    const signal = AbortSignal.timeout(ASK_WITHIN);
    // Nobody asked for this, so nobody is told to wait.
    showCountdowns(signal, () => {});
    if ((await refresh({ client, ...memory }, signal)) === 'cut') tellBriefly(ONLY_FIRST);
    return true;
  } catch (error) {
    services.log.error(error);
    return false;
  }
}

/**
 * Asks the service for what a view has to show, where it has nothing yet. Nobody asked for this, so no box opens and no notification
 * comes: the welcome text says that the service could not be asked.
 */
export async function fillView(services: Asked, kind: keyof Memory): Promise<void> {
  const asked = services.connections.activeName;
  const reached = await fill(services, kind, REFRESH[kind]);
  if (kind === 'sessions' && asked === services.connections.activeName) await setContext('unreachable', !reached);
}

const REFRESH: Record<keyof Memory, Refresh> = { sessions: refreshSessions, pools: refreshPools, extensions: refreshExtensions };

/** Milliseconds. */
const ASK_WITHIN = 10_000;
