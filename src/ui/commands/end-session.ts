import type { Client } from '../../api';
import { endSession as end, forgetUpload } from '../../app/sessions';
import { listOf, message, sentences, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import { workOnSeveral } from '../sessions/several';
import type { Target } from '../target';
import type { Row } from '../views/rows';
import type { Command } from './command';

/**
 * Ends sessions with their browsers, after one question about all of them. Rows of what has ended already, and of
 * uploads, are only removed from the list: that is what the key Delete means there.
 */
export const endSession: Command = async (services, target) => {
  const { connection, records, loaded, renew } = services;
  const rows = target.rows ?? [];
  const running = sessionsOf(rows).filter(({ gone }) => !gone);
  if (rows.length > 0 && running.length === 0) return removeRows(services, rows);
  const client = await connection.client();
  const sessions = running.length > 0 ? running : [await chosen(services, target, client)];
  await confirm(services, sessions);
  const deps = { client, sessions: records.sessions, pools: records.pools };
  await workOnSeveral(services, {
    items: sessions,
    labelOf: (session) => labelOf(session),
    title: message('Ending {0}…', namesOf(sessions)),
    work: async ({ id }, signal) => {
      await end(deps, id, signal);
      loaded.forget(connection.settings, id);
    },
    done: (count) =>
      sessions.length === 1 ? message('Ended {0}', namesOf(sessions)) : message('Ended {0} sessions', count),
  });
  renew('sessions', 'pools');
};

function sessionsOf(rows: readonly Row[]): SessionRecord[] {
  return rows.flatMap((row) => (row.kind === 'session' ? [row.session] : []));
}

async function removeRows({ records: { sessions } }: Services, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    if (row.kind === 'upload') await forgetUpload(sessions, row.session.id, row.upload);
    else if (row.kind === 'session') await sessions.remove(row.session.id);
}

async function chosen({ connection, records }: Services, target: Target, client: Client): Promise<SessionRecord> {
  const question = { title: message('End: Select Session'), always: true, mayStart: false };
  const id = await sessionOf(target, { client, records, connection }, question);
  return records.sessions.get(id) ?? { id };
}

async function confirm({ connection }: Services, sessions: readonly SessionRecord[]): Promise<void> {
  const [only, ...others] = sessions;
  const dont = message('Don’t End');
  if (only && others.length === 0)
    await confirmAt(connection, {
      question: message('End “{0}”?', labelOf(only)),
      effect: lossesOf(only),
      dont,
      buttons: [message('End Session')],
    });
  else
    await confirmAt(connection, {
      question: message('End {0} sessions?', sessions.length),
      effect: sentences(
        message('{0}.', namesOf(sessions)),
        message('Their cookies, tabs, logins and uploads are lost.'),
      ),
      dont,
      buttons: [message('End Sessions')],
    });
}

function lossesOf({ profile, savesChanges }: SessionRecord): Message {
  if (profile === undefined || savesChanges === false)
    return message('Its cookies, tabs, logins and uploads are lost.');
  return savesChanges
    ? message('Its tabs and uploads are lost. Cookies and logins are kept in profile “{0}”.', profile)
    : message(
        'Its tabs and uploads are lost. Cookies and logins are kept only if it saves changes to profile “{0}”.',
        profile,
      );
}

function namesOf(sessions: readonly SessionRecord[]): Message {
  return listOf(sessions.map((session) => message('“{0}”', labelOf(session))));
}
