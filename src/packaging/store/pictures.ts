import { convertIndexedToRgb, decode, encode, type DecodedPng } from 'fast-png';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { isSameSize, type Size } from '../../core/screen/geometry';
import { pngSize } from '../../core/screen/picture-size';

/** The sizes of screenshots that the Chrome Web Store takes, in pixels; all have the same sides to each other. */
export const STORE_SIZES: readonly [Size, ...Size[]] = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
];

/** A screenshot as the store takes it. */
export interface StorePicture {
  readonly size: Size;
  /** Without alpha: 24 bits a pixel. */
  readonly png: Uint8Array;
}

/** Red, green and blue, a byte each. */
interface Pixels extends Size {
  readonly data: Uint8Array;
}

/**
 * Makes the store's pictures of a screenshot: exactly their sizes, and without alpha. What a display of other sides has
 * too much is cut off, on both sides alike.
 * @throws UserError if it is no PNG that can be read, or smaller than the largest picture.
 */
export function storePictures(png: Uint8Array): StorePicture[] {
  const [largest] = STORE_SIZES;
  const size = pngSize(png);
  if (!size) throw notReadable();
  if (size.width < largest.width || size.height < largest.height)
    throw new UserError(
      message(
        'The display has {0} × {1} pixels, and the store’s screenshots {2} × {3}. Use a service with larger displays.',
        size.width,
        size.height,
        largest.width,
        largest.height,
      ),
    );
  const pixels = read(png);
  return STORE_SIZES.map((each) => ({ size: each, png: encode({ ...scaled(pixels, each), channels: 3 }) }));
}

function notReadable(): UserError {
  return new UserError(message('The service’s screenshot isn’t a PNG that can be read.'));
}

function read(png: Uint8Array): Pixels {
  try {
    const decoded = decode(png);
    return opaque(decoded.palette ? { ...decoded, ...rgbOf(decoded) } : decoded);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw notReadable();
  }
}

function rgbOf(decoded: DecodedPng): Pick<DecodedPng, 'data' | 'channels' | 'depth'> {
  const data = convertIndexedToRgb(decoded);
  return { data, depth: 8, channels: data.length / (decoded.width * decoded.height) };
}

/** Without alpha: what shows through is white. */
function opaque({ width, height, data, depth, channels }: DecodedPng): Pixels {
  if (depth < 8 || data.length < width * height * channels) throw notReadable();
  if (channels === 3 && data instanceof Uint8Array) return { width, height, data };
  const colors = channels > 2 ? 3 : 1;
  const top = 2 ** depth - 1;
  const plain = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * channels;
    const alpha = channels > colors ? (data[from + colors] ?? top) / top : 1;
    for (let color = 0; color < 3; color++) {
      const value = (data[from + (colors === 3 ? color : 0)] ?? 0) / top;
      plain[pixel * 3 + color] = Math.round(255 * (value * alpha + 1 - alpha));
    }
  }
  return { width, height, data: plain };
}

/** How much of a source pixel is in another one. */
interface Share {
  readonly at: number;
  readonly part: number;
}

/** Fills a size with the middle of a picture, each pixel with the average of the area that it stands for. */
function scaled(pixels: Pixels, to: Size): Pixels {
  if (isSameSize(pixels, to)) return pixels;
  const { width, height, data } = pixels;
  const factor = Math.min(width / to.width, height / to.height);
  const columns = sharesOf(width, to.width, factor);
  const rows = sharesOf(height, to.height, factor);
  const plain = new Uint8Array(to.width * to.height * 3);
  for (const [y, ofRow] of rows.entries())
    for (const [x, ofColumn] of columns.entries())
      for (let color = 0; color < 3; color++) {
        let sum = 0;
        for (const row of ofRow)
          for (const column of ofColumn)
            sum += (data[(row.at * width + column.at) * 3 + color] ?? 0) * row.part * column.part;
        plain[(y * to.width + x) * 3 + color] = Math.round(sum);
      }
  return { ...to, data: plain };
}

/**
 * For each pixel along one side, those of the source that it is made of.
 * @param factor source pixels for each.
 */
function sharesOf(length: number, count: number, factor: number): readonly (readonly Share[])[] {
  const start = Math.floor((length - count * factor) / 2);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [start + index * factor, Math.min(length, start + (index + 1) * factor)];
    const first = Math.floor(from);
    return Array.from({ length: Math.ceil(to) - first }, (_none, offset) => {
      const at = first + offset;
      return { at, part: (Math.min(to, at + 1) - Math.max(from, at)) / (to - from) };
    });
  });
}
