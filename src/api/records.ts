import { asCount, asId, asRecord } from '../core/json';

/** The resources of the service, in our own terms. Source: docs/service.md, "Optional operations". */

export interface ServiceSession {
  readonly id: string;
  readonly name?: string;
  /** Name of the pool that it was acquired from, or its ID if the pool has no name. */
  readonly pool?: string;
}

export interface ServicePool {
  readonly id: string;
  readonly name?: string;
  readonly available?: number;
  readonly acquired?: number;
}

export interface ServiceExtension {
  readonly id: string;
  readonly name?: string;
  readonly bytes?: number;
}

/** A file or folder of a session. */
export interface ServiceFile {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Source: docs/service.md, "Files of a session". */
export function readFile(value: unknown): ServiceFile | undefined {
  const { name, is_dir: isFolder } = asRecord(value);
  return typeof name === 'string' && /^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..'
    ? { name, isFolder: isFolder === true }
    : undefined;
}

export interface RecordReaders {
  readonly session: (value: unknown) => ServiceSession | undefined;
  readonly pool: (value: unknown) => ServicePool | undefined;
  readonly extension: (value: unknown) => ServiceExtension | undefined;
}

/**
 * Creates readers for these records. Only the fields that are used are read: the URLs in a record contain tokens of
 * their own.
 * @param isSecret whether a text contains a secret. Such a text is not accepted as a name or an ID.
 */
export function readersWithout(isSecret: (text: string) => boolean): RecordReaders {
  const idOf = (value: unknown): string | undefined => {
    const id = asId(value);
    return id === undefined || isSecret(id) ? undefined : id;
  };
  const withId = <T extends object>(value: unknown, rest: T): ({ id: string } & T) | undefined => {
    const id = idOf(value);
    return id === undefined ? undefined : { id, ...rest };
  };
  return {
    session: (value) => {
      const { session_id: id, name, pool } = asRecord(value);
      const { id: poolId, name: poolName } = asRecord(pool);
      return withId(id, { name: idOf(name), pool: idOf(poolName) ?? idOf(poolId) });
    },
    pool: (value) => {
      const { id, name, available_count: available, acquired_count: acquired } = asRecord(value);
      return withId(id, { name: idOf(name), available: asCount(available), acquired: asCount(acquired) });
    },
    extension: (value) => {
      const { id, name, size_bytes: bytes } = asRecord(value);
      return withId(id, { name: idOf(name), bytes: asCount(bytes) });
    },
  };
}
