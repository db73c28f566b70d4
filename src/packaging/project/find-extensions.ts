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
/** A project has seldom more without its packages; the search has to end in a home folder too. */
const MAX_FOLDERS = 2000;

/**
 * The extensions at or below a folder, the one most likely meant first. Build folders are looked into before others;
 * below a build nothing is searched, and below an extension of sources only builds count, since the rest belongs to it.
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
  /** Below an extension's manifest: another one here is part of it, unless it is a build's. */
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
