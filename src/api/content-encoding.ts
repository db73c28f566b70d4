import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';
import type { Incoming } from './exchange';

/** Bytes. No answer of the service is larger. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes. What an error says is short, and it is searched for the token. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** A truncated body is decompressed as far as possible. */
const zlib = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };

function unpackerOf(encoding: string | undefined): ReturnType<typeof createGunzip> | undefined {
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
export function plain({ body, headers }: Pick<Incoming, 'body' | 'headers'>): Buffer {
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
export async function plainBeginning({ body, headers }: Pick<Incoming, 'body' | 'headers'>): Promise<Buffer> {
  const unpack = unpackerOf(headers['content-encoding']);
  if (!unpack) return body.subarray(0, MAX_ERROR_BYTES);
  const chunks: Buffer[] = [];
  let length = 0;
  const unpacked: AsyncIterable<Buffer> = unpack.end(body);
  try {
    for await (const chunk of unpacked) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ERROR_BYTES) break;
    }
  } catch {
    // What came before the fault is used.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES);
}
