import { RememberedList } from './remembered-list';
import type { ExtensionRecord, PoolRecord, SessionRecord } from './records';
import type { KeyValue } from './storage';

/** All that is remembered, apart for each service address: an ID of one account means nothing to another. */
export interface Memory {
  readonly sessions: RememberedList<SessionRecord>;
  readonly pools: RememberedList<PoolRecord>;
  readonly extensions: RememberedList<ExtensionRecord>;
}

/** @param onChange told after each change which list it was in. */
export function openMemory(storage: KeyValue, address: string, onChange: (kind: keyof Memory) => void): Memory {
  return {
    sessions: new RememberedList<SessionRecord>(storage, 'sessions', address, () => onChange('sessions')),
    pools: new RememberedList<PoolRecord>(storage, 'pools', address, () => onChange('pools')),
    extensions: new RememberedList<ExtensionRecord>(storage, 'extensions', address, () => onChange('extensions')),
  };
}
