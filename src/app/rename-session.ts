import { message, type Message } from '../core/message';
import { MAX_ALIAS, type ConnectionRecords } from '../state';

/** Why a text cannot be a session's name, or undefined. An empty one removes the name. */
export function aliasProblem(text: string): Message | undefined {
  const { length } = text.trim();
  return length > MAX_ALIAS ? message('Use at most {0} characters ({1} now).', MAX_ALIAS, length) : undefined;
}

/** Gives a session a name of the user's own. The service has no operation for it, so it is only remembered here. */
export async function renameSession(
  sessions: Pick<ConnectionRecords['sessions'], 'all' | 'replace'>,
  id: string,
  text: string,
): Promise<void> {
  const alias = text.trim();
  const all = sessions.all().map((session) => {
    if (session.id !== id) return session;
    const { alias: _old, ...rest } = session;
    return alias === '' || alias === session.name ? rest : { ...rest, alias };
  });
  await sessions.replace(all);
}
