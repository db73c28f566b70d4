import { keyOf, type Owner } from './owner';
import { RememberedList } from './remembered-list';
import type { ExtensionRecord, PoolRecord, SessionRecord } from './records';
import type { KeyValue } from './storage';

/** All that is remembered, apart for each connection: an ID of one account means nothing to another. */
export interface Memory {
  readonly sessions: RememberedList<SessionRecord>;
  readonly pools: RememberedList<PoolRecord>;
  readonly extensions: RememberedList<ExtensionRecord>;
}

/** @param onChange told after each change which list it was in. */
export function openMemory(storage: KeyValue, connection: Owner, onChange: (kind: keyof Memory) => void): Memory {
  const owner = keyOf(connection);
  return {
    sessions: new RememberedList<SessionRecord>(storage, 'sessions', owner, () => onChange('sessions')),
    pools: new RememberedList<PoolRecord>(storage, 'pools', owner, () => onChange('pools')),
    extensions: new RememberedList<ExtensionRecord>(storage, 'extensions', owner, () => onChange('extensions')),
  };
}
