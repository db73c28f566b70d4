import { inTime, orSay, type BrowserWork } from '../../app/in-browser';
import { extensionsMeant, withUploads, type FoundExtension } from '../../app/loaded/find-extension';
import { UserError } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { listLoaded, WorkerWatch, type DevToolsConnection } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { textOf, type ToolInput } from '../input';
import type { CalledSession, ToolCall } from '../tool';

/**
 * Does some work over the session's DevTools.
 * @throws UserError that says what this session cannot do; Cancelled.
 */
export async function inSession<T>(
  { connection, session, memory, outcome }: Pick<CalledSession, 'connection' | 'session' | 'memory' | 'outcome'>,
  signal: AbortSignal,
  use: BrowserWork<T>,
): Promise<T> {
  const failed = orSay(session, { notOffered: noDevTools(session), noAnswer: noAnswer(session) });
  return inTime(connection.records.sessions, session, { failed }, signal, async (limited) => {
    await memory.begin(limited);
    return memory.devtools.use((open) => use(open, limited), limited, isRepeatable({ outcome }));
  });
}

/** What was done, or may have been, is not done once more over another connection. */
export function isRepeatable({ outcome }: Pick<CalledSession, 'outcome'>): () => boolean {
  const before = outcome.attempts;
  return () => outcome.attempts === before;
}

function noDevTools(session: SessionRecord): Message {
  return message(
    'This service gives no access to the pages of “{0}”. Use capture_session, and act_in_session with points.',
    labelOf(session),
  );
}

function noAnswer(session: SessionRecord): Message {
  return message(
    'The browser of “{0}” didn’t respond in time. A page in front may hang. Look with capture_session, or try again.',
    labelOf(session),
  );
}

/**
 * Finds the extension of a call: by its name, ID, or the folder that it was uploaded from.
 * @throws UserError if it is not loaded, or several have the name.
 */
export async function extensionOf(
  input: ToolInput,
  called: CalledSession,
  { host, signal }: ToolCall,
): Promise<FoundExtension> {
  const wanted = textOf(input, 'extension') ?? '';
  const { connection, session } = called;
  const loaded = await inSession(called, signal, (open, limited) => listLoaded(open, limited));
  host.loaded.set(connection.settings, session.id, { extensions: loaded });
  const all = withUploads(loaded, connection.records.sessions.get(session.id)?.uploads);
  const found = extensionsMeant(all, wanted);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only)
    throw new UserError(
      message(
        '{0} extensions match “{1}”. Use the ID of one: {2}.',
        found.length,
        wanted,
        listOf(found.map(({ extension }) => extension.id)),
      ),
    );
  const names = loaded.map(({ name }) => message('“{0}”', name));
  throw new UserError(
    names.length === 0
      ? message('“{0}” has loaded no extension. Use upload_extension.', labelOf(session))
      : message('“{0}” hasn’t loaded “{1}”. It has {2}.', labelOf(session), wanted, listOf(names)),
  );
}

/** Watches the workers of the extensions, through a page that can be used. */
export async function workersOf(
  open: DevToolsConnection,
  { memory }: CalledSession,
  signal: AbortSignal,
): Promise<WorkerWatch> {
  const page = memory.pages.all.find(({ hasCrashed, dialog }) => !hasCrashed && !dialog);
  if (!page) throw new UserError(message('No page is open in this session. Open one with open_extension_page.'));
  const watch = new WorkerWatch(open, page, signal);
  await watch.begin();
  return watch;
}
