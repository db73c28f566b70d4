import { asNumber, asRecord, asText } from './json';

/** What the service tells of its resources, in our words. interface.md does not show these records; source: service-facts.md, "Operations beyond the four". */

export interface ServiceSession {
  readonly id: string;
  readonly name?: string;
  /** Name, or else ID, of the pool that it was acquired from. */
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

/** Of the record only what is used is taken: the addresses in it carry tokens of their own. */
export function readSession(value: unknown): ServiceSession | undefined {
  const record = asRecord(value);
  const pool = asRecord(record['pool']);
  return withId(record['session_id'], { name: asText(record['name']), pool: asText(pool['name']) ?? asText(pool['id']) });
}

export function readPool(value: unknown): ServicePool | undefined {
  const record = asRecord(value);
  return withId(record['id'], { name: asText(record['name']), available: asNumber(record['available_count']), acquired: asNumber(record['acquired_count']) });
}

export function readExtension(value: unknown): ServiceExtension | undefined {
  const record = asRecord(value);
  return withId(record['id'], { name: asText(record['name']), bytes: asNumber(record['size_bytes']) });
}

function withId<T extends object>(id: unknown, rest: T): ({ id: string } & T) | undefined {
  return typeof id === 'string' && id !== '' ? { id, ...rest } : undefined;
}
