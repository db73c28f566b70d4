import type { Client } from '../api';
import { stopIfCancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { formatBytes } from '../core/wording';
import { packExtension, type Inspection, type Package, type PackProgress } from '../packaging';
import type { Memory, UploadRecord } from '../state';
import { markingGone } from './gone';

export interface FolderUpload {
  readonly folder: string;
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  /** Without errors: the caller has shown them to the person. */
  readonly inspection: Inspection;
}

/** How far an upload is. `restarting`: all has been sent, and the service restarts the browser. */
export type UploadProgress =
  | { readonly phase: 'packing'; readonly progress: PackProgress }
  | { readonly phase: 'sending'; readonly sent: number; readonly total: number }
  | { readonly phase: 'restarting' };

/** Zips folders and uploads them into a session in one request, with one restart. @returns what was loaded. */
export async function uploadFolders(
  { client, sessions }: { client: Pick<Client, 'uploadExtensions'>; sessions: Memory['sessions'] },
  { sessionId, folders }: { sessionId: string; folders: readonly FolderUpload[] },
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<UploadRecord[]> {
  const packed: PackedUpload[] = [];
  for (const upload of folders) {
    const content = await packExtension(upload.inspection, signal, (progress) => onProgress({ phase: 'packing', progress }));
    requireSmallEnough(upload, content);
    packed.push({ ...upload, ...content });
  }
  stopIfCancelled(signal);
  await markingGone(sessions, { id: sessionId }, () =>
    client.uploadExtensions(sessionId, packed, {
      signal,
      onProgress: (sent, total) => onProgress(sent < total ? { phase: 'sending', sent, total } : { phase: 'restarting' }),
    }),
  );
  const uploads = packed.map(asRecord);
  await sessions.remember({ id: sessionId, uploads: [...uploads, ...(sessions.get(sessionId)?.uploads ?? [])] });
  return uploads;
}

/** Bytes a zip. interface.md shows no limit; source: service-facts.md, "Upload". */
const LARGEST_ZIP = 50 * 1024 * 1024;

function requireSmallEnough({ inspection }: FolderUpload, { zip }: Package): void {
  if (zip.length <= LARGEST_ZIP) return;
  const largest = inspection.files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3);
  throw new UserError(message(
    'The zip is {0}, and the service takes {1}. Nothing was sent. The largest files: {2}.',
    formatBytes(zip.length), formatBytes(LARGEST_ZIP), largest.map(({ path, bytes }) => `${path} (${formatBytes(bytes)})`).join(', '),
  ));
}

type PackedUpload = FolderUpload & Package;

function asRecord({ folder, name, inspection: { manifest }, zip, sha256 }: PackedUpload): UploadRecord {
  return { name, title: manifest?.name ?? name, version: manifest?.version ?? '', bytes: zip.length, sha256, at: Date.now(), folder };
}
