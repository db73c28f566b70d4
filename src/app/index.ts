export { acquireSession, flushPool } from './pools';
export { addToCatalog, deleteExtension, downloadExtension } from './catalog';
export {
  changesSince,
  type Changes,
  uploadPackages,
  UploadCancelled,
  type UploadedExtension,
} from './upload/upload-packages';
export { checkWithChromium, majorOf, type ChromiumVerdict } from './check-with-chromium';
export { click, drag, moveMouse, pressKeys, scroll, typeText, takeScreenshot } from './computer';
export { lastClicked, defaultSession, type DefaultSession, lastUploaded, lastUsed } from './last-used';
export { ClickRecording } from './clicks/click-recording';
export {
  type TextProblem,
  readPointsText,
  withoutPoint,
  withPoint,
  withRenamed,
  readSequenceText,
  type Sequence,
} from './clicks/files';
export { playSequence, type PlayOutcome, StepFailed } from './clicks/play-sequence';
export { createSession, endSession, forgetUpload, aliasProblem, renameSession, releaseSession } from './sessions';
export { workOnEach, type EachOutcome } from './each';
export { DevToolsSessions, NoDevTools, devToolsFailure } from './devtools-sessions';
export { findKnownSessions, findSessions, keepFound, type FoundSessions } from './find-sessions';
export { debugExtension, type DebugRequest } from './debug/debug-extension';
export { followLog, type FollowRequest, type LogLine, type LogListener, type LogPlace } from './log/follow-log';
export { reportedAs, placeRefusal, refusedExtension, ExtensionRefused, NameTaken, NotLoaded } from './upload/refusals';
export type { LocalServiceOptions } from './local-service/service-process';
export { startLocalService, type LocalService } from './local-service/start';
export {
  packFolders,
  TooManyExtensions,
  ZipTooLarge,
  type FolderToPack,
  type PackedFolder,
  type UploadLimits,
  type NamedPackage,
} from './upload/pack-folders';
export { loadMore, refreshExtensions, refreshPools, refreshSessions, type Refreshed } from './refresh';
export {
  extensionErrors,
  type ExtensionError,
  openPopup,
  removeFromBrowser,
  setExtensionEnabled,
  type ChangeParts,
  type LoadedTarget,
} from './loaded/change-loaded';
export { refuseReleased } from './outcome';
export { clickInPopup, listClickableIn, placeOf, type ClickTarget } from './screen/click-by-name';
export type { FeedParts } from './screen/feed-parts';
export { ScreenFeed } from './screen/screen-feed';
export type { ScreenListener, ScreenPicture } from './screen/screen-picture';
export { uploadNameProblem } from './upload/names';
export type {
  UploadProgress,
  NameQuestion,
  SecretsQuestion,
  UploadQuestions,
  FoldersProgress,
  RunStep,
  UploadStep,
} from './upload/ports';
export { LoadedReader, type LoadedParts } from './loaded/ask-loaded';
export { placeText, FolderError, VerdictError } from './upload/inspect-folders';
export type { LoadProof } from './upload/prove-loaded';
export { WatchLoop, type Builds } from './watch-loop';
export {
  refuseProduction,
  sessionUnattended,
  uploadUnattended,
  type UnattendedOutcome,
  maySucceedLater,
} from './upload/unattended';
export { uploadAgain, type AgainOutcome, type AgainRequest } from './upload/upload-again';
export { uploadToCatalog, type CatalogParts, type CatalogQuestions } from './upload/upload-to-catalog';
export {
  uploadFolders,
  uploadInSteps,
  type UploadDestination,
  type UploadOutcome,
  type UploadParts,
  type UploadRequest,
} from './upload/upload-folders';
/** What a caller needs besides the use cases themselves. */
export { PageChoice, type AttachedPages, type DebugTarget, type LoadedExtension, type TargetKind } from '../devtools';
export {
  waitSilently,
  type Waiting,
  type Client,
  type NewSession,
  type ServiceOptions as ClientOptions,
  type NetworkSettings,
  type ServiceTimeouts,
  type Wait,
} from '../api';
export {
  explain,
  findExtensionAbove,
  findExtensionFolders,
  findSecrets,
  findSourceFolders,
  inspectExtension,
  keepThreadReady,
  MANIFEST,
  proposeFolder,
  readWorkspaceFile,
  requireRegularFile,
  setIncluded,
  TookTooLong,
  writeWorkspaceFile,
  type ExtensionFolder,
  type Fix,
  type Inspection,
  type InspectOptions,
  type ExcludedFile,
  type PackedFile,
  type PackProgress,
  type Problem,
  type Secret,
  type SourceFolders,
  type WorkspaceFile,
} from '../packaging';
