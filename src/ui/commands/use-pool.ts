import { acquireSession as acquire, flushPool as flush } from '../../app/pools';
import { message } from '../../core/message';
import { labelOf, nameOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { withProgress, withStatus } from '../editor/progress';
import { choosePool } from '../sessions/choose-pool';
import type { Command } from './command';

export const acquireSession: Command = async (
  { statusMessages, connection, records: { sessions, pools }, reveal },
  target,
) => {
  const client = await connection.client();
  const pool =
    target.pool ??
    connection.settings.pool ??
    (await choosePool({ client, pools }, message('Acquire Session: Select Pool'), message('Name or ID')));
  const label = nameOf(pools.get(pool) ?? { id: pool });
  const session = await withProgress(message('Waiting for a browser from pool “{0}”', label), (signal) =>
    acquire({ client, sessions, pools }, pool, signal),
  );
  statusMessages.show(message('$(check) Acquired “{0}” from “{1}”', labelOf(session), label));
  reveal({ kind: 'session', connection: connection.settings, session });
};

/** Has a pool replace its free browsers, so that the next ones are new. */
export const flushPool: Command = async ({ statusMessages, connection, records: { pools }, renew }, target) => {
  const client = await connection.client();
  const pool =
    target.pool ??
    connection.settings.pool ??
    (await choosePool({ client, pools }, message('Flush Pool: Select Pool'), message('Name or ID')));
  const label = nameOf(pools.get(pool) ?? { id: pool });
  await confirmAt(connection, {
    question: message('Flush pool “{0}”?', label),
    effect: message('Its free browsers are closed, and the pool starts new ones. Sessions in use go on.'),
    dont: message('Don’t Flush'),
    buttons: [message('Flush')],
  });
  await withStatus(message('Flushing “{0}”…', label), (signal) => flush({ client, pools }, pool, signal));
  statusMessages.show(message('$(check) Flushed “{0}”', label));
  renew('pools');
};
