import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { type FileContents, writeFiles } from '../../../support/files';

/** Writes files below a folder, all with the same modification time. */
export async function writeProject(root: string, files: FileContents, changedAt = 1_000): Promise<void> {
  writeFiles(root, files);
  for (const name of Object.keys(files)) await utimes(path.join(root, name), changedAt, changedAt);
}

/** The `package.json` of a project that is built with these packages. */
export function packageOf(...tools: string[]): object {
  return { name: 'p', devDependencies: Object.fromEntries(tools.map((tool) => [tool, '*'])) };
}
