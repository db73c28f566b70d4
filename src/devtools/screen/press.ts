import type { Click } from '../../core/click';
import { Cancelled } from '../../core/errors';
import { modifierBits, MODIFIER_KEYS } from '../../core/keys';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { ConnectionClosed, ignoreFailure } from '../failures';
import type { FrontPage } from './front-page';

/** Milliseconds for which a page may be busy with a click. */
const MAX_ANSWER = 1000;

/**
 * Clicks in a page. A page answers only when it has handled a click, which may open a dialog or close the page: what was
 * sent counts as done.
 * @param click at CSS pixels of the page.
 * @param first which click of a row it begins with: with the second one, it makes a double-click of one that was made.
 * @throws ProtocolError if Chromium refuses it, or Cancelled.
 */
export async function pressAt(
  connection: DevToolsConnection,
  { targetSession }: Pick<FrontPage, 'targetSession'>,
  { clicks = 1, ...click }: Omit<Click, 'clickType'>,
  signal: AbortSignal,
  first = 1,
): Promise<void> {
  for (let count = first; count <= clicks; count++) await pressOnce(connection, targetSession, click, signal, count);
}

async function pressOnce(
  connection: DevToolsConnection,
  targetSession: string,
  { x, y, button = 'left', holdKeys = [] }: Omit<Click, 'clickType' | 'clicks'>,
  signal: AbortSignal,
  clickCount: number,
): Promise<void> {
  const modifiers = modifierBits(holdKeys.flatMap((key) => MODIFIER_KEYS.get(key) ?? []));
  const to = { signal: withTimeLimit(signal, MAX_ANSWER), targetSession };
  const [pressing, releasing] = (['mousePressed', 'mouseReleased'] as const).map((type) =>
    connection.send('Input.dispatchMouseEvent', { type, x, y, button, modifiers, clickCount }, to),
  );
  const released = releasing?.catch(ignoreFailure);
  try {
    await pressing;
  } catch (error) {
    if (signal.aborted || !(error instanceof ConnectionClosed || error instanceof Cancelled)) throw error;
  }
  await released;
}
