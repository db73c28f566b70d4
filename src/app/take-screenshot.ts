import { isNotOffered } from '../core/service-error';
import { optionalInSession, type SessionParts } from './optional';

/**
 * Takes a screenshot of a session's display.
 * @returns a PNG; undefined if the service takes none.
 */
export async function takeScreenshot(
  parts: SessionParts<'screenshot'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  let png: Buffer | undefined;
  const take = async (): Promise<boolean> => {
    png = await parts.client.screenshot(sessionId, signal).catch((error: unknown) => {
      if (isNotOffered(error)) return undefined;
      throw error;
    });
    return png !== undefined;
  };
  await optionalInSession(parts, sessionId, take, signal);
  return png;
}
