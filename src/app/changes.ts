import { changedFiles } from '../packaging';
import type { SessionRecord, UploadRecord } from '../state';
import type { PackedFolder } from './pack-folders';

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
