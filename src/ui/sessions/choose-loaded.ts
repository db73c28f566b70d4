import type { LoadedTarget } from '../../app/loaded/change-loaded';
import { withUploads, type FoundExtension } from '../../app/loaded/find-extension';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import type { LoadedExtension } from '../../devtools';
import { labelOf } from '../../state';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import { loadedIn, type Target } from '../target';
import { sessionOf } from './choose-session';

/** An extension that a session has loaded. */
export type ChosenExtension = LoadedTarget & FoundExtension;

/**
 * The loaded extension that a command is about: that of a row; otherwise the user chooses one.
 * @param isMeant tells which ones the command can be used for.
 * @throws UserError if the session does not tell what it has loaded, or has none of them.
 */
export async function loadedOf(
  services: Services,
  target: Target,
  title: Message,
  isMeant: (extension: LoadedExtension) => boolean,
): Promise<ChosenExtension> {
  const { row } = target;
  const shown = loadedIn(row);
  if (shown && row && 'session' in row)
    return { session: row.session, extension: shown, upload: 'upload' in row ? row.upload : undefined };
  const { connection, records, loaded, loadedReader } = services;
  const client = await connection.client();
  const id = await sessionOf(
    target,
    { client, records, connection },
    { title: message('{0}: Select Session', title), mayStart: false },
  );
  const session = records.sessions.get(id) ?? { id };
  const deps = { client, sessions: records.sessions, connection: connection.settings, loaded };
  await withStatus(message('Checking what “{0}” has loaded…', labelOf(session)), (signal) =>
    loadedReader.ask(deps, id, signal),
  );
  const { extensions, whyUnknown } = loaded.get(connection.settings, id) ?? {};
  if (!extensions)
    throw new UserError(
      whyUnknown ??
        message('Couldn’t determine what “{0}” has loaded. Refresh the sessions and try again.', labelOf(session)),
    );
  const meant = withUploads(extensions, session.uploads).filter(({ extension }) => isMeant(extension));
  if (meant.length === 0)
    throw new UserError(message('“{0}” has no loaded extension that this applies to.', labelOf(session)));
  const chosen = await pick(
    message('{0}: Select Extension', title),
    message('Select what “{0}” has loaded', labelOf(session)),
    meant.map((each) => ({
      label: withIcon(each.upload ? 'extensions' : 'plug', plainText(each.extension.name, MAX_NAME)),
      description: plainText(each.extension.version, MAX_NAME),
      ...(!each.upload && { detail: t('not uploaded from here') }),
      value: each,
    })),
  );
  return { session, ...chosen };
}
