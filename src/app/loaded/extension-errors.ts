import { Cancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { DevToolsFailure, errorsOfExtension, type CollectedError } from '../../devtools';
import { findSources, type SourcePlace } from '../../packaging';
import { labelOf } from '../../state';
import { markingGone } from '../gone';
import { refuseReleased } from '../released';
import { withinTime } from '../upload/loaded';
import type { ChangeParts, LoadedTarget } from './change-loaded';

/** An error of a loaded extension, with its place in the file that a person edits. */
export interface ExtensionError extends CollectedError {
  readonly source: SourcePlace | undefined;
}

/**
 * Reads the errors that a session's browser has collected of an extension.
 * @param files the folder that it was uploaded from, and the folder of its project; undefined: not known.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function extensionErrors(
  { client, sessions, devtools }: Pick<ChangeParts, 'client' | 'sessions' | 'devtools'>,
  { session, extension: { id, name } }: LoadedTarget,
  files: { readonly folder: string; readonly top: string } | undefined,
  signal: AbortSignal,
): Promise<ExtensionError[]> {
  refuseReleased(sessions, session.id);
  const limited = withinTime(signal);
  try {
    const errors = await markingGone(sessions, { id: session.id }, () =>
      devtools.of(client, session.id).use((open) => errorsOfExtension(open, id, limited), limited),
    );
    const places = errors.flatMap(({ place }) => place ?? []);
    const sources = files ? await findSources(files.folder, files.top, places).catch(() => []) : [];
    return errors.map((each) => ({ ...each, source: each.place && sources[places.indexOf(each.place)] }));
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof DevToolsFailure || error instanceof Cancelled)
      throw new UserError(
        message('Couldn’t read the errors of “{0}”: “{1}” didn’t respond.', name, labelOf(session)),
        'refresh',
      );
    throw error;
  }
}
