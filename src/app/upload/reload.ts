import { runsIn, type ContentScript } from '../../core/content-script';
import { Cancelled, TemporaryError, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import {
  DevToolsFailure,
  isPassing,
  listLoaded,
  NotReachable,
  ProtocolError,
  reloadPages,
  type LoadedExtension,
  type SessionDevTools,
} from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import { NoDevTools } from '../devtools-sessions';
import { refusalOf, withinTime } from './loaded';

/** Why an extension of a session cannot be reloaded: the service does not offer it, or it is not loaded. */
export type NotReloadable = 'notOffered' | 'notLoaded';

/**
 * What a session has loaded.
 * @throws UserError if the service or the browser gave no answer, or the session does not exist.
 */
export async function allLoaded(
  devtools: Pick<SessionDevTools, 'use'>,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<readonly LoadedExtension[] | 'notOffered'> {
  const limited = withinTime(signal);
  try {
    return await devtools.use((connection) => listLoaded(connection, limited), limited);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (cannotTell(error)) return 'notOffered';
    if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
    throw new TemporaryError(
      message(
        'The browser of “{0}” doesn’t respond. Nothing was sent. Try again, or restart it with Upload Folder.',
        labelOf(session),
      ),
      'takeScreenshot',
    );
  }
}

/** Statuses with which a service refuses an operation for good. A 404 means that the session does not exist. */
const REFUSED = new Set([400, 403, 405, 501]);

/** Whether an error means that the session will not tell a second time either. */
function cannotTell(error: unknown): boolean {
  if (error instanceof ServiceError) return REFUSED.has(error.status);
  // A browser that restarts is not reachable for a while.
  if (error instanceof NotReachable) return !isPassing(error);
  return error instanceof NoDevTools || error instanceof ProtocolError;
}

/**
 * Has the browser load the new files of an extension, in place.
 * @returns Chromium's message if it rejects them; the version from before keeps running.
 * @throws UserError if the browser gave no answer.
 */
export async function reload(
  devtools: Pick<SessionDevTools, 'use'>,
  { path }: Pick<LoadedExtension, 'path'>,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await refusalOf(devtools, path, signal);
  } catch (error) {
    if (!(error instanceof DevToolsFailure)) throw error;
    throw new TemporaryError(
      message('Connection lost while reloading in “{0}”. The new files are there; upload again.', labelOf(session)),
      'takeScreenshot',
      'warning',
    );
  }
}

/**
 * Reloads the pages that content scripts run in.
 * @returns how many; 0 also if the browser does not tell.
 */
export async function reloadMatching(
  devtools: Pick<SessionDevTools, 'use'>,
  scripts: readonly ContentScript[],
  signal: AbortSignal,
): Promise<number> {
  if (scripts.length === 0) return 0;
  const isWanted = (url: URL): boolean => scripts.some((script) => runsIn(script, url));
  try {
    return await devtools.use((connection) => reloadPages(connection, isWanted, signal), signal);
  } catch (error) {
    if (error instanceof DevToolsFailure || error instanceof UserError) return 0;
    throw error;
  }
}
