import type { DevToolsConnection } from './connection';
import { listLoaded } from './extensions';
import { ProtocolError } from './failures';
import { visibleOf } from './visible-pages';
import { listTargets, type Target } from './targets';

/**
 * Runs the action of an extension as if its icon was clicked: its popup opens, or its worker gets the click. This
 * happens in the tab that is in front.
 * @throws ProtocolError if it is not loaded and enabled. An extension without an action is no error: nothing happens.
 */
export async function triggerAction(connection: DevToolsConnection, id: string, signal: AbortSignal): Promise<void> {
  // Chromium 150 and 156 crash if it is not there.
  const loaded = (await listLoaded(connection, signal)).find((each) => each.id === id);
  if (!loaded?.enabled) throw new ProtocolError('The extension is not enabled', undefined);
  // Chromium 150 may open its DevTools with a popup: an action in their window would crash it.
  const ofType = async (type: string): Promise<Target[]> =>
    (await listTargets(connection, signal, [{ type }, { exclude: true }])).filter(
      ({ url }) => !url.startsWith('devtools:'),
    );
  const [pages, tabs] = [await ofType('page'), await ofType('tab')];
  const visible = new Set((await visibleOf(connection, pages, signal)).map(({ url }) => url));
  const inFront = tabs.filter(({ url }) => visible.has(url));
  for (const { targetId } of new Set([...inFront, ...tabs]))
    if (await isInWindow(connection, targetId, signal)) {
      await connection.send('Extensions.triggerAction', { id, targetId }, { signal });
      return;
    }
  throw new ProtocolError('No tab is open', undefined);
}

/**
 * Whether a tab is one of a browser window. A popup or side panel that is open is listed as a tab too, and is in none:
 * an action in it would crash Chromium 150 and 156.
 */
async function isInWindow(connection: DevToolsConnection, targetId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await connection.send('Browser.getWindowForTarget', { targetId }, { signal });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}
