import path from 'node:path';
import here from 'folder-of:bundle';
import type { Place } from './chromium-errors/locate';
import type { InspectOptions, Inspection } from './inspect';
import type { ExtensionFolder } from './project/extension-folder';
import type { Proposal } from './project/propose-folder';
import type { Secret } from './secrets/find-secrets';
import type { Selection } from './selection/selection';
import { setIncluded as writeIncluded } from './selection/set-included';
import type { PackedFile } from './selection/walk';
import { ThreadPool } from './thread/thread-pool';
import type { Digests } from './zip/digests';
import type { PackProgress } from './zip/progress';
import type { Package } from './zip/zip';

// Everything here is done in a thread: a folder from elsewhere may hold a rule or a file that takes for ever. Each of
// these throws Cancelled at once when its signal is aborted, and UserError, naming the file or the rules it was at,
// where it takes too long.
const threads = new ThreadPool(path.join(here, 'packaging-thread.cjs'));

/**
 * Looks at an extension's folder as Chromium would.
 * @throws UserError where there is no such folder.
 */
export function inspectExtension(folder: string, options: InspectOptions, signal: AbortSignal): Promise<Inspection> {
  return threads.run('inspectExtension', [folder, options], { signal });
}

/**
 * Zips what the inspection lists, the folder's contents at the root: in its order, with fixed dates and modes, so that
 * the same folder gives the same bytes. In memory alone. `onProgress` comes at most about 20 times a second, and at the
 * end.
 * @throws UserError where a file is gone, cannot be read, or is not as it was inspected, and where the files are too
 * many.
 */
export function packExtension(
  { files }: Pick<Inspection, 'files'>,
  signal: AbortSignal,
  onProgress?: (progress: PackProgress) => void,
): Promise<Package> {
  return threads.run('zipFiles', [files], { signal, ...(onProgress && { onProgress }) });
}

/**
 * What `packExtension` would tell as `digests`, sooner: nothing is zipped.
 * @throws UserError where a file is gone, cannot be read, or is not as it was inspected.
 */
export function digestExtension({ files }: Pick<Inspection, 'files'>, signal: AbortSignal): Promise<Digests> {
  return threads.run('digestFiles', [files], { signal });
}

/**
 * Looks for keys, tokens and passwords in the included files: by the names of the files, and in their text, at most
 * ten in each.
 * @param salt goes into the fingerprints. @returns them in the order of the files.
 */
export function findSecrets(files: readonly PackedFile[], salt: string, signal: AbortSignal): Promise<Secret[]> {
  return threads.run('findSecrets', [files, salt], { signal });
}

/** The extension that is meant by a folder, or those between which only the person can choose. */
export function proposeFolder(folder: string, signal: AbortSignal): Promise<Proposal> {
  return threads.run('proposeFolder', [folder], { signal });
}

/** The extensions at or below a folder, the one most likely meant first. */
export function findExtensionFolders(folder: string, signal: AbortSignal): Promise<ExtensionFolder[]> {
  return threads.run('findExtensionFolders', [folder], { signal });
}

/**
 * The nearest folder at or above a file or folder, and not above `top` or the top of a repository, that holds an
 * extension's manifest.
 */
export function findExtensionAbove(place: string, top: string): Promise<string | undefined> {
  return threads.run('findExtensionAbove', [place, top]);
}

/**
 * Where Chromium's own words of a refusal point: at the value of the manifest, or of another file, that they name.
 * @param files paths of what is included; of a file that is not among them nothing is read, whoever the words come
 * from.
 */
export function placeOf(words: string, folder: string, files: readonly string[]): Promise<Place> {
  return threads.run('placeOf', [words, folder, files]);
}

/**
 * Copies into a folder what will be in the zip, as true copies. However it ends, nothing is being written any more.
 * @throws UserError where a file is gone or cannot be read.
 */
export function copyFiles(files: readonly PackedFile[], target: string, signal: AbortSignal): Promise<void> {
  return threads.run('copyFiles', [files, target], { signal });
}

/**
 * Includes or excludes a file or folder by a rule in the own ignore file. `within` is a path within the folder,
 * with `/`.
 * @throws UserError where no rule can do it, or the file cannot be written.
 */
export function setIncluded(folder: string, selection: Selection, within: string, included: boolean): Promise<void> {
  return writeIncluded(folder, selection, within, included, (request) => threads.run('ruleFor', [request]));
}
