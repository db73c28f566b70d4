import { ServiceError } from '../../core/service-error';
import type { LoadedExtension } from '../../devtools';
import { MANIFEST } from '../../packaging';
import type { SessionRecord, UploadRecord } from '../../state';
import { markingGone } from '../gone';
import { loadedAs } from '../loaded/loaded-extensions';
import { USUAL_FOLDER } from './prove-loaded';
import { allLoaded, type NotReloadable } from './reload';
import { listRevisions } from './revision';
import type { UploadDestination } from './upload-folders';

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
