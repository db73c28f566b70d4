export { browserVersion } from './browser-version';
export { DevToolsConnection } from './connection';
export { DebugServer } from './debug/debug-server';
export { debugTargets, type DebugTarget } from './debug/debug-targets';
export type { AttachedPages, TargetKind } from './extension-targets';
export { listLoaded, loadUnpacked, uninstall, type LoadedExtension } from './extensions';
export {
  collectedErrors,
  errorsOfExtension,
  NoExtensionsPage,
  setEnabled,
  type CollectedError,
} from './extensions-page';
export { ConnectionClosed, DevToolsFailure, isPassing, NoAnswer, NotReachable, ProtocolError } from './failures';
export { ExtensionFollower, type FollowOptions } from './log/follow-extension';
export type { LogEntry, LogLevel, LogSource, ScriptPlace, StackFrame } from './log/log-entry';
export { PageChoice } from './page-choice';
export { reloadPages } from './reload-pages';
export { listClickable, type Clickable } from './screen/clickable';
export { withFront, type Front } from './screen/front-page';
export { middleOf } from './screen/middle';
export { pressAt } from './screen/press';
export type { ScreenFrame } from './screen/screen-frame';
export { ScreenStream, type StreamListener } from './screen/screen-stream';
export { watchExtensions } from './watch-extensions';
export type { Network } from './open-socket';
export { SessionDevTools, type SessionDevToolsOptions } from './session-devtools';
export { triggerAction } from './open-popup';
