import { UserError } from '../core/errors';
import { parseJson } from '../core/json';
import { message, type Message } from '../core/message';
import { isForbidden, isNotFound, isNotOffered, type Operation } from '../core/service-error';
import { notTheService } from './not-the-service';

/** Reads what the service answered. */

/** @throws UserError if the answer could not be read. */
export function understood<T>(what: T | undefined, operation: Operation): T {
  if (what === undefined) throw notTheService(operation);
  return what;
}

/** Bytes. Nested to harm, JSON takes fifty times its length once it is parsed. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** @returns undefined for what is no JSON, or more of it than any answer has. */
export function jsonOf(body: Buffer): unknown {
  return body.length > MAX_JSON_BYTES ? undefined : parseJson(body.toString());
}

export function listOf(body: Buffer, operation: Operation): unknown[] {
  const list = jsonOf(body);
  return understood(Array.isArray(list) ? list : undefined, operation);
}

/**
 * @throws UserError if the service provided a session but its record cannot be read: the session is running, and the
 * user has to look it up.
 */
export function sessionOf<T>(body: Buffer, read: (value: unknown) => T | undefined): T {
  return recordOf(body, read, message('The service provided a session but didn’t return its ID. Refresh the list.'));
}

/**
 * The record of what an operation made.
 * @throws UserError with `unreadable` if it cannot be read, although it was made.
 */
export function recordOf<T>(body: Buffer, read: (value: unknown) => T | undefined, unreadable: Message): T {
  const record = read(jsonOf(body));
  if (!record) throw new UserError(unreadable, 'refresh');
  return record;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

export function isPng(picture: Buffer): boolean {
  return picture.subarray(0, PNG.length).equals(PNG);
}

const ZIP_ENTRY = Buffer.from('PK\u0003\u0004');
const ZIP_END = Buffer.from('PK\u0005\u0006');
/** Bytes: the end record with the longest comment. */
const ZIP_END_LENGTH = 22 + 65_535;

/** Whether these bytes begin like a zip and have its end: one that was cut off has none. */
export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_ENTRY.length).equals(ZIP_ENTRY) && bytes.subarray(-ZIP_END_LENGTH).includes(ZIP_END);
}

export function noneIfNotOffered(error: unknown): undefined {
  if (isNotFound(error) || isNotOffered(error)) return undefined;
  throw error;
}

/** For an operation on an item: a 404 may be about the item, and is thrown. */
export function noneIfRefused(error: unknown): undefined {
  if (isNotFound(error)) throw error;
  return noneIfNotOffered(error);
}

/**
 * For what a token may not do (403) as for what the service does not have. A service that says so of the limits knows the
 * token; whether it is valid stays unknown.
 */
export function noneIfNotAllowed(error: unknown): undefined {
  if (isForbidden(error)) return undefined;
  return noneIfNotOffered(error);
}

export function noneIfNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
