import type { Client } from '../api';
import { stopIfCancelled } from '../core/errors';
import type { Memory, SessionRecord, UploadRecord } from '../state';
import { markingGone } from './gone';
import type { PackedFolder } from './pack-folders';

export interface NamedPackage extends PackedFolder {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
}

/** How far an upload is. `restarting`: all has been sent, and the service restarts the browser. */
export type UploadProgress =
  | { readonly phase: 'sending'; readonly sent: number; readonly total: number }
  | { readonly phase: 'restarting' };

/** Uploads packages into a session in one request, with one restart. @returns what was loaded. */
export async function uploadPackages(
  { client, sessions }: { client: Pick<Client, 'uploadExtensions'>; sessions: Memory['sessions'] },
  { sessionId, packages }: { sessionId: string; packages: readonly NamedPackage[] },
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<UploadRecord[]> {
  stopIfCancelled(signal);
  await markingGone(sessions, { id: sessionId }, () =>
    client.uploadExtensions(sessionId, packages, {
      signal,
      onProgress: (sent, total) => onProgress(sent < total ? { phase: 'sending', sent, total } : { phase: 'restarting' }),
    }),
  );
  const uploads = packages.map(asRecord);
  await sessions.remember({ id: sessionId, uploads: [...uploads, ...earlier(sessions.get(sessionId), packages)] });
  return uploads;
}

function asRecord({ folder, name, inspection: { manifest }, zip, sha256, digests }: NamedPackage): UploadRecord {
  return { name, title: manifest?.name ?? name, version: manifest?.version ?? '', bytes: zip.length, sha256, digests, at: Date.now(), folder };
}

/** The next upload of a folder is held against its last one only: the digests of older ones would but fill the storage. */
function earlier(session: SessionRecord | undefined, packages: readonly NamedPackage[]): UploadRecord[] {
  const again = new Set(packages.map(({ folder }) => folder));
  return (session?.uploads ?? []).map(({ digests, ...record }) => (digests === undefined || again.has(record.folder) ? record : { ...record, digests }));
}
