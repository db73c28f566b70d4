import type { Client } from '../api';
import type { ConnectionRecords } from '../state';
import { activityOf } from './activity';
import { markingGone } from './gone';
import { refuseReleased } from './released';

/**
 * Takes a screenshot of a session's display.
 * @returns a PNG.
 */
export async function takeScreenshot(
  { client, sessions }: { client: Pick<Client, 'screenshot'>; sessions: ConnectionRecords['sessions'] },
  sessionId: string,
  signal: AbortSignal,
): Promise<Buffer> {
  refuseReleased(sessions, sessionId);
  const used = { id: sessionId, ...activityOf(sessions.get(sessionId)) };
  return markingGone(sessions, used, () => client.screenshot(sessionId, signal));
}
