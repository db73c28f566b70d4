import { keyOf, type ConnectionKey } from './connection-key';
import { readAll, readExtension, readPool, readSession, type Read } from './read-records';
import { RecordStore, type Remembered } from './record-store';
import type { ExtensionRecord, PoolRecord } from './records';
import { SessionStore } from './session-store';
import type { KeyValue } from './storage';

/** Everything that is remembered for one connection; an ID of one account means nothing to another. */
export interface ConnectionRecords {
  readonly sessions: SessionStore;
  readonly pools: RecordStore<PoolRecord>;
  readonly extensions: RecordStore<ExtensionRecord>;
}

/**
 * Opens the records of a connection.
 * @param onChange receives, after each change, the kind of record that changed.
 */
export function openRecords(
  storage: KeyValue,
  connection: ConnectionKey,
  onChange: (kind: keyof ConnectionRecords) => void,
): ConnectionRecords {
  const owner = keyOf(connection);
  const parts = <Item extends Remembered>(
    kind: keyof ConnectionRecords,
    read: Read<Item>,
  ): ConstructorParameters<typeof RecordStore<Item>> => [
    storage,
    kind,
    owner,
    () => onChange(kind),
    (stored) => readAll(stored, read),
  ];
  return {
    sessions: new SessionStore(...parts('sessions', readSession)),
    pools: new RecordStore(...parts('pools', readPool)),
    extensions: new RecordStore(...parts('extensions', readExtension)),
  };
}
