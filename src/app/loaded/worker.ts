import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { listLoaded, loadUnpacked, WorkerWatch } from '../../devtools';
import { labelOf } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import type { ChangeDependencies, LoadedTarget } from './change-loaded';
import { andWhy, inBrowser } from '../in-browser';

/** Milliseconds. */
const TOLD_WITHIN = 1000;
const CHANGED_WITHIN = 5000;

/**
 * Stops the worker of an extension, as Chromium does when it is idle, or starts it.
 * @throws UserError, also if it has none; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function setWorkerRunning(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  running: boolean,
  signal: AbortSignal,
): Promise<void> {
  const label = labelOf(session);
  const failed = running
    ? message('Couldn’t start the worker of “{0}” in “{1}”.', name, label)
    : message('Couldn’t stop the worker of “{0}” in “{1}”.', name, label);
  await inBrowser(access, session, { failed: andWhy(failed) }, signal, async (open, limited) => {
    const watch = await WorkerWatch.open(open, limited);
    try {
      const worker = await watch.until(id, (each) => each !== undefined, TOLD_WITHIN);
      if (!worker) throw new UserError(message('“{0}” has no service worker.', name));
      if (running) await watch.start(id);
      else await watch.stop(worker);
      const wanted = running ? 'running' : 'stopped';
      if (!(await watch.until(id, (each) => each?.status === wanted, CHANGED_WITHIN)))
        throw new UserError(
          running
            ? message('The worker of “{0}” didn’t start within {1} s. Look at its log.', name, CHANGED_WITHIN / 1000)
            : message('The worker of “{0}” didn’t stop within {1} s.', name, CHANGED_WITHIN / 1000),
        );
    } finally {
      watch.end();
    }
  });
}

/**
 * Has the browser load an extension again from the files that the session has.
 * @returns when the reload began, in milliseconds since 1970.
 * @throws UserError with Chromium's words if it refuses them: what ran before still runs; otherwise as above.
 */
export async function reloadExtension(
  deps: ChangeDependencies,
  { session, extension }: LoadedTarget & { readonly extension: { readonly path: string } },
  signal: AbortSignal,
): Promise<number> {
  const failed = message('Couldn’t reload “{0}” in “{1}”.', extension.name, labelOf(session));
  const at = Date.now();
  await inBrowser(deps, session, { failed: andWhy(failed) }, signal, async (open, limited) => {
    await loadUnpacked(open, extension.path, limited);
    deps.loaded.set(deps.connection, session.id, { extensions: await listLoaded(open, limited) });
  });
  return at;
}
