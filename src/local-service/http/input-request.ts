import { MAX_KEYS, MAX_NOTCHES, MAX_PATH_POINTS, MAX_TEXT_LENGTH, type Point } from '../../core/input';
import { keyNamed, MODIFIER_KEYS, readCombination, type KeyCombination, type ModifierKey } from '../../core/keys';
import type { Drag, Move, WheelTurn } from '../../chromium/input/computer-input';
import { badRequest } from '../problem';
import type { Fields } from './fields';

/** Reads the bodies of input besides the click. Names and units as in docs/service.md, "Input". */

export const MOVE_FIELDS = ['x', 'y', 'hold_keys'];
export const SCROLL_FIELDS = ['x', 'y', 'delta_x', 'delta_y', 'hold_keys'];
export const TYPE_FIELDS = ['text'];
export const PRESS_FIELDS = ['keys', 'hold_keys'];
export const DRAG_FIELDS = ['path', 'button', 'hold_keys'];

/** Characters of a value that an error quotes. */
const QUOTED = 60;

export function readPoint(fields: Fields): Point {
  return assertPositive({ x: fields.integer('x'), y: fields.integer('y') });
}

export function readMove(fields: Fields): Move {
  return { ...readPoint(fields), keys: readHoldKeys(fields) };
}

export function readScroll(fields: Fields): WheelTurn {
  const notches = (name: string): number =>
    fields.has(name) ? fields.integer(name, { min: -MAX_NOTCHES, max: MAX_NOTCHES }) : 0;
  const [deltaX, deltaY] = [notches('delta_x'), notches('delta_y')];
  if (deltaX === 0 && deltaY === 0) throw badRequest('delta_x or delta_y must not be 0');
  return { ...readPoint(fields), deltaX, deltaY, keys: readHoldKeys(fields) };
}

export function readText(fields: Fields): string {
  const text = fields.string('text');
  if (text === '') throw badRequest('text must not be empty');
  if (text.length > MAX_TEXT_LENGTH) throw badRequest(`text is too long: ${text.length} (max: ${MAX_TEXT_LENGTH})`);
  const wrong = /[\p{Surrogate}]|(?![\n\t])\p{Cc}/u.exec(text.replaceAll('\r\n', '\n'))?.[0];
  if (wrong !== undefined) throw badRequest(`text has a character that no key types: ${JSON.stringify(wrong)}`);
  return text.replaceAll('\r\n', '\n');
}

export function readPresses(fields: Fields): KeyCombination[] {
  const names = fields.array('keys');
  if (names.length === 0) throw badRequest('keys must not be empty');
  if (names.length > MAX_KEYS) throw badRequest(`too many keys: ${names.length} (max: ${MAX_KEYS})`);
  const held = readHoldKeys(fields);
  return names.map((name) => {
    const press = typeof name === 'string' ? readCombination(name, keyNamed) : undefined;
    if (!press)
      throw badRequest(
        `invalid keys: ${quote(name)} (a name of X11 such as Return, Tab, Left or F5, a single character, or a combination such as ctrl+a)`,
      );
    return { ...press, held: [...new Set([...held, ...press.held])] };
  });
}

export function readDrag(fields: Fields): Drag {
  const points = fields.array('path');
  if (points.length < 2) throw badRequest('path must have at least 2 points');
  if (points.length > MAX_PATH_POINTS)
    throw badRequest(`path has too many points: ${points.length} (max: ${MAX_PATH_POINTS})`);
  return {
    path: points.map(readPathPoint),
    button: fields.has('button') ? fields.choice('button', ['left', 'middle', 'right']) : 'left',
    keys: readHoldKeys(fields),
  };
}

/**
 * The real service ignores a key that it does not know, and answers 200. Here it is an error, because the request is
 * wrong.
 */
export function readHoldKeys(fields: Fields): ModifierKey[] {
  if (!fields.has('hold_keys')) return [];
  const keys = fields.array('hold_keys').map((name) => {
    const key = typeof name === 'string' ? MODIFIER_KEYS.get(name.toLowerCase()) : undefined;
    if (!key) throw badRequest(`invalid hold_keys: ${quote(name)} (known: ${[...MODIFIER_KEYS.keys()].join(', ')})`);
    return key;
  });
  return [...new Set(keys)];
}

function readPathPoint(value: unknown): Point {
  const [x, y, ...more]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isInteger(x) || !Number.isInteger(y) || more.length > 0)
    throw badRequest(`path must be an array of [x, y], both integers, not ${quote(value)}`);
  return assertPositive({ x, y });
}

function assertPositive(point: Point): Point {
  if (point.x < 0 || point.y < 0) throw badRequest('coordinates must be non-negative');
  return point;
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}
