export { DevToolsConnection } from './connection';
export { listLoaded, loadUnpacked, type LoadedExtension } from './extensions';
export { ConnectionClosed, DevToolsFailure, NoAnswer, NotReachable, ProtocolError } from './failures';
export { reloadPages } from './reload-pages';
export type { Network } from './open-socket';
export { SessionDevTools, type SessionDevToolsOptions } from './session-devtools';
