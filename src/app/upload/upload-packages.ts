import type { Client } from '../../api';
import { throwIfCancelled, Cancelled } from '../../core/errors';
import { quotedListOf } from '../../core/message';
import { changedFiles } from '../../packaging';
import type { ConnectionRecords, UploadRecord, SessionRecord } from '../../state';
import { markingGone, refuseReleased } from '../not-found';
import { requireUploadNames } from './names';
import type { PackedFolder, NamedPackage } from './pack-folders';
import type { UploadProgress, RunStep } from './ports';
import { withPlace } from './refusals';

/** Folders for which a session keeps digests; those of one folder take up to 160 kB. */
const MAX_WITH_DIGESTS = 5;

/** What is remembered of a package that a session has loaded. */
export function recordOf({ folder, name, inspection: { manifest }, zip, sha256, digests }: NamedPackage): UploadRecord {
  return {
    name,
    title: manifest?.name ?? name,
    version: manifest?.version ?? '',
    bytes: zip.length,
    sha256,
    digests,
    at: Date.now(),
    folder,
  };
}

/** The next upload of a folder is compared only with its last one; more digests would only fill the storage. */
function withFewDigests(uploads: readonly UploadRecord[]): UploadRecord[] {
  const folders = [...new Set(uploads.map(({ folder }) => folder))].slice(0, MAX_WITH_DIGESTS);
  const kept = new Set(folders.map((folder) => uploads.find((upload) => upload.folder === folder)));
  return uploads.map((upload) => {
    const { digests: _dropped, ...record } = upload;
    return kept.has(upload) ? upload : record;
  });
}

/** An extension that was loaded in a session. */
export interface UploadedExtension {
  /** The folder on this machine. */
  readonly folder: string;
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** How many files it has. */
  readonly files: number;
  /** Size of its zip. */
  readonly bytes: number;
  /** What has changed since its folder was last uploaded into the session; that copy stays loaded beside this one. */
  readonly changes: Changes | undefined;
}

/**
 * The upload was cancelled while it was being sent. If its last byte was not sent yet, nothing is loaded; in the phase
 * `restarting` the session may still load the extension.
 */
export class UploadCancelled extends Cancelled {
  constructor(
    readonly phase: UploadProgress['phase'],
    readonly session: SessionRecord,
  ) {
    super();
  }
}

/**
 * Uploads packages into a session in one request, with one restart.
 * @throws UserError, with nothing sent, if a name cannot be used or the session was released; UploadCancelled;
 * ExtensionRefused if the service says what is wrong with one of the extensions.
 */
export async function uploadPackages(
  deps: { readonly client: Pick<Client, 'uploadExtensions'>; readonly sessions: ConnectionRecords['sessions'] },
  packages: readonly NamedPackage[],
  session: SessionRecord,
  run: RunStep,
): Promise<UploadedExtension[]> {
  const { client, sessions } = deps;
  const { id } = session;
  const titles = quotedListOf(packages.map(({ name, inspection: { manifest } }) => manifest?.name ?? name));
  let phase: UploadProgress['phase'] = 'sending';
  try {
    await run({ kind: 'sending', titles, session }, async (signal, onProgress) => {
      throwIfCancelled(signal);
      refuseReleased(sessions, id);
      requireUploadNames(
        packages.map(({ name }) => name),
        uploadsOf(sessions, id).map(({ name }) => name),
      );
      await markingGone(sessions, { id }, () =>
        client.uploadExtensions(id, packages, {
          signal,
          onProgress: (sent, total) => {
            phase = sent < total ? 'sending' : 'loading';
            onProgress(sent < total ? { phase: 'sending', sent, total } : { phase: 'loading' });
          },
        }),
      );
      await sessions.remember({
        id,
        uploads: withFewDigests([...packages.map(recordOf), ...uploadsOf(sessions, id)]),
      });
    });
  } catch (error) {
    if (error instanceof Cancelled) throw new UploadCancelled(error.nothingDone ? 'sending' : phase, session);
    throw await withPlace(error, packages, session);
  }
  return packages.map((each) => ({ ...describe(each), changes: changesSince(session, each) }));
}

function uploadsOf(sessions: ConnectionRecords['sessions'], id: string): readonly UploadRecord[] {
  return sessions.get(id)?.uploads ?? [];
}

function describe({
  folder,
  name,
  zip,
  inspection: { manifest, files },
}: NamedPackage): Omit<UploadedExtension, 'changes'> {
  return {
    folder,
    name,
    title: manifest?.name ?? name,
    version: manifest?.version ?? '',
    files: files.length,
    bytes: zip.length,
  };
}

/** What has changed since a folder was last uploaded into a session. */
export interface Changes {
  readonly since: UploadRecord;
  /** How many files were added, changed or removed. 0: the session has loaded exactly these files. */
  readonly files: number;
}

/** Undefined if this folder was never uploaded into the session, or if the uploaded files are not known. */
export function changesSince(session: SessionRecord, { folder, sha256, digests }: PackedFolder): Changes | undefined {
  const since = session.uploads?.find((upload) => upload.folder === folder);
  if (!since) return undefined;
  if (since.sha256 === sha256) return { since, files: 0 };
  if (since.digests === undefined) return undefined;
  const { added, changed, removed } = changedFiles(since.digests, digests);
  return { since, files: added + changed + removed };
}
