import { asCount, asFlag, asId, asPageAddress, asRecord, asSize, asWrittenTime } from '../core/json';
import type { Size } from '../core/screen/geometry';
import { readLiveViewAddress } from './secret-addresses';

/** The resources of the service, in our own terms. Source: docs/service.md, "Optional operations". */

export interface ServiceSession {
  readonly id: string;
  readonly name?: string;
  /** Name of the pool that it was acquired from, or its ID if the pool has no name. */
  readonly pool?: string;
  /** The size of its display. */
  readonly viewport?: Size;
  /** Seconds without use after which the session ends; 0 if it does not. */
  readonly timeoutSeconds?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  readonly headless?: boolean;
  /** The page that it started with. */
  readonly startUrl?: string;
  /** Whether a person can watch it; the address is a secret, and asked for when it is needed. */
  readonly hasLiveView?: boolean;
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
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** When it was last loaded into a new session. Milliseconds since 1970. */
  readonly lastUsedAt?: number;
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
 * @param service its address.
 * @param isSecret whether a text contains a secret. Such a text is not accepted as a name or an ID.
 */
export function readersWithout(service: URL, isSecret: (text: string) => boolean): RecordReaders {
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
      const fields = asRecord(value);
      const { id: poolId, name: poolName } = asRecord(fields['pool']);
      const startUrl = asPageAddress(fields['start_url']);
      return withId(fields['session_id'], {
        name: idOf(fields['name']),
        pool: idOf(poolName) ?? idOf(poolId),
        viewport: asSize(fields['viewport']),
        timeoutSeconds: asCount(fields['timeout_seconds']),
        createdAt: asWrittenTime(fields['created_at']),
        headless: asFlag(fields['headless']),
        hasLiveView: readLiveViewAddress(fields, service) ? true : undefined,
        startUrl: startUrl !== undefined && isSecret(startUrl) ? undefined : startUrl,
      });
    },
    pool: (value) => {
      const { id, name, available_count: available, acquired_count: acquired } = asRecord(value);
      return withId(id, { name: idOf(name), available: asCount(available), acquired: asCount(acquired) });
    },
    extension: (value) => {
      const fields = asRecord(value);
      return withId(fields['id'], {
        name: idOf(fields['name']),
        bytes: asCount(fields['size_bytes']),
        createdAt: asWrittenTime(fields['created_at']),
        lastUsedAt: asWrittenTime(fields['last_used_at']),
      });
    },
  };
}
