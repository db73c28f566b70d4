import type { Client } from '../api';
import { formatClick, type Click } from '../core/click';
import type { Point, Scroll } from '../core/input';
import type { ConnectionRecords } from '../state';
import { markingGone, refuseReleased, optionalInSession, type SessionDependencies } from './not-found';

export interface ClickRequest {
  readonly sessionId: string;
  readonly click: Click;
  /** The click just before, if this one makes it a double-click: both are remembered as one. */
  readonly first?: Click | undefined;
}

/** Clicks in a session, once, and remembers the click for the next time. */
export async function click(
  { client, sessions }: { client: Pick<Client, 'click'>; sessions: ConnectionRecords['sessions'] },
  { sessionId, click: wanted, first }: ClickRequest,
  signal: AbortSignal,
): Promise<void> {
  refuseReleased(sessions, sessionId);
  const began = performance.now();
  await markingGone(sessions, { id: sessionId }, () => client.click(sessionId, wanted, signal));
  const text = formatClick(first ? { ...wanted, clicks: 2 } : wanted);
  const replaces = first && formatClick(first);
  await sessions.clicked({ session: sessionId, text, began, ended: performance.now(), replaces });
}

/** Like all input besides the click, it is sent once, and throws NotOffered. */
export async function moveMouse(
  deps: SessionDependencies<'moveMouse'>,
  { sessionId, to }: { sessionId: string; to: Point },
  signal: AbortSignal,
): Promise<void> {
  return optionalInSession(deps, sessionId, () => deps.client.moveMouse(sessionId, to, signal), signal);
}

/** Turns the wheel at a point. */
export async function scroll(
  deps: SessionDependencies<'scroll'>,
  { sessionId, scroll: wanted }: { sessionId: string; scroll: Scroll },
  signal: AbortSignal,
): Promise<void> {
  return optionalInSession(deps, sessionId, () => deps.client.scroll(sessionId, wanted, signal), signal);
}

export async function typeText(
  deps: SessionDependencies<'typeText'>,
  { sessionId, text }: { sessionId: string; text: string },
  signal: AbortSignal,
): Promise<void> {
  return optionalInSession(deps, sessionId, () => deps.client.typeText(sessionId, text, signal), signal);
}

/** Presses keys one after another: X11 names and combinations, such as `Return` and `ctrl+a`. */
export async function pressKeys(
  deps: SessionDependencies<'pressKey'>,
  { sessionId, keys }: { sessionId: string; keys: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  return optionalInSession(deps, sessionId, () => deps.client.pressKey(sessionId, keys, signal), signal);
}

/** Drags with the left button along a path of at least 2 points. */
export async function drag(
  deps: SessionDependencies<'drag'>,
  { sessionId, path }: { sessionId: string; path: readonly Point[] },
  signal: AbortSignal,
): Promise<void> {
  const points = path.map(({ x, y }) => [x, y] as const);
  return optionalInSession(deps, sessionId, () => deps.client.drag(sessionId, points, signal), signal);
}

/**
 * Takes a screenshot of a session's display.
 * @returns a PNG.
 * @throws NotOffered
 */
export async function takeScreenshot(
  deps: SessionDependencies<'screenshot'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<Buffer> {
  return optionalInSession(deps, sessionId, () => deps.client.screenshot(sessionId, signal), signal);
}
