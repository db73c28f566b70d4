export { DevToolsFailure, NoAnswer, ProtocolError } from '../core/devtools-failure';
export { STORAGE_AREAS, type StorageArea } from '../core/storage-area';
export { browserAddress } from './browser-address';
export { browserState, clearBrowser } from './clear-browser';
export { DevToolsConnection, type Network } from './connection';
export { DebugServer } from './debug/debug-server';
export { debugTargets, type DebugTarget } from './debug/debug-targets';
export { PageChoice, type AttachedPages, type TargetKind } from './extension-targets';
export {
  browserTime,
  browserProcess,
  browserVersion,
  defaultContext,
  listLoaded,
  installAgain,
  loadUnpacked,
  triggerAction,
  uninstall,
  watchExtensions,
  type LoadedExtension,
} from './extensions';
export {
  collectedErrors,
  errorsOfExtension,
  NoExtensionsPage,
  setEnabled,
  type CollectedError,
} from './extensions-page';
export { ConnectionClosed, isPassing, NotReachable } from './failures';
export { ExtensionFollower, type FollowOptions } from './log/follow-extension';
export { LOG_LEVELS, type LogEntry, type LogLevel, type LogSource } from './log/target-log';
export {
  changeStorage,
  ExtensionPage,
  inExtension,
  readExtensionPages,
  readPermissions,
  MAX_STORED,
  STORAGE_WITHIN,
  readStorage,
  WorkerWatch,
  type ExtensionPages,
  type ExtensionPermissions,
  type ExtensionWorker,
  type StorageChange,
  type StorageSizes,
  type StoredItems,
  type WorkerStatus,
} from './page/extension-state';
export { focusedField, type FocusedField } from './page/focused-field';
export { elementAt, originAt } from './page/element-at';
export { documentOf, readPage, readView, type PageContent, type PageElement, type PageLine } from './page/read-page';
export { answerDialog, SessionPages, type PageDialog, type SessionPage } from './page/session-pages';
export { fill, focus, focusedOrigin, isPasswordField, typeAtFocus } from './page/typing';
export {
  bringToFront,
  capturePage,
  navigate,
  openTab,
  pressKey,
  turnWheel,
  untilPainted,
  untilQuiet,
  type PagePicture,
  type PageRegion,
} from './page/use-page';
export { addCounts } from './coverage/add-counts';
export { CoverageWatch } from './coverage/coverage-watch';
export { RequestWatch } from './requests/request-watch';
export { PortForwarder, type SharingListener } from './share/port-forwarder';
export { listClickable, type Clickable } from './screen/clickable';
export { withFront, type Front, type FrontPage } from './screen/front-page';
export { middleOf } from './screen/middle';
export type { ScreenFrame } from './screen/page-cast';
export { pressAt } from './screen/press';
export { ScreenStream, type HiddenPage, type StreamListener } from './screen/screen-stream';
export type { ScriptPlace, StackFrame } from './script-place';
export { closeTab, goInHistory, reloadTab, showTab, type SessionTab, type SessionTabs } from './screen/tabs';
export { SessionDevTools, untilBack, type PauseAfter, type SessionDevToolsOptions } from './session-devtools';
export { addressOf, inOwnSession, openedBy, reloadPages, type Target } from './targets';
