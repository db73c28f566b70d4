export { findExtensionAbove } from './project/extension-above';
export type { ExtensionFolder } from './project/extension-folder';
export { findExtensionFolders } from './project/find-extensions';
export { proposeFolder, type Proposal } from './project/propose-folder';
export { staleness, type Staleness } from './project/staleness';
export { findSecrets, type Secret } from './secrets/find-secrets';
export { placeOf, type Place } from './chromium-words/place';
export { copyFiles } from './copy-files';
export { inspectExtension, type InspectOptions, type Inspection, type Manifest } from './inspect';
export type { LeftOutFile } from './selection/left-out';
export { MANIFEST } from './manifest/manifest-text';
<<<<<<< HEAD
export type { Fix, Problem, ProblemCode, TextEdit } from './problem';
export { explain } from './selection/explain';
export type { IgnoreFileRule, InBy, InReason, Rule } from './selection/rule';
export { OWN_IGNORE_FILE } from './selection/own-rules';
export { selectFiles, type Selection, type SelectOptions } from './selection/selection';
export { setIncluded } from './selection/set-included';
=======
export type { Fix, Problem, ProblemCode, RefusalCode, TextEdit } from './problem';
>>>>>>> chromium
export type { PackedFile } from './selection/walk';
export { changedFiles, type ChangedFiles, type Digests } from './zip/digests';
export type { PackProgress } from './zip/progress';
export { packExtension, type Package } from './zip/zip';
