import { message, type Message } from '../core/message';
import type { SessionRecord } from '../state';
import { usedAt } from './last-used';

/** Milliseconds before the end of a session in which its row counts down. */
export const COUNTED = 5 * 60_000;
/** The same while something in it stands at a breakpoint: whoever looks for a mistake forgets the time. */
export const COUNTED_WHILE_PAUSED = 60 * 60_000;
const MINUTE = 60_000;
/** Milliseconds between two steps in the last minute: a row that is drawn too often loses a click. */
const LAST_STEP = 10_000;
/** The longest delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * When a session ends if nobody uses it, in milliseconds since 1970. Somebody else may use it, so it may end later.
 * Source: docs/service.md, "Optional operations", `timeout_seconds`.
 * @returns undefined if it does not end by itself, has ended, or does not tell.
 */
export function endOf(session: SessionRecord): number | undefined {
  const { gone, released, timeoutSeconds = 0, createdAt = 0, activeAt = 0 } = session;
  const active = Math.max(createdAt, activeAt, usedAt(session));
  return gone || released || timeoutSeconds === 0 || active === 0 ? undefined : active + timeoutSeconds * 1000;
}

/**
 * The time that a session has left, close to its end: in minutes, then in steps of ten seconds, rounded up.
 * @param end as `endOf` returns it.
 * @param counted milliseconds before the end.
 * @returns undefined before that, and after its end: it was used by somebody else then, or is about to be gone.
 */
export function timeLeft(end: number, now: number, counted = COUNTED): Message | undefined {
  const left = end - now;
  if (left <= 0 || left > counted) return undefined;
  return left > MINUTE
    ? message('{0} min left', Math.ceil(left / MINUTE))
    : message('{0} s left', Math.ceil(left / LAST_STEP) * (LAST_STEP / 1000));
}

/**
 * Milliseconds until `timeLeft` says something else.
 * @returns undefined after the end.
 */
export function untilNextStep(end: number, now: number, counted = COUNTED): number | undefined {
  const left = end - now;
  if (left <= 0) return undefined;
  if (left > counted) return Math.min(left - counted, MAX_DELAY);
  const step = left > MINUTE ? MINUTE : LAST_STEP;
  return left - (Math.ceil(left / step) - 1) * step;
}

/** Milliseconds. What is remembered more often is drawn more often, and a row that is drawn anew loses a click. */
const COARSE = 30_000;

/** When a session was used, to remember it: nothing if it does not end by itself, or was used just before. */
export function activityOf(session: SessionRecord | undefined, now = Date.now()): Pick<SessionRecord, 'activeAt'> {
  if (!session?.timeoutSeconds) return {};
  return now - Math.max(session.activeAt ?? 0, usedAt(session)) < COARSE ? {} : { activeAt: now };
}
