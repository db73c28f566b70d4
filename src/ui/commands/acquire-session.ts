import { acquireSession as acquire } from '../../app/pools';
import { message } from '../../core/message';
import { labelOf, nameOf } from '../../state';
import { withProgress } from '../editor/progress';
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
