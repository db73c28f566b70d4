import path from 'node:path';
import { holds } from '../selection/git';
import { readExtensionManifest } from './extension-folder';

/**
 * The nearest folder at or above a file or folder that holds an extension's manifest, or undefined. Nothing is looked
 * for above `top`, nor above the top of a repository: a manifest that lies about in the home folder makes no extension
 * of all that is in it.
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
