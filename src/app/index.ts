export { acquireSession } from './acquire-session';
export { addToCatalog } from './add-to-catalog';
export { changesSince, type Changes } from './changes';
export { checkWithChromium, majorOf, type ChromiumVerdict } from './check-with-chromium';
export { click, lastClicked } from './make-click';
export { ClickRecording } from './clicks/click-recording';
export type { TextProblem } from './clicks/click-files';
export { playSequence, type PlayOutcome } from './clicks/play-sequence';
export { readPointsText, withoutPoint, withPoint, withRenamed } from './clicks/click-files';
export { StepFailed } from './clicks/play-sequence';
export { readSequenceText, type Sequence } from './clicks/click-files';
export { createSession } from './create-session';
export { defaultSession, type DefaultSession } from './default-session';
export { deleteExtension } from './delete-extension';
export { downloadExtension } from './download-extension';
export { workOnEach, type EachOutcome } from './each';
export { endSession } from './end-session';
export { flushPool } from './flush-pool';
export { forgetUpload } from './forget-upload';
export { devToolsFailure, DevToolsSessions, NoDevTools, type BrowserAccess } from './devtools-sessions';
export { findKnownSessions, findSessions, keepFound, type FoundSessions } from './find-sessions';
export { offerTargets, type DebugRequest } from './debug/offer-targets';
export { followLog, type FollowRequest, type LogLine, type LogListener, type LogPlace } from './log/follow-log';
export { drag, moveMouse, pressKeys, scroll, typeText } from './send-input';
export { reportedAs } from './reported-as';
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
export { loadMore, refreshExtensions, refreshPools, refreshSessions, type Refreshed } from './refresh';
export { extensionErrors, type ExtensionError } from './loaded/extension-errors';
export { openPopup } from './loaded/open-popup';
export { aliasProblem, renameSession } from './rename-session';
export { refuseReleased } from './released';
export { releaseSession } from './release-session';
export { clickInPopup, listClickableIn, placeOf, type ClickTarget } from './screen/click-by-name';
export { ScreenFeed, type ScreenState } from './screen/screen-feed';
export { ScreenInput } from './screen/screen-input';
export type { ScreenPicture } from './screen/shown-pictures';
export { takeScreenshot } from './take-screenshot';
export { uploadNameProblem } from './upload-name';
export { uploadPackages, type NamedPackage, type UploadProgress } from './upload-packages';
export { lastUploaded, lastUsed } from './last-used';
export { LoadedReader, type LoadedParts } from './loaded/ask-loaded';
export { removeFromBrowser, setExtensionEnabled, type ChangeParts, type LoadedTarget } from './loaded/change-loaded';
export { placeRefusal, refusedExtension } from './place-refusal';
export { placeText } from './place-text';
export { FolderError } from './upload/folder-error';
export { VerdictError } from './upload/inspect-folders';
export type { NameQuestion, SecretsQuestion, UploadQuestions } from './upload/questions';
export { ExtensionRefused, NameTaken, NotLoaded } from './upload/extension-refused';
export type { LoadProof } from './upload/prove-loaded';
export { UploadCancelled, type UploadedExtension } from './upload/send';
export type { FoldersProgress, RunStep, UploadStep } from './upload/steps';
export { SettledChanges, WatchLoop, type Builds, type FolderChanges } from './watch-loop';
export { refuseProduction, sessionUnattended, uploadUnattended, type UnattendedOutcome } from './upload/unattended';
export { watchUpload } from './upload/watch-upload';
export { uploadAgain, type AgainOutcome, type AgainParts, type AgainRequest } from './upload/upload-again';
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
