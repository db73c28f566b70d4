import path from 'node:path';
import here from 'folder-of:bundle';
import type { Place } from './chromium-errors';
import type { InspectOptions, Inspection } from './inspect';
import type { ExtensionFolder } from './project/extension-folder';
import type { Proposal } from './project/find-extensions';
import type { SourceFolders } from './project/project';
import type { Secret } from './secrets/find-secrets';
import type { Selection } from './selection/selection';
import { setIncluded as writeIncluded } from './selection/set-included';
import type { PackedFile } from './selection/walk';
import type { CoveredFolder, CoveredScript, ScriptCoverage } from './source-coverage';
import type { GeneratedPlace, MissingMap, SourcePlace } from './source-places';
import type { ListingCheck } from './store/check-listing';
import type { StorePicture } from './store/pictures';
import { ThreadPool } from './thread/thread-pool';
import type { Comparison, Version } from './update/compare';
import { type DigestList, KnownDigests } from './zip/digests';
import type { PackProgress } from './zip/progress';
import type { Package } from './zip/zip';

export type { InspectOptions, Inspection } from './inspect';
export { tooDeepAt } from './manifest/json';
export { MANIFEST } from './manifest/manifest-text';
export type { Fix, Problem, RefusalCode } from './problem';
export { byPlace } from './verdict/finding';
export type { ExtensionFolder } from './project/extension-folder';
export { foldersAbove, isWithin, realPath } from './paths';
export {
  readChosenFile,
  readWorkspaceFile,
  requireRegularFile,
  appendChosenFile,
  makeChosenFolder,
  writeChosenFile,
  createWorkspaceFile,
  writeWorkspaceFile,
  type WorkspaceFile,
} from './regular-file';
export type { SourceFolders } from './project/project';
export { replaceSecrets, type Secret } from './secrets/find-secrets';
export { explain } from './selection/explain';
export type { ExcludedFile } from './selection/rule';
export type { PackedFile } from './selection/walk';
export type { CoveredFolder, ScriptCoverage } from './source-coverage';
export type { SourcePlace } from './source-places';
export type { ListingCheck } from './store/check-listing';
export { localesOf } from './store/locales';
export type { StorePicture } from './store/pictures';
export { asReviewed } from './store/reviewed';
export { TookTooLong } from './thread/thread-pool';
export { accessProblems, questionsOf } from './update/access';
export type { Comparison, Version } from './update/compare';
export { changedFiles, differenceSince, type Difference } from './zip/digests';
export type { PackProgress } from './zip/progress';
export type { Package } from './zip/zip';

// Everything below runs in a worker thread, because a folder from elsewhere may contain a rule or a file that takes
// forever. Each function throws Cancelled as soon as its signal is aborted, and UserError, with the file or the rules
// that it was processing, if it takes too long.
const threads = new ThreadPool(path.join(here, 'packaging-thread.cjs'));

/**
 * Keeps a thread ready while someone works on a folder: a job after a pause then takes no longer than others. It takes
 * about 10 MB.
 * @returns a function that ends it.
 */
export function keepThreadReady(): () => void {
  return threads.keepReady();
}

/**
 * Inspects an extension's folder the way Chromium would.
 * @throws UserError if the folder does not exist.
 */
export function inspectExtension(folder: string, options: InspectOptions, signal: AbortSignal): Promise<Inspection> {
  return threads.run('inspectExtension', [folder, options], { signal });
}

/**
 * Zips the inspected files in memory, with the folder's contents at the root. The order, the dates and the modes are
 * fixed, so that the same folder gives the same bytes. `onProgress` is called at most about 20 times a second, and at
 * the end.
 * @throws UserError if a file does not exist any more, cannot be read, or has changed since the inspection, or if there
 * are too many files.
 */
export async function packExtension(
  { files }: Pick<Inspection, 'files'>,
  signal: AbortSignal,
  onProgress?: (progress: PackProgress) => void,
): Promise<Package> {
  const packed = await threads.run('zipFiles', [files], { signal, ...(onProgress && { onProgress }) });
  const { buffer, byteOffset, length } = packed.zip;
  // What comes from a thread is a `Uint8Array`.
  return { ...packed, zip: Buffer.from(buffer, byteOffset, length) };
}

const knownDigests = new KnownDigests();

/**
 * Calculates the `digests` of `packExtension` without a zip, which takes less time: files that have not changed since
 * the last time are not read again.
 * @throws UserError if a file is gone, cannot be read, or has changed since it was inspected.
 */
export function digestExtension({ files }: Pick<Inspection, 'files'>, signal: AbortSignal): Promise<DigestList> {
  return knownDigests.of(files, (unread) => threads.run('digestFiles', [unread], { signal }));
}

/**
 * The SHA-256 of each file in hexadecimal, in their order.
 * @throws UserError if a file is gone, cannot be read, or has changed since it was inspected.
 */
export function hashFiles(files: readonly PackedFile[], signal: AbortSignal): Promise<string[]> {
  return threads.run('hashFiles', [files], { signal });
}

/**
 * Finds the included files that nothing in the package refers to. Where that can't be known, none is found.
 * @returns their paths within the folder, with `/`.
 */
export function unusedFiles(
  { files, named }: Pick<Inspection, 'files' | 'named'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return threads.run('unusedFiles', [{ files, named }], { signal });
}

/**
 * Compares an extension with its old version: what an update does to the people who have that.
 * @throws UserError if the manifest of one of them can't be read.
 */
export function compareVersions(before: Version, after: Version, signal: AbortSignal): Promise<Comparison> {
  return threads.run('compareVersions', [before, after], { signal });
}

