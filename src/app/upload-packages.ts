import type { Client } from '../api';
import { throwIfCancelled } from '../core/errors';
import type { ConnectionRecords, UploadRecord } from '../state';
import { markingGone } from './gone';
import type { PackedFolder } from './pack-folders';
import { refuseReleased } from './released';
import { requireUploadNames } from './upload-name';

export interface NamedPackage extends PackedFolder {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
}

/** The progress of an upload. `restarting`: everything was sent, and the service restarts the browser. */
export type UploadProgress =
  { readonly phase: 'sending'; readonly sent: number; readonly total: number } | { readonly phase: 'restarting' };

/** Folders for which a session keeps digests; those of one folder take up to 160 kB. */
const MAX_WITH_DIGESTS = 5;

/**
 * Uploads packages into a session in one request, with one restart.
 * @returns the records of what was loaded.
 * @throws UserError, with nothing sent, if a name cannot be used or the session was released.
 */
export async function uploadPackages(
  { client, sessions }: { client: Pick<Client, 'uploadExtensions'>; sessions: ConnectionRecords['sessions'] },
  { sessionId, packages }: { sessionId: string; packages: readonly NamedPackage[] },
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<UploadRecord[]> {
  throwIfCancelled(signal);
  refuseReleased(sessions, sessionId);
  requireUploadNames(
    packages.map(({ name }) => name),
    (sessions.get(sessionId)?.uploads ?? []).map(({ name }) => name),
  );
  await markingGone(sessions, { id: sessionId }, () =>
    client.uploadExtensions(sessionId, packages, {
      signal,
      onProgress: (sent, total) =>
        onProgress(sent < total ? { phase: 'sending', sent, total } : { phase: 'restarting' }),
    }),
  );
  const uploads = packages.map(asRecord);
  await sessions.remember({
    id: sessionId,
    uploads: withFewDigests([...uploads, ...(sessions.get(sessionId)?.uploads ?? [])]),
  });
  return uploads;
}

function asRecord({ folder, name, inspection: { manifest }, zip, sha256, digests }: NamedPackage): UploadRecord {
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
