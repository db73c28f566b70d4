import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { stopIfCancelled } from '../../core/errors';
import { leftOutByName } from './left-out';
import { MANIFEST } from '../manifest/manifest-text';

/** A built extension is seldom deeper than `apps/name/dist/chrome`. */
const DEEPEST = 4;
/** Enough to choose from. */
const MOST = 20;

/**
 * The folders with a `manifest.json` at or below a folder, the nearest first. Below one that has it nothing is searched:
 * such a manifest belongs to the extension.
 */
export async function findExtensionFolders(folder: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  let level = [folder];
  for (let depth = 0; depth <= DEEPEST && found.length < MOST; depth++) {
    const next: string[] = [];
    for (const candidate of level) {
      stopIfCancelled(signal);
      if (await hasManifest(candidate)) found.push(candidate);
      else next.push(...(await subfolders(candidate)));
    }
    level = next;
  }
  return found.slice(0, MOST);
}

async function hasManifest(folder: string): Promise<boolean> {
  return access(path.join(folder, MANIFEST)).then(() => true, () => false);
}

async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !leftOutByName(entry.name)).map((entry) => path.join(folder, entry.name)).toSorted();
}
