export {
  copyFiles,
  digestExtension,
  findExtensionAbove,
  findExtensionFolders,
  findSecrets,
  findSourceFolders,
  findSources,
  inspectExtension,
  keepThreadReady,
  packExtension,
  placeOf,
  proposeFolder,
  setIncluded,
} from './in-thread';
export type { InspectOptions, Inspection } from './inspect';
export { tooDeepAt } from './manifest/json';
export { MANIFEST } from './manifest/manifest-text';
export type { Fix, Problem, RefusalCode } from './problem';
export type { ExtensionFolder } from './project/extension-folder';
export { realPath } from './paths';
export { readWorkspaceFile, requireRegularFile, writeWorkspaceFile, type WorkspaceFile } from './regular-file';
export type { SourceFolders } from './project/project';
export type { Secret } from './secrets/find-secrets';
export { explain } from './selection/explain';
export type { ExcludedFile } from './selection/rule';
export type { PackedFile } from './selection/walk';
export type { SourcePlace } from './source-places';
export { TookTooLong } from './thread/thread-pool';
export { changedFiles, differenceSince, type Difference } from './zip/digests';
export type { PackProgress } from './zip/progress';
export type { Package } from './zip/zip';
