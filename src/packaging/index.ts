export { findExtensionFolders } from './find-extensions';
export { inspectExtension, type Inspection, type Manifest } from './inspect';
export type { LeftOutFile } from './left-out';
export { MANIFEST } from './manifest-json';
export type { Problem, ProblemCode } from './problem';
export type { PackedFile } from './walk';
export { packExtension, type Package, type PackProgress } from './zip';
