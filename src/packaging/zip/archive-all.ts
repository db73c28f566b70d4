import type { PackedFile } from '../selection/walk';
import { archive, type Archive } from './archive';
import { joinZips } from './join-zips';
import type { Counter } from './progress';

/** While one waits for a file to be deflated, which another thread does, the others get on. More only take memory. */
const MAX_ARCHIVES = 3;
/** What a file takes beside its bytes, in bytes that take as long. */
const FILE_COST = 16 * 1024;

/**
 * As `archive`, by several archives at a time that share the files in their order: one deflates a file after the other. However many
 * there are, the bytes are the same.
 */
export async function archiveAll(files: readonly PackedFile[], signal: AbortSignal, counter: Counter): Promise<Archive> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const errors: unknown[] = [];
  const archives = await Promise.all(shares(files).map(async (share) => archive(share, either, counter).catch((error: unknown) => {
    errors.push(error);
    failed.abort();
    return undefined;
  })));
  // The others were only told to stop.
  if (errors.length > 0) throw errors[0];
  const done = archives.filter((each) => each !== undefined);
  return { zip: joinZips(done.map(({ zip }) => zip)), digests: done.map(({ digests }) => digests).join('') };
}

function cost({ bytes }: PackedFile): number {
  return bytes + FILE_COST;
}

/** Parts of about the same work; none is empty, but where there are no files at all. */
function shares(files: readonly PackedFile[]): readonly (readonly PackedFile[])[] {
  const share = files.reduce((total, file) => total + cost(file), 0) / MAX_ARCHIVES;
  const parts: PackedFile[][] = [];
  let before = 0;
  for (const file of files) {
    const part = Math.floor(before / share);
    if (part > parts.length - 1) parts.push([file]);
    else parts.at(-1)?.push(file);
    before += cost(file);
  }
  return parts.length > 0 ? parts : [[]];
}
