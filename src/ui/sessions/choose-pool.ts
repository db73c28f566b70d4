import type { Client } from '../../api';
import { refreshPools } from '../../app/refresh';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { isForbidden } from '../../core/service-error';
import { countsOf, nameOf, type ConnectionRecords, type PoolRecord } from '../../state';
import { localize, MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { askId } from './id-box';

interface Pools {
  readonly client: Client;
  readonly pools: ConnectionRecords['pools'];
}

/** The pool that a command is about: the only one, or the one that the user chooses. */
export async function choosePool(needs: Pools, title: Message, placeholder: Message): Promise<string> {
  const known = await knownPools(needs);
  const [only, ...others] = known;
  if (only && others.length === 0) return only.id;
  const byHand = async (): Promise<string> => askId(title, message('ID or name of the pool'));
  if (!only) return byHand();
  const chosen = await pick<() => Promise<string>>(title, placeholder, [
    ...known.map((pool) => {
      const counts = countsOf(pool);
      return {
        label: withIcon('server-environment', plainText(nameOf(pool), MAX_NAME)),
        ...(counts && { description: localize(counts) }),
        value: async () => pool.id,
      };
    }),
    { label: t('$(edit) Enter ID or Name…'), value: byHand },
  ]);
  return chosen();
}

/**
 * Lists the service's pools unless several are remembered: a single one may not be the only one. A token that may not
 * list pools may still be allowed to do the rest.
 */
async function knownPools({ client, pools }: Pools): Promise<readonly PoolRecord[]> {
  if (pools.all().length <= 1) {
    await withStatus(message('Looking for pools…'), (signal) => refreshPools({ client, pools }, signal)).catch(
      (error: unknown) => {
        if (!isForbidden(error)) throw error;
      },
    );
  }
  return pools.all().filter(({ gone }) => !gone);
}
