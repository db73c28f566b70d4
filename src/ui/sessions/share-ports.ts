import * as vscode from 'vscode';
import type { Client } from '../../api';
import { reachText } from '../../app/share/reach-text';
import { sharePort } from '../../app/share/share-port';
import { UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { localize } from '../editor/localize';
import { withStatus } from '../editor/progress';
import { commandButton, showWarning } from '../editor/show';
import type { Services } from '../services';

type Needs = Pick<Services, 'connection' | 'records' | 'devtools' | 'activities'>;

/** The ports of a list that a session has not been given. */
export function notShared(
  { activities, connection }: Pick<Needs, 'activities' | 'connection'>,
  session: SessionRecord,
  ports: readonly number[],
): readonly number[] {
  const [known] = activities.in('share', connection.settings, session.id);
  return ports.filter((port) => known?.ports.includes(port) !== true);
}

/**
 * Asks whether ports of this machine may be shared with a session, and shares them.
 * @param who wants it: a person who has just named the port, or a file, of which Enter alone allows nothing.
 * @throws UserError, also in a workspace that is not trusted; Cancelled if the person does not want it.
 */
export async function askAndShare(
  { connection, records, devtools, activities }: Needs,
  client: Client,
  session: SessionRecord,
  ports: readonly number[],
  who: 'person' | 'file',
): Promise<void> {
  if (!vscode.workspace.isTrusted)
    throw new UserError(message('Trust this workspace to share a port of this machine.'), 'manageTrust', 'warning');
  const { name, address, production } = connection.settings;
  const label = labelOf(session);
  await confirmAt(connection, {
    question:
      ports.length === 1
        ? message('Share port {0} with “{1}”?', String(ports[0]), label)
        : message('Share ports {0} with “{1}”?', ports.join(', '), label),
    effect: sentences(
      reachText(session, ports),
      message('That lasts until you stop it, the session ends, or this window closes.'),
    ),
    dont: who === 'file' || production ? message('Don’t Share') : undefined,
    buttons: [message('Share')],
  });
  const onLost: Parameters<typeof sharePort>[0]['onLost'] = (running) => {
    running.stop('failed');
    void showWarning(
      message('Stopped sharing: the browser of “{0}” couldn’t be reached.', label),
      commandButton(message('Share Port…'), 'sharePort', { session: session.id, connection: name, address }),
    );
  };
  const access = { client, sessions: records.sessions, devtools };
  const needs = { access, activities, localize, production, onLost };
  await withStatus(message('Sharing with “{0}”…', label), async (signal) => {
    for (const port of ports) await sharePort(needs, { name, address }, session, port, signal);
  });
}
