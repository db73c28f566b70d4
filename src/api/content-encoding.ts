import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import type { Incoming } from './exchange';

/** Bytes. More than this no answer makes sense. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What was cut off is read as far as it goes. */
const zlib = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * The body as it was before it was compressed, which nobody asked for, but some gateways do. What cannot be read is
 * empty.
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
