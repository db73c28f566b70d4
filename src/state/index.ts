export { ChosenConnection } from './chosen-connection';
export { openMemory, type Memory } from './memory';
export { keyOf, type Owner } from './owner';
export { readTexts } from './read-records';
export { RememberedList, withDetails, type Remembered } from './remembered-list';
export type { ClickRecord, ExtensionRecord, PoolRecord, SessionRecord, UploadRecord } from './records';
export { SteadyStorage } from './steady-storage';
export type { KeyValue, SecretBox } from './storage';
export { Tokens, type Token } from './tokens';
