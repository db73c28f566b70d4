import { Cancelled, raceWithAbort, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { listLoaded } from '../../devtools';
import { keyOfSession, labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import type { Activities } from '../activities/activities';
import type { CoverageActivity } from '../activities/activity';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser } from '../in-browser';
import { loadedAs } from '../loaded/loaded-extensions';
import { RunCoverage, type Coverage } from './run-coverage';
import { SessionCoverage } from './session-coverage';

/** What recording needs. */
interface RecordingNeeds {
  readonly access: BrowserAccess;
  readonly activities: Activities;
  /** The folder of the project that an extension's folder is in. */
  readonly topOf: (folder: string) => string;
}

/** Where it is about to begin. */
const starting = new Set<string>();

/**
 * Counts what runs of the uploads of a session, which is an activity until it is stopped or the session ends. What ran
 * before isn't counted, except functions that are called again.
 * @returns when it has begun.
 * @throws UserError, also if it is recorded already; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function recordCoverage(
  needs: RecordingNeeds,
  connection: ConnectionKey,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<{
  /** What ran, after it was stopped. */
  readonly ended: Promise<Coverage>;
}> {
  const { access, activities, topOf } = needs;
  const key = keyOfSession(connection, session.id);
  if (starting.has(key) || activities.in('coverage', connection, session.id).length > 0)
    throw new UserError(message('The coverage of “{0}” is already being recorded.', labelOf(session)));
  starting.add(key);
  const counting = new SessionCoverage(access, session, new AbortController().signal);
  let before: ReadonlyMap<string, UploadRecord>;
  try {
    before = await uploadsById(access, session, signal);
    await raceWithAbort(counting.begin(), signal);
  } catch (error) {
    await counting.end().catch(() => {});
    throw error;
  } finally {
    starting.delete(key);
  }
  const collect = async (): Promise<Coverage> => {
    const { signal: never } = new AbortController();
    const counts = await counting.end();
    // A session that has ended tells nothing more.
    const after = await uploadsById(access, session, never).catch(() => before);
    const all = new RunCoverage(topOf);
    for (const [id, { folder }] of new Map([...before, ...after]))
      all.addFolder(folder, {
        ...counts,
        scripts: counts.scripts.filter(({ extensionId }) => extensionId === id),
        tooLarge: counts.tooLarge.filter((each) => each.startsWith(`${id}/`)),
      });
    return all.result(never);
  };
  let settle: ((coverage: Promise<Coverage>) => void) | undefined;
  const ended = new Promise<Coverage>((resolve) => (settle = resolve));
  activities.start<CoverageActivity>({
    kind: 'coverage',
    connection,
    session,
    title: labelOf(session),
    endsInProduction: false,
    stop: (_why, reason) => settle?.(reason === 'closing' ? Promise.reject(new Cancelled()) : collect()),
  });
  return { ended };
}

/** The uploads that are loaded, by the IDs that the browser gave them. */
async function uploadsById(
  access: BrowserAccess,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UploadRecord>> {
  const failed = andWhy(message('Couldn’t read the extensions of “{0}”.', labelOf(session)));
  const loaded = await inBrowser(access, session, { failed }, signal, listLoaded);
  const { uploads = [] } = access.sessions.get(session.id) ?? session;
  return new Map(
    uploads.flatMap((upload) => {
      const id = loadedAs(loaded, upload.name)?.id;
      return id === undefined ? [] : [[id, upload] as const];
    }),
  );
}
