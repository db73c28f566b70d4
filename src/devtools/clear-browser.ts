import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError } from '../core/devtools-failure';
import { asText } from '../core/json';
import { withTimeLimit } from '../core/time-limit';
import type { DevToolsConnection } from './connection';
import { browserProcess, uninstall } from './extensions';
import { inOwnSession, isInWindow, listTargets } from './targets';

/** Milliseconds in which tabs close: one that hangs is ended after about one second. */
const MAX_CLOSE = 10_000;
/** Milliseconds between two looks at what is still open. */
const LOOK_AGAIN = 20;

const PAGES = [{ type: 'page' }, { exclude: true }];

/**
 * Takes extensions out of a browser, and what they and pages have left in it: one empty tab remains. Only what
 * Chromium's DevTools can clear is cleared: `docs/tests.md` tells what stays.
 * @param extensions IDs.
 * @throws DevToolsFailure, or Cancelled; what was cleared is not known then.
 */
export async function clearBrowser(
  connection: DevToolsConnection,
  extensions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  // First, so that they notice nothing of the rest.
  for (const id of extensions) await uninstall(connection, id, signal);
  const { targetId: created } = await connection.send('Target.createTarget', { url: 'about:blank' }, { signal });
  const targetId = asText(created);
  if (targetId === undefined) throw new ProtocolError('no page');
  await closeOthers(connection, targetId, signal);
  await connection.send('Storage.clearCookies', undefined, { signal });
  await inOwnSession(
    connection,
    targetId,
    signal,
    async (targetSession) => {
      const to = { signal, targetSession };
      // Of all origins: also the workers and caches of pages.
      await connection.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }, to);
      await connection.send('Network.clearBrowserCache', undefined, to);
    },
    () => {
      throw new ProtocolError('no session');
    },
  );
  await connection.send('Browser.resetPermissions', undefined, { signal });
  // An extension may have one opened when it is taken out.
  await closeOthers(connection, targetId, signal);
}

/** Closes all tabs but one, whatever dialogs they show. Resolves when they are closed. */
async function closeOthers(connection: DevToolsConnection, kept: string, signal: AbortSignal): Promise<void> {
  const limited = withTimeLimit(signal, MAX_CLOSE);
  const asked = new Set<string>();
  for (;;) {
    const others = (await listTargets(connection, limited, PAGES)).filter(({ targetId }) => targetId !== kept);
    if (others.length === 0) return;
    for (const { targetId } of others)
      if (!asked.has(targetId)) {
        asked.add(targetId);
        // One that has closed meanwhile is no error.
        await connection.send('Target.closeTarget', { targetId }, { signal: limited }).catch((error: unknown) => {
          if (!(error instanceof ProtocolError)) throw error;
        });
      }
    await delay(LOOK_AGAIN);
  }
}

/**
 * What stays the same in a browser that only pages and extensions have changed: its process, and the place and size of
 * its window. Texts are compared only.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function browserState(connection: DevToolsConnection, signal: AbortSignal): Promise<string> {
  const process = await browserProcess(connection, signal);
  for (const { targetId } of await listTargets(connection, signal, PAGES)) {
    if (!(await isInWindow(connection, targetId, signal))) continue;
    const { bounds } = await connection.send('Browser.getWindowForTarget', { targetId }, { signal });
    const { left, top, width, height, windowState } = bounds ?? {};
    return JSON.stringify([process, left, top, width, height, windowState]);
  }
  throw new ProtocolError('No tab is open');
}
