import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../paths';
import { projectOf } from './project';

/** Where the sources of an extension are that was built. */
export interface SourceFolders {
  /** Folder of the project, at or above the extension's. */
  readonly project: string;
  /**
   * Names of the folders in the project that the extension's folder does not have: some bundlers name a source by its
   * path in the project, whatever folder its script is in.
   */
  readonly names: readonly string[];
}

const MAX_NAMES = 100;

/** @param top the folder that the project is not above. */
export async function findSourceFolders(folder: string, top: string): Promise<SourceFolders> {
  const found = await projectOf(folder);
  const project = found && isWithin(top, found.folder) ? found.folder : top;
  if (path.resolve(project) === path.resolve(folder)) return { project, names: [] };
  const here = new Set(await foldersIn(folder));
  const names = (await foldersIn(project)).filter((name) => !here.has(name) && !/^\.|^node_modules$/.test(name));
  return { project, names: names.slice(0, MAX_NAMES) };
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
