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
  const ofType = (type: string): Promise<Target[]> => listTargets(connection, signal, [{ type }, { exclude: true }]);
  const [pages, tabs] = [await ofType('page'), await ofType('tab')];
  const visible = new Set((await visibleOf(connection, pages, signal)).map(({ url }) => url));
  const tab = tabs.find(({ url }) => visible.has(url)) ?? tabs[0];
  if (!tab) throw new ProtocolError('No tab is open', undefined);
  await connection.send('Extensions.triggerAction', { id, targetId: tab.targetId }, { signal });
}
