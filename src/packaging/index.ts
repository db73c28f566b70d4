export { findExtensionFolders } from './selection/find-extensions';
export { inspectExtension, type InspectOptions, type Inspection, type Manifest } from './inspect';
export type { LeftOutFile } from './selection/left-out';
export { MANIFEST } from './manifest/manifest-text';
export type { Fix, Problem, ProblemCode, TextEdit } from './problem';
export type { PackedFile } from './selection/walk';
export { changedFiles, type ChangedFiles, type Digests } from './zip/digests';
export type { PackProgress } from './zip/progress';
export { packExtension, type Package } from './zip/zip';
