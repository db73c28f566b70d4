export { AllowedSecrets } from './allowed-secrets';
export { ChosenConnection } from './chosen-connection';
export { openRecords, type ConnectionRecords } from './connection-records';
export { keyOf, type ConnectionKey } from './connection-key';
export { RecordStore, withDetails, type Remembered } from './record-store';
export {
  labelOf,
  type ClickRecord,
  type ExtensionRecord,
  type PoolRecord,
  type SessionRecord,
  type UploadRecord,
} from './records';
export { SerializedMemento } from './serialized-memento';
export type { KeyValue, SecretBox } from './storage';
export { Tokens, type Token } from './tokens';
