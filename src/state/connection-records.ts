import { keyOf, type ConnectionKey } from './connection-key';
import { readAll, readExtension, readPool, readSession, type Read } from './read-records';
import { RecordStore, type Remembered } from './record-store';
import type { ExtensionRecord, PoolRecord, SessionRecord } from './records';
import type { KeyValue } from './storage';

/** Everything that is remembered for one connection; an ID of one account means nothing to another. */
export interface ConnectionRecords {
  readonly sessions: RecordStore<SessionRecord>;
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
  const list = <Item extends Remembered>(kind: keyof ConnectionRecords, read: Read<Item>): RecordStore<Item> =>
    new RecordStore(
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
