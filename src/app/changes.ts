import { changedFiles } from '../packaging';
import type { SessionRecord, UploadRecord } from '../state';
import type { PackedFolder } from './pack-folders';

/** What is different since a folder was last uploaded into a session. */
export interface Changes {
  readonly since: UploadRecord;
  /** How many files were added, changed or removed. With 0 the session has loaded just this. */
  readonly files: number;
}

/** Undefined where the session has nothing of this folder, or nothing is known of what it has. */
export function changesSince(session: SessionRecord, { folder, sha256, digests }: PackedFolder): Changes | undefined {
  const since = session.uploads?.find((upload) => upload.folder === folder);
  if (!since) return undefined;
  if (since.sha256 === sha256) return { since, files: 0 };
  if (since.digests === undefined) return undefined;
  const { added, changed, removed } = changedFiles(since.digests, digests);
  return { since, files: added + changed + removed };
}
