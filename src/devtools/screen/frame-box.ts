import { ProtocolError } from '../../core/devtools-failure';
import type { Point } from '../../core/input';
import { asCount } from '../../core/json';
import type { Size } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import type { Called } from './frames';

/** An element, and how what it is in is called. */
export interface Place {
  readonly node: number;
  readonly within: Called;
}

/** Top left, top right, bottom right and bottom left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Of the element that a frame is in. */
export interface Box extends Size {
  readonly border: Corners;
  /** What the frame fills. */
  readonly content: Corners;
}

/** @throws ProtocolError if it has none; other DevToolsFailures, or Cancelled. */
export async function boxOf(connection: DevToolsConnection, { node, within }: Place): Promise<Box> {
  const { model } = await connection.send('DOM.getBoxModel', { backendNodeId: node }, within);
  const [border, content] = [cornersOf(model?.border), cornersOf(model?.content)];
  const [width, height] = [asCount(model?.width), asCount(model?.height)];
  if (!border || !content || !width || !height) throw new ProtocolError('no box');
  return { border, content, width, height };
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

/** A point around a frame as it is in the frame, which is turned, shrunk or enlarged with it. */
export function pointIn({ border, content, width, height }: Box, at: Point): Point {
  const [right, down] = [minus(border[1], border[0]), minus(border[3], border[0])];
  const { x, y } = minus(at, content[0]);
  const area = right.x * down.y - right.y * down.x;
  return { x: ((x * down.y - y * down.x) / area) * width, y: ((y * right.x - x * right.y) / area) * height };
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

export function plus(one: Point, other: Point): Point {
  return { x: one.x + other.x, y: one.y + other.y };
}

export function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}
