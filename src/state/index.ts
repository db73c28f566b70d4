export { AllowedSecrets } from './allowed-secrets';
export { ChosenConnection } from './chosen-connection';
export { openRecords, type ConnectionRecords } from './connection-records';
export { forgetConnections } from './forget-connection';
export { keyOf, type ConnectionKey } from './connection-key';
export { MAX_ALIAS } from './read-records';
export { RecordStore, withDetails, type ListEnd, type Remembered } from './record-store';
export {
  labelOf,
  mayHavePool,
  nameOf,
  type ClickRecord,
  type ExtensionRecord,
  type Label,
  type PoolRecord,
  type SessionRecord,
  type UploadRecord,
} from './records';
export { SerializedMemento } from './serialized-memento';
export { recentOf, SessionStore, type ClickAt, type ClickMade } from './session-store';
export type { KeyValue, ListedKeyValue, SecretBox } from './storage';
export { ToldOnce } from './told-once';
export { Tokens, type Token } from './tokens';
