import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readPointsText } from '../app/sequences/sequence-text';
import type { TestSources } from '../app/tests/load-test';
import type { NamedPoint } from '../core/named-points';
import { MAX_SEQUENCE_BYTES } from '../core/sequence';
import { POINTS_NAME } from '../core/sequence-files';
import { isWithin, MANIFEST, readWorkspaceFile } from '../packaging';

/** The files of tests on this machine. @param cwd the folder of the command. */
export const sourcesOf = (cwd: string): TestSources => ({
  read: (file) => textOf(path.dirname(file), path.basename(file)),
  pointsOf: (file) => pointsAbove(path.dirname(file)),
  topOf: (file) => topAbove(path.dirname(file), cwd),
  isExtension: async (folder) =>
    stat(path.join(folder, MANIFEST)).then(
      (found) => found.isFile(),
      () => false,
    ),
});

async function textOf(folder: string, within: string, owner?: number): Promise<string | undefined> {
  return (await readWorkspaceFile({ folder, within }, MAX_SEQUENCE_BYTES, owner))?.toString('utf8');
}

/**
 * The named points of the project: those in the nearest folder, at or above this one, that has any, up to the root of
 * the repository. Points of another user are not the project’s: into a folder that several share, anybody can put some.
 * @param owner of the folder of the sequence.
 */
async function pointsAbove(folder: string, owner?: number): Promise<readonly NamedPoint[]> {
  const wanted = owner ?? (await ownerOf(folder));
  if (wanted !== undefined && (await ownerOf(path.join(folder, '.vscode'))) === wanted) {
    const text = await textOf(folder, `.vscode/${POINTS_NAME}`, wanted);
    if (text !== undefined) return readPointsText(text).points;
  }
  const parent = path.dirname(folder);
  const isRoot = parent === folder || (await ownerOf(path.join(folder, '.git'))) !== undefined;
  return isRoot ? [] : pointsAbove(parent, wanted);
}

/** The root of the repository that a folder is in; if it is in none, the folder of the command, or the folder itself. */
export async function topAbove(folder: string, cwd: string): Promise<string> {
  for (let top = folder; ; top = path.dirname(top)) {
    if ((await ownerOf(path.join(top, '.git'))) !== undefined) return top;
    if (path.dirname(top) === top) return isWithin(cwd, folder) ? cwd : folder;
  }
}

/** The number of the user that a file or a folder belongs to; undefined if it is not there. Windows has 0 for all. */
async function ownerOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
