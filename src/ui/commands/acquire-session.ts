import * as vscode from 'vscode';
import { acquireSession as acquire } from '../../app';
import { message } from '../../core/message';
import { askId } from '../sessions/id-box';
import { withProgress } from '../editor/progress';
import { showInformation } from '../editor/show';
import { labelOf } from '../../state';
import type { Command } from './command';

export const acquireSession: Command = async ({ connection, records: { sessions, pools } }, target) => {
  const client = await connection.client();
  const pool =
    target.pool ??
    connection.settings.pool ??
    (await askId(message('Acquire a Session'), message('ID or name of the pool')));
  const label = labelOf(pools.get(pool) ?? { id: pool });
  const session = await withProgress(message('Waiting for a browser of pool {0}', label), (signal) =>
    acquire({ client, sessions, pools }, pool, signal),
  );
  void tellAcquired(session.id, label);
};

async function tellAcquired(sessionId: string, pool: string): Promise<void> {
  const copy = { label: message('Copy ID'), run: () => vscode.env.clipboard.writeText(sessionId) };
  await showInformation(message('Session {0} of pool {1} is yours until you release it.', sessionId, pool), copy);
}
