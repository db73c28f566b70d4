import * as vscode from 'vscode';
import { acquireSession as acquire } from '../../app';
import { askId } from '../id-box';
import { withProgress } from '../progress';
import { labelOf } from '../views/items';
import type { Command } from './command';

export const acquireSession: Command = async ({ connection, memory: { sessions, pools } }, target) => {
  const client = await connection.client();
  const pool = target.pool ?? connection.settings.pool ?? (await askId(vscode.l10n.t('Acquire a Session'), vscode.l10n.t('ID or name of the pool')));
  const label = labelOf(pools.get(pool) ?? { id: pool });
  const session = await withProgress(vscode.l10n.t('Waiting for a browser of pool {0}', label), (signal) => acquire({ client, sessions, pools }, pool, signal));
  void tellAcquired(session.id, label);
};

async function tellAcquired(sessionId: string, pool: string): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  const pressed = await vscode.window.showInformationMessage(vscode.l10n.t('Session {0} of pool {1} is yours until you release it.', sessionId, pool), copy);
  if (pressed === copy) await vscode.env.clipboard.writeText(sessionId);
}
