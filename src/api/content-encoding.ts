import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import type { Incoming } from './exchange';

/** Bytes. No answer of the service is larger. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A truncated body is decompressed as far as possible. */
const zlib = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };

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
