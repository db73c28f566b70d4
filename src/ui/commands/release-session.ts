import { refreshPools, releaseSession as release, type Client } from '../../app';
import { message } from '../../core/message';
import { isForbidden } from '../../core/service-error';
import { plainText } from '../../core/plain-text';
import { labelOf, type ConnectionRecords, type PoolRecord } from '../../state';
import { sessionOf } from '../sessions/choose-session';
import type { Connection } from '../../app/connections/connection';
import { askId } from '../sessions/id-box';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { confirmAt } from '../connections/confirm-at';
import { withStatus } from '../editor/progress';
import type { Command } from './command';

export const releaseSession: Command = async ({ brief, connection, records }, target) => {
  const { sessions, pools } = records;
  const client = await connection.client();
  const sessionId = await sessionOf(
    target,
    { client, records, connection },
    {
      title: message('Release: Select Session'),
      always: true,
      mayStart: false,
      first: ({ pool }) => pool !== undefined,
    },
  );
  const session = sessions.get(sessionId) ?? { id: sessionId };
  const pool =
    target.pool ?? session.pool ?? connection.settings.pool ?? (await choosePool({ client, pools }, labelOf(session)));
  const poolName = labelOf(pools.find(pool) ?? { id: pool });
  const reuse = await askReuse(labelOf(session));
  await confirmRelease(connection, labelOf(session), sessionId, poolName, reuse);
  await withStatus(message('Releasing “{0}”…', labelOf(session)), (signal) =>
    release({ client, sessions, pools }, { sessionId, pool, reuse }, signal),
  );
  brief.show(
    reuse
      ? message('$(check) Released “{0}” to “{1}” and kept its browser', labelOf(session), poolName)
      : message('$(check) Released “{0}” to “{1}”; its browser will be rebuilt', labelOf(session), poolName),
  );
};

interface Pools {
  readonly client: Client;
  readonly pools: ConnectionRecords['pools'];
}

/**
 * If no pool is remembered yet, the service's pools are listed. A token that may not list pools may still be allowed to
 * release.
 */
async function knownPools({ client, pools }: Pools): Promise<readonly PoolRecord[]> {
  if (pools.all().length === 0) {
    await withStatus(message('Looking for pools…'), (signal) => refreshPools({ client, pools }, signal)).catch(
      (error: unknown) => {
        if (!isForbidden(error)) throw error;
      },
    );
  }
  return pools.all().filter(({ gone }) => !gone);
}

async function choosePool(needs: Pools, session: string): Promise<string> {
  const title = message('Release “{0}”: Select Pool', session);
  const known = await knownPools(needs);
  const byHand = async (): Promise<string> => askId(title, message('ID or name of the pool it came from'));
  if (known.length === 0) return byHand();
  const chosen = await pick<() => Promise<string>>(title, message('Select the pool it came from'), [
    ...known.map((pool) => ({
      label: withIcon('server-environment', plainText(labelOf(pool), MAX_NAME)),
      value: async () => pool.id,
    })),
    { label: t('$(edit) Enter ID or Name…'), value: byHand },
  ]);
  return chosen();
}

async function askReuse(session: string): Promise<boolean> {
  return pick(message('Release “{0}”: Rebuild or Keep?', session), message('Select what happens to the browser'), [
    {
      label: t('$(debug-restart) Rebuild Browser'),
      detail: t('Discards the browser with its cookies, tabs and logins. The pool starts a new one.'),
      value: false,
    },
    {
      label: t('$(warning) Keep Browser'),
      detail: t('Faster, but the next user gets its cookies, tabs and logins.'),
      value: true,
    },
  ]);
}

async function confirmRelease(
  connection: Connection,
  session: string,
  sessionId: string,
  pool: string,
  reuse: boolean,
): Promise<void> {
  const fate = reuse
    ? message('The browser is kept: the next user gets its cookies, tabs and logins.')
    : message('The browser is rebuilt: its cookies, tabs and logins are lost.');
  await confirmAt(
    connection,
    message('Release “{0}” to pool “{1}”?', session, pool),
    [
      fate,
      message('You’ll lose access to this session.'),
      ...(session === sessionId ? [] : [message('Session ID: {0}', sessionId)]),
    ],
    reuse ? message('Release and Keep') : message('Release and Rebuild'),
  );
}
