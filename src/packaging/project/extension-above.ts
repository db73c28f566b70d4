import path from 'node:path';
import { holds } from '../selection/git';
import { readExtensionManifest } from './extension-folder';

/**
 * The nearest folder at or above a file or folder that contains an extension's manifest, or undefined. The search stops
 * at `top` and at the root of a repository: a stray manifest in the home folder must not make everything in it an
 * extension.
 */
export async function findExtensionAbove(place: string, top: string): Promise<string | undefined> {
  for (let folder = path.resolve(place); isAtOrBelow(folder, top); folder = path.dirname(folder)) {
    if (await readExtensionManifest(folder)) return folder;
    if (folder === path.dirname(folder) || (await holds(folder, ['.git']))) return undefined;
  }
  return undefined;
}

function isAtOrBelow(folder: string, top: string): boolean {
  const within = path.relative(top, folder);
  return within.split(path.sep)[0] !== '..' && !path.isAbsolute(within);
}
