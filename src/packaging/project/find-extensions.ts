import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCancelled } from '../../core/errors';
import { holds } from '../selection/git';
import { isBuildFolder, isForOtherChromium, isNeverEntered, isTestFolder } from './build-tools';
import { describeExtension, type ExtensionFolder, readExtensionManifest } from './extension-folder';
import { projectOf } from './project';

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

/**
 * The order of the extensions below a folder: the best first; among equally good ones the newest build, then by path.
 */
function byRank(root: string): (one: ExtensionFolder, other: ExtensionFolder) => number {
  return (one, other) =>
    compareReasons(root, one, other) ||
    Number(other.builtAt ?? 0) - Number(one.builtAt ?? 0) ||
    (one.folder < other.folder ? -1 : 1);
}

/** The first extensions of that order that are equally good, so that only the user can choose. */
function tiedWithFirst(root: string, ranked: readonly ExtensionFolder[]): ExtensionFolder[] {
  return ranked.filter((extension) => ranked[0] && compareReasons(root, extension, ranked[0]) === 0);
}

function compareReasons(root: string, one: ExtensionFolder, other: ExtensionFolder): number {
  const against = reasonsAgainst(root, other);
  return reasonsAgainst(root, one).reduce(
    (order, reason, index) => order || Number(reason) - Number(against[index]),
    0,
  );
}

/** Reasons why an extension may not be the intended one, the most important first. */
function reasonsAgainst(
  root: string,
  { folder, forChromium, hasBuild, manifestVersion }: ExtensionFolder,
): readonly boolean[] {
  const names = path.relative(root, folder).split(path.sep);
  return [!forChromium, names.some(isTestFolder), hasBuild, manifestVersion !== 3, names.some(isForOtherChromium)];
}

/**
 * Marks the sources that a build of the same project was made from. A manifest with a matching build is its template,
 * even if it could be loaded as it is.
 */
async function markTemplates(found: readonly ExtensionFolder[]): Promise<ExtensionFolder[]> {
  const builds = found.filter(({ kind, forChromium }) => kind === 'build' && forChromium);
  return Promise.all(
    found.map(async (extension) => {
      if (extension.kind === 'build' || builds.length === 0) return extension;
      const project = (await projectOf(extension.folder))?.folder ?? extension.folder;
      const hasBuild = builds.some(
        (build) => build.folder.startsWith(project + path.sep) && isNamedAlike(build, extension),
      );
      return { ...extension, hasBuild, needsBuild: extension.needsBuild || hasBuild };
    }),
  );
}

/** Tools add text to the name, such as `DEV | Name`, and fill it in if the template has none. */
function isNamedAlike(build: ExtensionFolder, { name, needsBuild }: ExtensionFolder): boolean {
  return name === undefined ? needsBuild : build.name?.includes(name) === true;
}

export type Proposal =
  | { readonly chosen: ExtensionFolder }
  /** At least two, the likeliest first. */
  | { readonly choices: ExtensionFolder[] }
  | { readonly none: true };

/** Finds the extension that a folder stands for, or several if only the user can choose between them. */
export async function proposeFolder(folder: string, signal: AbortSignal): Promise<Proposal> {
  const root = path.resolve(folder);
  const found = await findExtensionFolders(root, signal);
  const own = found.find((extension) => extension.folder === root && !extension.needsBuild);
  if (own) return { chosen: own };
  const good = tiedWithFirst(root, found);
  const [chosen, ...others] = onlyFresh(good) ?? good;
  if (!chosen) return { none: true };
  return others.length === 0 ? { chosen } : { choices: good };
}

/** The one of several builds that is not outdated. A build for a development server is never chosen without asking. */
function onlyFresh(good: readonly ExtensionFolder[]): ExtensionFolder[] | undefined {
  const fresh = good.filter(({ staleSince }) => !staleSince);
  return fresh.length === 1 && fresh.every(({ kind, forDevelopment }) => kind === 'build' && !forDevelopment)
    ? fresh
    : undefined;
}

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
