import type { Point } from '../../core/input';
import type { Pixel, Size } from '../../core/screen/geometry';

/** Top left, top right, bottom right and bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Of the element that a frame is in. */
export interface Box extends Size {
  readonly border: Corners;
  /** What the frame fills. */
  readonly content: Corners;
}

/** Corners in a frame as they are around it: styles may have turned, shrunk or enlarged the frame. */
export function cornersIn({ border, content, width, height }: Box, [one, two, three, four]: Corners): Corners {
  const [right, down] = [minus(border[1], border[0]), minus(border[3], border[0])];
  const moved = ({ x, y }: Point): Point => ({
    x: content[0].x + (right.x * x) / width + (down.x * y) / height,
    y: content[0].y + (right.y * x) / width + (down.y * y) / height,
  });
  return [moved(one), moved(two), moved(three), moved(four)];
}

/** @param quad eight numbers. */
export function cornersOf(quad: unknown): Corners | undefined {
  const numbers = Array.isArray(quad) ? quad.filter((each) => typeof each === 'number') : [];
  const [a, b, c, d, e, f, g, h, ...more] = numbers;
  if (h === undefined || more.length > 0) return undefined;
  return [point(a, b), point(c, d), point(e, f), point(g, h)];
}

function point(x = 0, y = 0): Point {
  return { x, y };
}

/** The pixel in the middle. */
export function middleBetween(corners: Corners): Pixel {
  const { x, y, width, height } = boundsOf(corners);
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
}

export function boundsOf(points: readonly Point[]): Point & Size {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function plus(one: Point, other: Point): Point {
  return { x: one.x + other.x, y: one.y + other.y };
}

export function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
