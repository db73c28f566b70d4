import type { Client } from '../api';
import { formatClick, type Click } from '../core/click';
import type { ConnectionRecords, SessionRecord } from '../state';
import { markingGone } from './gone';
import { refuseReleased } from './released';

export interface ClickRequest {
  readonly sessionId: string;
  readonly click: Click;
  /** The click just before, if this one makes it a double-click: both are remembered as one. */
  readonly first?: Click | undefined;
}

/** Clicks in a session, once, and remembers the click: for the next time, and for whoever records. */
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

/** The session that was clicked in last, of those that still exist. */
export function lastClicked(sessions: ConnectionRecords['sessions']): SessionRecord | undefined {
  const clicked = sessions.notReleased().filter(({ lastClick, gone }) => lastClick && !gone);
  return clicked.toSorted((one, other) => (other.lastClick?.at ?? 0) - (one.lastClick?.at ?? 0))[0];
}
