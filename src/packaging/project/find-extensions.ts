import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../../core/errors';
import { isBuildFolder } from '../build-folder';
import { isNeverEntered } from './build-tools';
import { describeExtension, readExtensionManifest, type ExtensionFolder } from './extension-folder';
import { byRank } from './rank';
import { markTemplates } from './templates';

/** A built extension is seldom deeper than `apps/name/.output/chrome-mv3`. */
const MAX_DEPTH = 4;
/** Enough to choose from. */
const MAX_FOUND = 20;
/** A project seldom has more folders, not counting its packages. The limit also ends a search in a home folder. */
const MAX_FOLDERS = 2000;

/**
 * The extensions at or below a folder, the most likely one first. Build folders are searched before others. Nothing is
 * searched below a build, and below an extension's sources only builds count, because the rest belongs to that
 * extension.
 */
export async function findExtensionFolders(folder: string, signal: AbortSignal): Promise<ExtensionFolder[]> {
  const root = path.resolve(folder);
  const found: ExtensionFolder[] = [];
  let seen = 0;
  let level: Visit[] = [{ folder: root, inExtension: false }];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: Visit[][] = [];
    for (const visit of level) {
      throwIfCancelled(signal);
      if (++seen > MAX_FOLDERS || found.length >= MAX_FOUND) break;
      const extension = await extensionIn(visit.folder, root, signal);
      const counts = extension && (extension.kind === 'build' || !visit.inExtension);
      if (counts) found.push(extension);
      if (extension?.kind !== 'build') next.push(await subfolders(visit, extension));
    }
    level = next.flat();
  }
  return (await markTemplates(found)).toSorted(byRank(root));
}

interface Visit {
  readonly folder: string;
  /**
   * The folder is below an extension's manifest: another manifest here is part of that extension, unless it belongs to
   * a build.
   */
  readonly inExtension: boolean;
}

async function extensionIn(folder: string, root: string, signal: AbortSignal): Promise<ExtensionFolder | undefined> {
  const manifest = await readExtensionManifest(folder);
  return manifest && describeExtension(folder, root, manifest, signal);
}

async function subfolders({ folder, inExtension }: Visit, extension: ExtensionFolder | undefined): Promise<Visit[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !isNeverEntered(entry.name)).map(({ name }) => name);
  return names
    .toSorted((one, other) => Number(isBuildFolder(other)) - Number(isBuildFolder(one)) || (one < other ? -1 : 1))
    .map((name) => ({ folder: path.join(folder, name), inExtension: inExtension || extension !== undefined }));
}
