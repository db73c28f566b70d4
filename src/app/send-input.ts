import type { Point, Scroll } from '../core/input';
import { optionalInSession, type SessionParts } from './optional';

/**
 * Mouse and keyboard input in a session besides the click. Each is sent once, and returns false if the service does not
 * offer it.
 */

export async function moveMouse(
  parts: SessionParts<'moveMouse'>,
  { sessionId, to }: { sessionId: string; to: Point },
  signal: AbortSignal,
): Promise<boolean> {
  return optionalInSession(parts, sessionId, () => parts.client.moveMouse(sessionId, to, signal), signal);
}

/** Turns the wheel at a point. */
export async function scroll(
  parts: SessionParts<'scroll'>,
  { sessionId, scroll: wanted }: { sessionId: string; scroll: Scroll },
  signal: AbortSignal,
): Promise<boolean> {
  return optionalInSession(parts, sessionId, () => parts.client.scroll(sessionId, wanted, signal), signal);
}

export async function typeText(
  parts: SessionParts<'typeText'>,
  { sessionId, text }: { sessionId: string; text: string },
  signal: AbortSignal,
): Promise<boolean> {
  return optionalInSession(parts, sessionId, () => parts.client.typeText(sessionId, text, signal), signal);
}

/** Presses keys one after another: X11 names and combinations, such as `Return` and `ctrl+a`. */
export async function pressKeys(
  parts: SessionParts<'pressKey'>,
  { sessionId, keys }: { sessionId: string; keys: readonly string[] },
  signal: AbortSignal,
): Promise<boolean> {
  return optionalInSession(parts, sessionId, () => parts.client.pressKey(sessionId, keys, signal), signal);
}

/** Drags with the left button along a path of at least 2 points. */
export async function drag(
  parts: SessionParts<'drag'>,
  { sessionId, path }: { sessionId: string; path: readonly Point[] },
  signal: AbortSignal,
): Promise<boolean> {
  const points = path.map(({ x, y }) => [x, y] as const);
  return optionalInSession(parts, sessionId, () => parts.client.drag(sessionId, points, signal), signal);
}
