import { Cancelled, UserError } from '../../core/errors';
import { matchesPattern } from '../../core/match-pattern';
import { message } from '../../core/message';
import { DevToolsFailure, listLoaded, reloadPages, type LoadedExtension, type SessionDevTools } from '../../devtools';
import { isNotFound } from '../../core/service-error';
import { labelOf, type SessionRecord } from '../../state';
import { isNoAnswer, loadedAs, refusalOf, withinTime } from './loaded';

/**
 * What a session has loaded of an extension.
 * @returns undefined if its browser does not tell, or has not loaded it.
 * @throws ServiceError (404) if the session does not exist.
 */
export async function findLoaded(
  devtools: Pick<SessionDevTools, 'use'>,
  name: string,
  signal: AbortSignal,
): Promise<LoadedExtension | undefined> {
  const limited = withinTime(signal);
  try {
    return loadedAs(await devtools.use((connection) => listLoaded(connection, limited), limited), name);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (isNotFound(error)) throw error;
    if (isNoAnswer(error)) return undefined;
    throw error;
  }
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
    throw new UserError(
      message('Connection lost while reloading in “{0}”. The new files are there; upload again.', labelOf(session)),
      'takeScreenshot',
      'warning',
    );
  }
}

/**
 * Reloads the pages that content scripts run in.
 * @param patterns match patterns of the manifest.
 * @returns how many; 0 also if the browser does not tell.
 */
export async function reloadMatching(
  devtools: Pick<SessionDevTools, 'use'>,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  if (patterns.length === 0) return 0;
  const isWanted = (url: URL): boolean => patterns.some((pattern) => matchesPattern(pattern, url));
  try {
    return await devtools.use((connection) => reloadPages(connection, isWanted, signal), signal);
  } catch (error) {
    if (error instanceof DevToolsFailure || error instanceof UserError) return 0;
    throw error;
  }
}
