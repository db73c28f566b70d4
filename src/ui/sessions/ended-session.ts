import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { hasEnded } from '../../app';
import { endOf } from '../../app/expiry';
import { formatWait } from '../../core/format';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { commandId } from '../editor/contributed';
import { showInformation } from '../editor/show';
import type { ConnectionServices } from '../services';

/** Milliseconds that the service may need to end a session whose time is over. */
const GRACE = 3000;
/** Milliseconds. */
const ASK_WITHIN = 10_000;

/**
 * Asks the service once about a session whose time is over, and tells the user if it has ended. Somebody else may have
 * used it meanwhile.
 */
export async function tellEnded({ connection, records: { sessions } }: ConnectionServices, id: string): Promise<void> {
  await delay(GRACE, undefined, { ref: false });
  const session = sessions.get(id);
  // Used, released or removed meanwhile.
  if (!session || (endOf(session) ?? Infinity) > Date.now() || !(await connection.isReady())) return;
  const client = await connection.client();
  if (!(await hasEnded({ client, sessions }, id, AbortSignal.timeout(ASK_WITHIN)))) return;
  const { name, address } = connection.settings;
  await showInformation(
    message(
      '“{0}” has ended: it wasn’t used for {1}.',
      labelOf(session),
      formatWait((session.timeoutSeconds ?? 0) * 1000),
    ),
    {
      label: message('New Session'),
      run: () => vscode.commands.executeCommand(commandId('startSession'), { connection: name, address }),
    },
  );
}
