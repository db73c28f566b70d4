import { Cancelled } from '../../core/errors';
import type { Point } from '../../core/input';
import type { DevToolsConnection } from '../connection';
import { ConnectionClosed, DevToolsFailure } from '../failures';
import type { FrontPage } from './front-page';

/** Milliseconds for which a page may be busy with a click. */
const MAX_ANSWER = 1000;

/**
 * Clicks in a page, once, with the main button. A page answers only when it has handled the click, which may open a
 * dialog or close the page: what was sent counts as done.
 * @param at CSS pixels of the page.
 * @throws ProtocolError if Chromium refuses it, or Cancelled.
 */
export async function pressAt(
  connection: DevToolsConnection,
  { sessionId }: Pick<FrontPage, 'sessionId'>,
  { x, y }: Point,
  signal: AbortSignal,
): Promise<void> {
  const to = { signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER)]), sessionId };
  const [pressing, releasing] = (['mousePressed', 'mouseReleased'] as const).map((type) =>
    connection.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, to),
  );
  const released = releasing?.catch((error: unknown) => {
    if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
  });
  try {
    await pressing;
  } catch (error) {
    if (signal.aborted || !(error instanceof ConnectionClosed || error instanceof Cancelled)) throw error;
  }
  await released;
}
