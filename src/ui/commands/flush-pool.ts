import { flushPool as flush } from '../../app/pools';
import { message } from '../../core/message';
import { nameOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { withStatus } from '../editor/progress';
import { choosePool } from '../sessions/choose-pool';
import type { Command } from './command';

/** Has a pool replace its free browsers, so that the next ones are new. */
export const flushPool: Command = async ({ statusMessages, connection, records: { pools }, renew }, target) => {
  const client = await connection.client();
  const pool =
    target.pool ??
    connection.settings.pool ??
    (await choosePool({ client, pools }, message('Flush Pool: Select Pool'), message('Name or ID')));
  const label = nameOf(pools.get(pool) ?? { id: pool });
  await confirmAt(
    connection,
    message('Flush pool “{0}”?', label),
    [message('Its free browsers are closed, and the pool starts new ones. Sessions in use stay as they are.')],
    message('Flush'),
  );
  await withStatus(message('Flushing “{0}”…', label), (signal) => flush({ client, pools }, pool, signal));
  statusMessages.show(message('$(check) Flushed “{0}”', label));
  renew('pools');
};
