import { keyOf, type Owner } from './owner';
import { readAll, readExtension, readPool, readSession, type Read } from './read-records';
import { RememberedList, type Remembered } from './remembered-list';
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
  const list = <Item extends Remembered>(kind: keyof Memory, read: Read<Item>): RememberedList<Item> =>
    new RememberedList(
      storage,
      kind,
      owner,
      () => onChange(kind),
      (stored) => readAll(stored, read),
    );
  return {
    sessions: list('sessions', readSession),
    pools: list('pools', readPool),
    extensions: list('extensions', readExtension),
  };
}
