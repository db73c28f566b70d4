import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../../core/errors';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { findExtensionFolders } from '../../packaging';

/** Folders that have nothing of the project itself. */
const NEVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * The sequences below a folder, by their absolute paths. Links are not followed.
 * @param most after so many it looks for no others.
 * @throws Cancelled.
 */
export async function sequencesBelow(folder: string, most: number, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && found.length < most; next = folders.shift()) {
    throwIfCancelled(signal);
    // What can't be read, or has gone, has none.
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const whole = path.join(next, entry.name);
      if (entry.isDirectory() && !NEVER.has(entry.name)) folders.push(whole);
      else if (entry.isFile() && entry.name.endsWith(SEQUENCE_ENDING)) found.push(whole);
    }
  }
  return found.toSorted();
}

/** The extension of a folder's project, if there is just one that a browser can load. */
export async function onlyExtensionOf(top: string, signal = new AbortController().signal): Promise<string | undefined> {
  const found = await findExtensionFolders(top, signal).catch(() => []);
  const [only, ...others] = found.filter(({ forChromium, needsBuild }) => forChromium && !needsBuild);
  return others.length === 0 ? only?.folder : undefined;
}
