import type { IncomingHttpHeaders } from 'node:http';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';
import { UserError } from '../core/errors';
import { excerpt } from '../core/format';
import { asId, asRecord, asText, parseJson } from '../core/json';
import { message, sentences, type Message } from '../core/message';
import {
  asNotOffered,
  isForbidden,
  isNotFound,
  isNotOffered,
  type Operation,
  type ServiceErrorBody,
} from '../core/service-error';

/** Reads what the service answered. */

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of an error, at most the beginning. */
  readonly body: Buffer;
}

/** The error for an answer that cannot come from the service. */
export function notTheService({ failed }: Operation): UserError {
  return new UserError(
    sentences(
      failed,
      message('Unexpected response. A network sign-in page may be in the way, or the address is wrong.'),
    ),
    'openInBrowser',
  );
}

/** @throws UserError if the answer could not be read. */
export function requireReadable<T>(read: T | undefined, operation: Operation): T {
  if (read === undefined) throw notTheService(operation);
  return read;
}

/** Bytes. Nested to harm, JSON takes fifty times its length once it is parsed. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** @returns undefined for what is no JSON, or more of it than any answer has. */
export function jsonOf(body: Buffer): unknown {
  return body.length > MAX_JSON_BYTES ? undefined : parseJson(body.toString());
}

export function listOf(body: Buffer, operation: Operation): unknown[] {
  const list = jsonOf(body);
  return requireReadable(Array.isArray(list) ? list : undefined, operation);
}

/**
 * @throws UserError if the service provided a session but its record cannot be read: the session is running, and the
 * user has to look it up.
 */
export function providedSession<T>(body: Buffer, read: (value: unknown) => T | undefined): T {
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

/**
 * An item of a list of the service, with its ID.
 * @param isSecret whether a text contains a secret: it is accepted as no ID and no name.
 * @param fields reads the other fields.
 * @returns undefined if it has no ID.
 */
export function recordWithId<T extends object>(
  id: unknown,
  isSecret: (text: string) => boolean,
  fields: (readId: (value: unknown) => string | undefined) => T,
): ({ readonly id: string } & T) | undefined {
  const readId = (value: unknown): string | undefined => {
    const text = asId(value);
    return text === undefined || isSecret(text) ? undefined : text;
  };
  const read = readId(id);
  return read === undefined ? undefined : { id: read, ...fields(readId) };
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

/** For an operation without an ID: a 404 can only be about the operation itself. */
export function notOfferedIfNotFound(error: unknown): never {
  throw isNotFound(error) ? asNotOffered(error) : error;
}

/** Undefined for a 403, as for an operation that the service does not have: the token may not use it. */
export function noneIfNotAllowed(error: unknown): undefined {
  if (isForbidden(error)) return undefined;
  return noneIfNotOffered(error);
}

export function noneIfNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}

/** Bytes. No answer of the service is larger. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes. What an error says is short, and it is searched for the token. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** A truncated body is decompressed as far as possible. */
const zlib = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };

function decompressorOf(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
  switch (encoding?.toLowerCase() ?? 'identity') {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: zlib.finishFlush });
    case 'deflate':
      return createInflate({ finishFlush: zlib.finishFlush });
    case 'br':
      return createBrotliDecompress({ finishFlush: brotli.finishFlush });
    default:
      return undefined;
  }
}

/**
 * The decompressed body. We do not request compression, but some gateways compress anyway. Returns an empty body if it
 * cannot be decompressed.
 */
export function decompress({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): Buffer {
  try {
    switch (headers['content-encoding']?.toLowerCase() ?? 'identity') {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, zlib);
      case 'deflate':
        return inflateSync(body, zlib);
      case 'br':
        return brotliDecompressSync(body, brotli);
      default:
        return body;
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** The beginning of the decompressed body of an error: some kilobytes may become gigabytes. */
export async function decompressBeginning({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): Promise<Buffer> {
  const decompressor = decompressorOf(headers['content-encoding']);
  if (!decompressor) return body.subarray(0, MAX_ERROR_BYTES);
  const chunks: Buffer[] = [];
  let length = 0;
  const decompressed: AsyncIterable<Buffer> = decompressor.end(body);
  try {
    for await (const chunk of decompressed) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ERROR_BYTES) break;
    }
  } catch {
    // What came before the fault is used.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES);
}

/**
 * Reads the error object from a body. The body may also be empty, HTML from a gateway, or truncated; the result is then
 * empty. Only fields of the documented type are read. Source: docs/service.md, "Errors".
 * @param redact removes secrets from a text.
 */
export function readErrorBody(body: string, redact: (text: string) => string): ServiceErrorBody {
  const error = asRecord(parseJson(body));
  // Redact before shortening: otherwise half of a secret could remain.
  const read = (value: unknown): string => short(redact(asText(value) ?? ''));
  const [code, text] = [read(error['code']), read(error['message'])];
  const details = Array.isArray(error['details']) ? error['details'].slice(0, MAX_DETAILS) : [];
  const texts = [...details, error['inner_error']].map(asRecord).map((detail) => {
    return [read(detail['code']), read(detail['message'])].filter(Boolean).join(': ');
  });
  return {
    ...(code && { code }),
    ...(text && { message: text }),
    details: texts.filter((each) => each !== '' && !text?.includes(each)),
  };
}

const MAX_DETAILS = 10;

/** A notification has to be short: of a very long text only the beginning is shown. */
function short(text: string): string {
  return text.length > 500 ? `${excerpt(text, 500)}…` : text;
}

/** Milliseconds. Longer waits are cut to this: nobody waits so long, and no sentence mentions more. */
const MAX_RETRY_AFTER = 30 * 86_400_000;

/**
 * Reads `Retry-After`: a number of seconds, or a date (RFC 9110, 10.2.3). Some services send fractions of a second.
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0 and bounded; undefined if the header is missing or is neither.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), MAX_RETRY_AFTER);
  // Date.parse accepts many texts that are not dates: "1", "-5", "2 apples".
  const date = /^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), MAX_RETRY_AFTER);
}
