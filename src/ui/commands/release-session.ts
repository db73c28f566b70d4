import * as vscode from 'vscode';
import { refreshPools, releaseSession as release, type Client } from '../../app';
import { isForbidden } from '../../core/service-error';
import type { Memory, PoolRecord } from '../../state';
import { chooseSession } from '../choose-session';
import type { Connection } from '../connection';
import { askId } from '../id-box';
import { confirmAt, pick } from '../pick';
import { withStatus } from '../progress';
import { labelOf } from '../views/items';
import type { Command } from './command';

export const releaseSession: Command = async ({ connection, memory }, target) => {
  const { sessions, pools } = memory;
  const client = await connection.client();
  const sessionId = target.session ?? (await chooseSession({ client, memory, connection }, { title: vscode.l10n.t('Release Which Session?'), always: true, mayStart: false, first: ({ pool }) => pool !== undefined }));
  const session = sessions.get(sessionId) ?? { id: sessionId };
  const pool = target.pool ?? session.pool ?? connection.settings.pool ?? (await choosePool({ client, pools }, labelOf(session)));
  const poolName = labelOf(pools.find(pool) ?? { id: pool });
  const reuse = await askReuse(labelOf(session));
  await confirmRelease(connection, labelOf(session), sessionId, poolName, reuse);
  await withStatus(vscode.l10n.t('Releasing {0}…', labelOf(session)), (signal) => release({ client, sessions, pools }, { sessionId, pool, reuse }, signal));
  void vscode.window.showInformationMessage(
    reuse
      ? vscode.l10n.t('Released {0} to {1}: browser kept.', labelOf(session), poolName)
      : vscode.l10n.t('Released {0} to {1}: browser rebuilt.', labelOf(session), poolName),
  );
};

interface Pools {
  readonly client: Client;
  readonly pools: Memory['pools'];
}

/** Where no pool is remembered yet, the service is asked which there are. A token that may not list may still release. */
async function knownPools({ client, pools }: Pools): Promise<readonly PoolRecord[]> {
  if (pools.all().length === 0) {
    await withStatus(vscode.l10n.t('Looking for pools…'), (signal) => refreshPools({ client, pools }, signal)).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
    });
  }
  return pools.all().filter(({ gone }) => !gone);
}

async function choosePool(needs: Pools, session: string): Promise<string> {
  const title = vscode.l10n.t('Release {0} to Which Pool?', session);
  const known = await knownPools(needs);
  const byHand = async (): Promise<string> => askId(title, vscode.l10n.t('ID or name of the pool that it came from'));
  if (known.length === 0) return byHand();
  const chosen = await pick<() => Promise<string>>(title, vscode.l10n.t('Choose the pool that it came from'), [
    ...known.map((pool) => ({ label: `$(server-environment) ${labelOf(pool)}`, value: async () => pool.id })),
    { label: vscode.l10n.t('$(add) Another Pool…'), value: byHand },
  ]);
  return chosen();
}

async function askReuse(session: string): Promise<boolean> {
  return pick(vscode.l10n.t('What Becomes of the Browser of {0}?', session), vscode.l10n.t('Kept or rebuilt'), [
    { label: vscode.l10n.t('$(debug-restart) Rebuild it'), detail: vscode.l10n.t('The browser is thrown away with its cookies, tabs and logins. The pool builds a new one.'), value: false },
    { label: vscode.l10n.t('$(warning) Keep it as it is'), detail: vscode.l10n.t('Faster. The next user gets this very browser, with its cookies, tabs and logins.'), value: true },
  ]);
}

async function confirmRelease(connection: Connection, session: string, sessionId: string, pool: string, reuse: boolean): Promise<void> {
  const fate = reuse
    ? vscode.l10n.t('The browser is kept: the next user gets its cookies, tabs and logins.')
    : vscode.l10n.t('The browser is rebuilt: its cookies, tabs and logins are lost.');
  await confirmAt(
    connection,
    vscode.l10n.t('Release session {0} to pool {1}?', session, pool),
    [fate, vscode.l10n.t('After that the session is no longer yours.'), ...(session === sessionId ? [] : [vscode.l10n.t('Session ID: {0}', sessionId)])].join('\n\n'),
    reuse ? vscode.l10n.t('Release and Keep') : vscode.l10n.t('Release and Rebuild'),
  );
}
