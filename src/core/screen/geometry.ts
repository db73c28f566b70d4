import type { Point } from '../input';

/** Of a display, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of a session's display. */
export type Pixel = Point;

/** Where a picture is drawn, in CSS pixels; fractions occur. */
export interface Drawn {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pixel of the display below a point; a point beyond an edge belongs to the pixel at that edge. */
export function pixelAt(
  point: { readonly clientX: number; readonly clientY: number },
  drawn: Drawn,
  size: Size,
): Pixel {
  return {
    x: clamp(Math.floor(((point.clientX - drawn.left) * size.width) / drawn.width), size.width),
    y: clamp(Math.floor(((point.clientY - drawn.top) * size.height) / drawn.height), size.height),
  };
}

/** A pixel moved by some pixels, but not off the display. */
export function movedBy(pixel: Pixel, by: Pixel, size: Size): Pixel {
  return { x: clamp(pixel.x + by.x, size.width), y: clamp(pixel.y + by.y, size.height) };
}

export function isWithin({ x, y }: Pixel, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

export function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function clamp(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}
