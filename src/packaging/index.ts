export { placeOf, type Place } from './chromium-words/place';
export { copyFiles } from './copy-files';
export { findExtensionFolders } from './selection/find-extensions';
export { inspectExtension, type InspectOptions, type Inspection, type Manifest } from './inspect';
export type { LeftOutFile } from './selection/left-out';
export { MANIFEST } from './manifest/manifest-text';
export type { Fix, Problem, ProblemCode, RefusalCode, TextEdit } from './problem';
export type { PackedFile } from './selection/walk';
export { packExtension, type Package, type PackProgress } from './zip/zip';
