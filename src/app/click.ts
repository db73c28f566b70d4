import type { Client } from '../api';
import { formatClick, type Click } from '../core/click';
import type { ConnectionRecords, SessionRecord } from '../state';
import { markingGone } from './gone';
import { refuseReleased } from './released';

/** Clicks in a session, once, and remembers the click: for the next time, and for whoever records. */
export async function click(
  { client, sessions }: { client: Pick<Client, 'click'>; sessions: ConnectionRecords['sessions'] },
  { sessionId, click: wanted }: { sessionId: string; click: Click },
  signal: AbortSignal,
): Promise<void> {
  refuseReleased(sessions, sessionId);
  const began = performance.now();
  await markingGone(sessions, { id: sessionId }, () => client.click(sessionId, wanted, signal));
  await sessions.clicked({ session: sessionId, text: formatClick(wanted), began, ended: performance.now() });
}

/** The session that was clicked in last, of those that still exist. */
export function lastClicked(sessions: ConnectionRecords['sessions']): SessionRecord | undefined {
  const clicked = sessions.notReleased().filter(({ lastClick, gone }) => lastClick && !gone);
  return clicked.toSorted((one, other) => (other.lastClick?.at ?? 0) - (one.lastClick?.at ?? 0))[0];
}
