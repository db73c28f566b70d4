import { placeOf } from '../chromium-errors';
import { copyFiles } from '../copy-files';
import { inspectExtension, type InspectOptions, type Inspection } from '../inspect';
import { findExtensionAbove, findExtensionFolders, proposeFolder } from '../project/find-extensions';
import { findSourceFolders } from '../project/project';
import { findSecrets } from '../secrets/find-secrets';
import { ruleFor, type RuleRequest } from '../selection/extension-ignore';
import type { PackedFile } from '../selection/walk';
import { coverSources, type CoveredFolder, type CoveredScript } from '../source-coverage';
import { findMissingMap, findSources, type GeneratedPlace } from '../source-places';
import { checkListing } from '../store/check-listing';
import { copyInLocale } from '../store/in-locale';
import { storePictures } from '../store/pictures';
import type { PackProgress } from '../zip/progress';
import { unusedFiles } from '../unused-files';
import { compareVersions, type Version } from '../update/compare';
import { digestFiles, hashFiles } from '../zip/digests';
import { unzipChosen } from '../zip/unzip';
import { zipFiles } from '../zip/zip';
import { zippedName } from '../zip/zipped-name';

/** What a job receives besides its arguments. */
export interface Run {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PackProgress) => void;
}

type Files = readonly PackedFile[];

/**
 * The jobs of the worker threads: everything that walks, reads, parses or matches. Arguments and results are plain
 * data.
 */
export const jobs = {
  inspectExtension: ({ signal }: Run, folder: string, options: InspectOptions) =>
    inspectExtension(folder, options, signal),
  compareVersions: ({ signal }: Run, before: Version, after: Version) => compareVersions(before, after, signal),
  findExtensionAbove: (_: Run, place: string, top: string) => findExtensionAbove(place, top),
  findExtensionFolders: ({ signal }: Run, folder: string) => findExtensionFolders(folder, signal),
  proposeFolder: ({ signal }: Run, folder: string) => proposeFolder(folder, signal),
  findSecrets: ({ signal }: Run, files: Files, salt: string) => findSecrets(files, salt, signal),
  placeOf: (_: Run, words: string, folder: string, files: readonly string[]) => placeOf(words, folder, files),
  findSources: (_: Run, folder: string, top: string, places: readonly GeneratedPlace[]) =>
    findSources(folder, top, places),
  coverSources: ({ signal }: Run, folders: readonly CoveredFolder[], script: CoveredScript) =>
    coverSources(folders, script, signal),
  findMissingMap: (_: Run, folder: string, script: string) => findMissingMap(folder, script),
  findSourceFolders: (_: Run, folder: string, top: string) => findSourceFolders(folder, top),
  ruleFor: (_: Run, request: RuleRequest) => ruleFor(request),
  copyFiles: ({ signal }: Run, files: Files, target: string) => copyFiles(files, target, signal),
  checkListing: ({ signal }: Run, files: Files) => checkListing(files, signal),
  copyInLocale: ({ signal }: Run, files: Files, locale: string, target: string) =>
    copyInLocale(files, locale, target, signal),
  storePictures: async (_: Run, png: Uint8Array) => storePictures(png),
  digestFiles: async (_: Run, files: Files) => digestFiles(files),
  hashFiles: async (_: Run, files: Files) => hashFiles(files),
  zipFiles: ({ signal, onProgress }: Run, files: Files) => zipFiles(files, signal, onProgress),
  unzip: ({ signal }: Run, zip: string, folder: string) => unzipChosen(zip, folder, signal),
  unusedFiles: ({ signal }: Run, inspected: Pick<Inspection, 'files' | 'named'>) => unusedFiles(inspected, signal),
  zippedName: (_: Run, zip: Uint8Array) => zippedName(zip),
};

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobArguments<Name extends JobName> = Jobs[Name] extends (run: Run, ...args: infer Arguments) => unknown
  ? Arguments
  : never;
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
