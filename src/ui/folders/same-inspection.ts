import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Inspection } from '../../packaging';

/** The number of items compared in about half a millisecond. */
const SLICE = 200;

/**
 * Whether two inspections of a folder have the same result. With 10,000 files this takes a while, so other work of the
 * editor gets a turn in between.
 */
export async function isSameInspection(one: Inspection | undefined, other: Inspection | undefined): Promise<boolean> {
  if (!one || !other) return one === other;
  const { files, excluded, problems, ...rest } = one;
  const { files: otherFiles, excluded: otherExcluded, problems: otherProblems, ...otherRest } = other;
  if (!isDeepStrictEqual(rest, otherRest)) return false;
  return (
    (await isSameList(files, otherFiles)) &&
    (await isSameList(excluded, otherExcluded)) &&
    isSameList(problems, otherProblems)
  );
}

async function isSameList(one: readonly unknown[], other: readonly unknown[]): Promise<boolean> {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += SLICE) {
    if (!isDeepStrictEqual(one.slice(at, at + SLICE), other.slice(at, at + SLICE))) return false;
    await setImmediate();
  }
  return true;
}
