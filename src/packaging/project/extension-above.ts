import { access } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST } from '../manifest/manifest-text';

/** The nearest folder at or above a file or folder that holds a manifest, or undefined. */
export async function findExtensionAbove(place: string): Promise<string | undefined> {
  for (let folder = place; ; folder = path.dirname(folder)) {
    if (await access(path.join(folder, MANIFEST)).then(() => true, () => false)) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}
