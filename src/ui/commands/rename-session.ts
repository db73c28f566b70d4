import { aliasProblem, renameSession as rename } from '../../app/sessions';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { ask } from '../editor/input-box';
import { sessionOf } from '../sessions/choose-session';
import type { Command } from './command';

/** Gives a session a name that only this user sees: the service has no operation for it. */
export const renameSession: Command = async ({ connection, records }, target) => {
  const id =
    target.session ??
    (await sessionOf(
      target,
      { client: await connection.client(), records, connection },
      { title: message('Rename: Select Session'), always: true, mayStart: false },
    ));
  const session = records.sessions.get(id) ?? { id };
  const { alias, name } = session;
  const text = await ask({
    title: message('Rename “{0}”', labelOf(session)),
    prompt:
      name === undefined
        ? message('Only you see this name. Leave it empty to show the ID.')
        : message('Only you see this name. Leave it empty to show “{0}”.', name),
    value: alias ?? name ?? '',
    check: aliasProblem,
  });
  await rename(records.sessions, id, text);
};
