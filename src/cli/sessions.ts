import { setTimeout as delay } from 'node:timers/promises';
import { endOf, timeLeft } from '../app/expiry';
import { refreshSessions } from '../app/refresh';
import { Cancelled, UserError } from '../core/errors';
import { english, message } from '../core/message';
import type { SessionRecord } from '../state';
import { exitCodeOf, UsageError, type Context, type ExitCode } from './context';
import { plain, table } from './terminal';

/** Milliseconds between two looks at a service that is being waited for. */
const LOOK_AGAIN = 250;
const ANY_TIME = Infinity;

/** Lists the sessions that run. */
export async function sessions(
  context: Context,
  { json, wait }: { readonly json: boolean; readonly wait?: number },
): Promise<ExitCode> {
  const { terminal } = context;
  const running = await waitFor(context, wait, async () => {
    const all = await runningSessions(context);
    if (wait !== undefined && all.length === 0) throw new NoneYet(message('No sessions are running.'));
    return all;
  });
  if (json) terminal.printJson(running.map(jsonOf));
  else if (running.length === 0) terminal.note(message('No sessions are running.'));
  else for (const line of linesOf(running)) terminal.print(line);
  return 0;
}

async function runningSessions({ host, signal, terminal }: Context): Promise<readonly SessionRecord[]> {
  const { client, records } = await host.connect();
  terminal.progress(message('Listing the sessions…'));
  const refreshed = await refreshSessions({ client, sessions: records.sessions }, signal);
  if (refreshed === 'not-offered') throw new UserError(message('This service doesn’t list its sessions.'));
  return records.sessions.notReleased().filter(({ gone }) => !gone);
}

/** What is waited for is not there yet. */
class NoneYet extends UserError {}

/**
 * Does some work as soon as the service is there, and has what is wanted of it.
 * @param milliseconds undefined: nothing is waited for.
 * @throws the last error after this time.
 */
export async function waitFor<T>(
  { signal, terminal }: Context,
  milliseconds: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + (milliseconds ?? 0);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (milliseconds === undefined || performance.now() > end || !isNotYet(error)) throw error;
    }
    terminal.progress(message('Waiting for the service…'));
    await delay(LOOK_AGAIN, undefined, { signal }).catch(() => {
      throw new Cancelled();
    });
  }
}

/** A pool without a free browser says so with a warning. */
function isNotYet(error: unknown): boolean {
  return (
    error instanceof NoneYet ||
    (!(error instanceof UsageError) && exitCodeOf(error) === 2) ||
    (error instanceof UserError && error.severity === 'warning')
  );
}

/** What a program reads of a session. */
export function jsonOf(session: SessionRecord): object {
  const { id, name, pool, viewport } = session;
  const end = endOf(session);
  return { id, name, pool, ...(end !== undefined && { endsAt: new Date(end).toISOString() }), display: viewport };
}

function linesOf(running: readonly SessionRecord[]): string[] {
  const now = Date.now();
  const rows = running.map((session) => {
    const { id, name, pool, viewport } = session;
    const left = timeLeft(endOf(session) ?? 0, now, ANY_TIME);
    return [
      plain(id),
      name === undefined ? '-' : plain(name, 60),
      pool === undefined ? '-' : plain(pool, 60),
      left ? english(left) : '-',
      viewport ? `${viewport.width}x${viewport.height}` : '-',
    ];
  });
  return table([['ID', 'NAME', 'POOL', 'TIME LEFT', 'DISPLAY'], ...rows]);
}
