import { setImmediate } from 'node:timers/promises';
import { stopIfCancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { formatBytes } from '../../core/wording';
import type { Inspection } from '../inspect';
import type { PackedFile } from '../selection/walk';
import { compressAll } from './compress-all';
import { MOST_ENTRIES } from './container';
import { FileAssembly } from './file-assembly';
import type { Digests } from './digests';
import { progressOf, type PackProgress } from './progress';
import { sha256 } from './sha256';

export interface Package {
  readonly zip: Buffer;
  /** Of the zip, in hex: the same folder gives the same. */
  readonly sha256: string;
  /** Number of files in it. */
  readonly files: number;
  /** For `changedFiles`, when the same folder is packed again. */
  readonly digests: Digests;
}

/** Files of more than this together do not shrink to what any service takes, and the format ends at 4 GiB. */
const MOST_BYTES = 2 ** 30;

/**
 * Zips what the inspection lists, the folder's contents at the root: sorted, with fixed dates and modes, so that the same folder
 * gives the same bytes. Works in threads of its own, in memory alone. `onProgress` comes at most about 20 times a second, and at the
 * end. Throws UserError where a file is gone, cannot be read, or is not as it was inspected, and where the files are too many.
 */
export async function packExtension(inspection: Inspection, signal: AbortSignal, onProgress: (progress: PackProgress) => void = () => {}): Promise<Package> {
  stopIfCancelled(signal);
  const files = inspection.files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  requirePackable(files);
  // With 10,000 files each step takes some milliseconds: whatever else waits in this thread has its turn between them.
  await setImmediate();
  const assembly = new FileAssembly(files);
  await setImmediate();
  const tell = progressOf(files, onProgress);
  await compressAll(files, signal, (pieces, compressed) => {
    assembly.add(pieces, compressed);
    tell(assembly.done);
  });
  const { zip, digests } = assembly.close();
  return { zip, sha256: await sha256(zip, signal), files: files.length, digests };
}

function requirePackable(files: readonly PackedFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length <= MOST_ENTRIES && bytes <= MOST_BYTES) return;
  throw new UserError(message(
    'These are {0} files of {1} together, and at most {2} files of {3} go into a zip. Nothing was sent. Leave out what the extension does not need.',
    files.length, formatBytes(bytes), MOST_ENTRIES, formatBytes(MOST_BYTES),
  ));
}