/**
 * Searches the included files for keys, tokens and passwords, by file name and in the text, at most ten in each file.
 * @param salt is part of the fingerprints.
 * @returns the secrets in the order of the files.
 */
export function findSecrets(files: readonly PackedFile[], salt: string, signal: AbortSignal): Promise<Secret[]> {
  return threads.run('findSecrets', [files, salt], { signal });
}

/**
 * The name of the extension in a zip from outside, as Chromium shows it.
 * @returns undefined if it has no manifest that can be read, or no name in it.
 */
export function zippedName(zip: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
  // A copy: the bytes of a job move to its thread.
  return threads.run('zippedName', [new Uint8Array(zip)], { signal });
}

/**
 * Unpacks a zip from outside into a new folder.
 * @throws UserError if it is no zip, is too large, or has what no zip of an extension has.
 */
export function unzip(zip: string, folder: string, signal: AbortSignal): Promise<void> {
  return threads.run('unzip', [zip, folder], { signal });
}

/** Finds the extension that a folder stands for, or several if only the user can choose between them. */
export function proposeFolder(folder: string, signal: AbortSignal): Promise<Proposal> {
  return threads.run('proposeFolder', [folder], { signal });
}

/** The extensions at or below a folder, the most likely one first. */
export function findExtensionFolders(folder: string, signal: AbortSignal): Promise<ExtensionFolder[]> {
  return threads.run('findExtensionFolders', [folder], { signal });
}

/**
 * The nearest folder that contains an extension's manifest, at or above a file or folder, but not above `top` or the
 * root of a repository.
 */
export function findExtensionAbove(place: string, top: string): Promise<string | undefined> {
  return threads.run('findExtensionAbove', [place, top]);
}

/**
 * Finds the place that an error message of Chromium is about: the value in the manifest, or in another file, that the
 * message names.
 * @param files paths of the included files. No other file is read, even if the message names one, because the message
 * may come from anywhere.
 */
export function placeOf(words: string, folder: string, files: readonly string[]): Promise<Place> {
  return threads.run('placeOf', [words, folder, files]);
}

/**
 * Finds the places in the files that a person edits: through the source map of a built script, else in the script
 * itself. Only files at or below `top` are found, because a source map may name any file.
 * @param folder of the extension.
 * @param top the folder of the project, at or above `folder`.
 * @returns undefined for a place without a file.
 */
export function findSources(
  folder: string,
  top: string,
  places: readonly GeneratedPlace[],
): Promise<(SourcePlace | undefined)[]> {
  return threads.run('findSources', [folder, top, places]);
}

/**
 * Finds what ran of the sources of a script, by statements, functions and branches as Istanbul has them: through its
 * source map, else of the script itself. Only files at or below the folder of the project are found, and none of
 * `node_modules`.
 * @param folders that the script may be from: the first one counts that has it as it was loaded.
 */
export function coverSources(
  folders: readonly CoveredFolder[],
  script: CoveredScript,
  signal: AbortSignal,
): Promise<ScriptCoverage> {
  return threads.run('coverSources', [folders, script], { signal });
}

/**
 * How a build would get the source map that a script of it lacks.
 * @param folder of the extension.
 * @param script path in it, with `/`.
 * @returns undefined if the script has a map, if nothing built it, or if the tool is unknown.
 */
export function findMissingMap(folder: string, script: string): Promise<MissingMap | undefined> {
  return threads.run('findMissingMap', [folder, script]);
}

/**
 * Finds where the sources of an extension are that was built.
 * @param folder of the extension.
 * @param top the folder that the project is not above.
 */
export function findSourceFolders(folder: string, top: string): Promise<SourceFolders> {
  return threads.run('findSourceFolders', [folder, top]);
}

/**
 * Copies the files that go into the zip to a folder, as real copies. When it settles, nothing is being written any
 * more, even after an error.
 * @throws UserError if a file does not exist any more or cannot be read.
 */
export function copyFiles(files: readonly PackedFile[], target: string, signal: AbortSignal): Promise<void> {
  return threads.run('copyFiles', [files, target], { signal });
}

/**
 * Checks what the Chrome Web Store takes from a package: its name and description in each locale, and its icon.
 * @throws UserError if the manifest can't be read.
 */
export function checkListing(files: readonly PackedFile[], signal: AbortSignal): Promise<ListingCheck> {
  return threads.run('checkListing', [files], { signal });
}

/**
 * Copies an extension so that any browser, whatever its language, shows its messages in one locale.
 * @param locale one of `localesOf`.
 * @param target a folder, which is made.
 * @throws UserError if a file of messages, or the manifest, can't be read.
 */
export function copyInLocale(
  files: readonly PackedFile[],
  locale: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  return threads.run('copyInLocale', [files, locale, target], { signal });
}

/**
 * Makes the store's pictures of a screenshot: exactly their sizes, and without alpha. What a display of other sides has
 * too much is cut off, on both sides alike.
 * @throws UserError if it is no PNG that can be read, or smaller than the largest picture.
 */
export function storePictures(png: Uint8Array, signal: AbortSignal): Promise<StorePicture[]> {
  // A copy: the bytes of a job move to its thread.
  return threads.run('storePictures', [new Uint8Array(png)], { signal });
}

/**
 * Includes or excludes a file or folder by a rule in the extension's own ignore file. `within` is a path within the
 * folder, with `/`.
 * @throws UserError if no rule can do it, or the file cannot be written.
 */
export function setIncluded(folder: string, selection: Selection, within: string, included: boolean): Promise<void> {
  return writeIncluded(folder, selection, within, included, (request) => threads.run('ruleFor', [request]));
}
