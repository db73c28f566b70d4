export { acquireSession } from './acquire-session';
export { changesSince, type Changes } from './changes';
export { checkWithChromium, majorOf, type ChromiumVerdict } from './check-with-chromium';
export { click, lastClicked } from './click';
export { createSession } from './create-session';
export { deleteExtension } from './delete-extension';
export { forgetUpload } from './forget-upload';
export { DevToolsSessions } from './devtools-sessions';
export { isReported } from './is-reported';
export type { LocalServiceOptions } from './local-service/options';
export { startLocalService, type LocalService } from './local-service/start';
export {
  packFolders,
  TooManyExtensions,
  ZipTooLarge,
  type FolderToPack,
  type PackedFolder,
  type UploadLimits,
} from './pack-folders';
export { ONLY_FIRST, refreshExtensions, refreshPools, refreshSessions, type Refreshed } from './refresh';
export { refuseReleased } from './released';
export { releaseSession } from './release-session';
export { takeScreenshot } from './take-screenshot';
export { uploadNameProblem } from './upload-name';
export { uploadPackages, type NamedPackage, type UploadProgress } from './upload-packages';
export { lastUploaded, lastUsed } from './last-used';
export { placeRefusal, refusedExtension } from './place-refusal';
export { FolderError } from './upload/folder-error';
export type { NameQuestion, SecretsQuestion, UploadQuestions } from './upload/questions';
export { NotLoaded, ReloadRefused } from './upload/not-loaded';
export type { LoadProof } from './upload/prove-loaded';
export { RefusedByService } from './upload/refused-by-service';
export { UploadCancelled, type UploadedExtension } from './upload/send';
export type { FoldersProgress, RunStep, UploadStep } from './upload/steps';
export { WatchLoop } from './watch-loop';
export { uploadAgain, type AgainOutcome, type AgainRequest } from './upload/upload-again';
export {
  uploadFolders,
  uploadInSteps,
  type UploadDestination,
  type UploadOutcome,
  type UploadParts,
  type UploadRequest,
} from './upload/upload-folders';
/** What a caller needs besides the use cases themselves. */
export {
  waitSilently,
  type Client,
  type TransportOptions as ClientOptions,
  type NetworkSettings,
  type ServiceTimeouts,
  type Wait,
} from '../api';
export {
  explain,
  findExtensionAbove,
  findExtensionFolders,
  findSecrets,
  inspectExtension,
  MANIFEST,
  proposeFolder,
  setIncluded,
  TookTooLong,
  type ExtensionFolder,
  type Fix,
  type Inspection,
  type InspectOptions,
  type ExcludedFile,
  type PackedFile,
  type PackProgress,
  type Problem,
  type Secret,
} from '../packaging';
