import type { PackedFile } from '../selection/walk';

/** The fixed cost of a file, as the number of bytes that take the same time. */
const FILE_COST = 16 * 1024;

/**
 * Divides the files, in order, into at most `count` parts with about the same amount of work. No part is empty, unless
 * there are no files at all.
 */
export function sharesOf(files: readonly PackedFile[], count: number): readonly (readonly PackedFile[])[] {
  const share = files.reduce((total, file) => total + costOf(file), 0) / count;
  const parts: PackedFile[][] = [];
  let before = 0;
  for (const file of files) {
    const part = Math.floor(before / share);
    if (part > parts.length - 1) parts.push([file]);
    else parts.at(-1)?.push(file);
    before += costOf(file);
  }
  return parts.length > 0 ? parts : [[]];
}

function costOf({ bytes }: PackedFile): number {
  return bytes + FILE_COST;
}
