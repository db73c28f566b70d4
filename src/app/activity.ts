import type { SessionRecord } from '../state';
import { usedAt } from './last-used';

/** Milliseconds. What is remembered more often is drawn more often, and a row that is drawn anew loses a click. */
const COARSE = 30_000;

/** When a session was used, to remember it: nothing if it does not end by itself, or was used just before. */
export function activityOf(session: SessionRecord | undefined, now = Date.now()): Pick<SessionRecord, 'activeAt'> {
  if (!session?.timeoutSeconds) return {};
  return now - Math.max(session.activeAt ?? 0, usedAt(session)) < COARSE ? {} : { activeAt: now };
}
