import { Cancelled, TemporaryError } from '../../core/errors';
import { message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import {
  DevToolsFailure,
  isPassing,
  listLoaded,
  NotReachable,
  ProtocolError,
  type SessionDevTools,
  type LoadedExtension,
} from '../../devtools';
import { MANIFEST } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import { NoDevTools } from '../devtools-sessions';
import { withinTime } from '../in-browser';
import { loadedAs } from '../loaded/loaded-extensions';
import { markingGone } from '../not-found';
import { USUAL_FOLDER } from './prove-loaded';
import { listRevisions } from './session-files';
import type { UploadDestination } from './dependencies';

/** An extension as a session has it. */
export interface SessionCopy {
  readonly loaded: Pick<LoadedExtension, 'path' | 'version' | 'enabled'>;
  /** It was removed from the browser, and its folder is still there. */
  readonly wasRemoved: boolean;
  /** Everything that the session has loaded. */
  readonly all: readonly LoadedExtension[];
  /** The revisions in its folder. */
  readonly revisions: readonly string[];
}

/**
 * Finds the copy of an upload in its session. A service that does not list files does not offer to change them.
 * @throws UserError if the session or its browser does not answer.
 */
export async function findCopy(
  destination: UploadDestination,
  session: SessionRecord,
  upload: UploadRecord,
  signal: AbortSignal,
): Promise<SessionCopy | NotReloadable> {
  const { client, sessions, devtools, onListed } = destination;
  return markingGone(sessions, { id: session.id }, async () => {
    const all = await allLoaded(devtools.of(client, session.id), session, signal);
    if (all === 'notOffered') return all;
    onListed?.(session.id, all);
    const found = loadedAs(all, upload.name);
    const loaded = found ?? (await removedFolder(destination, session.id, upload, signal));
    if (!loaded) return 'notLoaded';
    const revisions = await listRevisions(client, session.id, loaded.path, signal);
    return revisions ? { loaded, wasRemoved: found === undefined, all, revisions } : 'notOffered';
  });
}

/** Where the session has an extension that is not loaded. A new upload would bring it back beside the new copy. */
async function removedFolder(
  { client, known }: UploadDestination,
  session: string,
  { name, version }: UploadRecord,
  signal: AbortSignal,
): Promise<SessionCopy['loaded'] | undefined> {
  const folder = `${known?.(session)?.uploadsFolder ?? USUAL_FOLDER}/${name}`;
  const listed = await client.listFiles(session, folder, signal).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  return listed?.some((file) => file.name === MANIFEST) ? { path: folder, version, enabled: true } : undefined;
}

/** Why an extension of a session cannot be reloaded: the service does not offer it, or it is not loaded. */
export type NotReloadable = 'notOffered' | 'notLoaded';

/**
 * What a session has loaded.
 * @throws UserError if the service or the browser gave no answer, or the session does not exist.
 */
export async function allLoaded(
  devtools: Pick<SessionDevTools, 'use'>,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<readonly LoadedExtension[] | 'notOffered'> {
  const limited = withinTime(signal);
  try {
    return await devtools.use((connection) => listLoaded(connection, limited), limited);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (cannotTell(error)) return 'notOffered';
    if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
    throw new TemporaryError(
      message(
        'The browser of “{0}” doesn’t respond. Nothing was sent. Try again, or restart it with Upload Folder.',
        labelOf(session),
      ),
      'takeScreenshot',
    );
  }
}

/** Statuses with which a service refuses an operation for good. A 404 means that the session does not exist. */
const REFUSED = new Set([400, 403, 405, 501]);

/** Whether an error means that the session will not tell a second time either. */
function cannotTell(error: unknown): boolean {
  if (error instanceof ServiceError) return REFUSED.has(error.status);
  // A browser that restarts is not reachable for a while.
  if (error instanceof NotReachable) return !isPassing(error);
  return error instanceof NoDevTools || error instanceof ProtocolError;
}
