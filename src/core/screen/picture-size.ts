import type { Size } from './geometry';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The signature, and the length and type of the first chunk, which is `IHDR`. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEADER_END = 24;
/** A larger picture is not that of a display. Drawn, each of its pixels takes four bytes, however few its file has. */
const MAX_PIXELS = 64_000_000;

/** The size that a PNG states in its header. Returns undefined if the bytes are not a PNG, or its size is absurd. */
export function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < HEADER_END || SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = viewOf(bytes);
  return plausibleSize(view.getUint32(WIDTH_AT), view.getUint32(HEIGHT_AT));
}

/** The same for a JPEG. Its size is in the segment before its data; others may come before that one. */
export function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 2 || view.getUint16(0) !== 0xff_d8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const kind = view.getUint8(at + 1);
    if (isFrame(kind)) return plausibleSize(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without the tables that are among them. Source: ITU-T T.81, table B.1. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function plausibleSize(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 && width * height <= MAX_PIXELS ? { width, height } : undefined;
}
