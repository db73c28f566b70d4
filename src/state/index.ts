export { openMemory, type Memory } from './memory';
export { RememberedList, withDetails, type Remembered } from './remembered-list';
export type { ClickRecord, ExtensionRecord, PoolRecord, SessionRecord, UploadRecord } from './records';
export { SteadyStorage } from './steady-storage';
export type { KeyValue, SecretBox } from './storage';
export { TOKEN_VARIABLE, Tokens, type Token } from './tokens';
