export { AllowedSecrets } from './allowed-secrets';
export { ChosenConnection } from './chosen-connection';
export {
  openRecords,
  type ConnectionRecords,
  forgetConnections,
  recentOf,
  SessionStore,
  type ClickAt,
  type ClickMade,
  type PersonInput,
  type PersonRecorder,
  ShownNotices,
} from './connection-records';
export {
  inMemory,
  keyOf,
  keyOfSession,
  type ConnectionKey,
  SerializedMemento,
  type KeyValue,
  type ListedKeyValue,
  type SecretBox,
} from './storage';
export {
  MAX_ALIAS,
  labelOf,
  mayHavePool,
  countsOf,
  nameOf,
  type ClickRecord,
  type ExtensionRecord,
  type Label,
  type PoolRecord,
  type SessionRecord,
  type UploadRecord,
} from './records';
export { RecordStore, withDetails, type ListEnd, type Remembered } from './record-store';
export { Tokens, type Token } from './tokens';
