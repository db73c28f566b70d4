import type { LoadedTarget } from '../../app/loaded/change-loaded';
import { readDetails } from '../../app/loaded/storage';
import { listOf, message, type Message } from '../../core/message';
import { labelOf } from '../../state';
import { withStatus } from '../editor/progress';
import { commandButton, showInformation } from '../editor/show';
import type { Services } from '../services';

/** Asks a session what it has loaded, and tells it: after an upload, of which nobody knows what came. */
export async function checkSession(
  services: Pick<Services, 'connection' | 'records' | 'loaded' | 'loadedReader'>,
  id: string,
): Promise<void> {
  const { connection, records, loaded } = services;
  const label = labelOf(records.sessions.get(id) ?? { id });
  await withStatus(message('Checking what “{0}” has loaded…', label), async () => askLoaded(services, id));
  const { extensions, whyUnknown } = loaded.get(connection.settings, id) ?? {};
  const { name, address } = connection.settings;
  await showInformation(
    extensions
      ? loadedWords(label, extensions)
      : message('“{0}” doesn’t report what it has loaded. {1}', label, whyUnknown ?? ''),
    commandButton(message('Open Screen'), 'openScreen', { connection: name, address, session: id }),
  );
}

function loadedWords(
  label: Parameters<typeof message>[1],
  extensions: readonly { readonly name: string; readonly version: string }[],
): Message {
  if (extensions.length === 0) return message('“{0}” has no extensions loaded.', label);
  return message(
    'Loaded in “{0}”: {1}.',
    label,
    listOf(extensions.map(({ name, version }) => message('“{0}” {1}', name, version))),
  );
}

/** Asks how much an extension has stored, and what it may do, and stores the answer. Nobody is asked for anything. */
export async function askDetails(
  { connection, records, loaded, devtools }: Pick<Services, 'connection' | 'records' | 'loaded' | 'devtools'>,
  target: LoadedTarget,
): Promise<void> {
  if (!(await connection.isReady())) return;
  const access = { client: await connection.client(), sessions: records.sessions, devtools };
  const details = await readDetails(access, target, new AbortController().signal);
  loaded.setDetails(connection.settings, target.session.id, target.extension.id, details);
}

/**
 * Asks a session's browser what it has loaded, and stores the answer. The user is asked for nothing: without a token,
 * or while the local service is stopped, that is stored as the reason why nothing is known.
 */
export async function askLoaded(
  { connection, records, loaded, loadedReader }: Pick<Services, 'connection' | 'records' | 'loaded' | 'loadedReader'>,
  session: string,
): Promise<void> {
  if (!(await connection.isReady())) {
    const whyUnknown = connection.isLocal
      ? message('The local browser isn’t running.')
      : message('Set a token to see extensions.');
    return loaded.set(connection.settings, session, { whyUnknown });
  }
  const deps = {
    client: await connection.client(),
    sessions: records.sessions,
    connection: connection.settings,
    loaded,
  };
  await loadedReader.ask(deps, session, new AbortController().signal);
}
