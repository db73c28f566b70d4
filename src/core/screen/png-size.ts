import type { Size } from './geometry';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The signature, and the length and type of the first chunk, which is `IHDR`. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEADER_END = 24;
/** A larger picture is not that of a display. */
const MAX_SIDE = 32_767;

/** The size that a PNG states in its header. Returns undefined if the bytes are not a PNG, or its size is absurd. */
export function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < HEADER_END || SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_END);
  const [width, height] = [view.getUint32(WIDTH_AT), view.getUint32(HEIGHT_AT)];
  return isSane(width) && isSane(height) ? { width, height } : undefined;
}

function isSane(side: number): boolean {
  return side > 0 && side <= MAX_SIDE;
}
