import { UserError } from '../../core/errors';
import { proposeExtensionName } from '../../core/extension-name';
import { message, type Message } from '../../core/message';
import { isForbidden } from '../../core/service-error';
import type { SessionRecord } from '../../state';
import { lastUploaded } from '../last-used';
import { refreshSessions } from '../refresh';
import { runningIn, sessionNamed } from '../sessions';
import type { UploadDependencies, UploadDestination } from './dependencies';
import type { UploadQuestions, RunStep } from './ports';
import { refuseSecrets, uploadAgain, type AgainOutcome, type AgainRequest } from './upload-again';
import { uploadInSteps, type UploadOutcome } from './upload-folders';

export type UnattendedOutcome = UploadOutcome | AgainOutcome;

/**
 * Uploads a folder with no question: in place if it was uploaded into the session before and the session supports it,
 * else as a new upload under the next free name.
 * @param inPlaceOnly the outcome is `notPossible` instead of a new upload of what was uploaded before.
 * @param confirm the question at a production connection; undefined where nobody can be asked.
 * @throws UserError for a production connection without `confirm`, for a possible secret, and as `uploadAgain` and
 * `uploadFolders` do.
 */
export async function uploadUnattended(
  deps: UploadDependencies,
  { folder, session, inPlaceOnly = false }: AgainRequest & { readonly inPlaceOnly?: boolean },
  run: RunStep,
  confirm?: UploadQuestions['production'],
): Promise<UnattendedOutcome> {
  const destination = await deps.connect();
  if (!confirm) refuseProduction(destination);
  const connected = { ...deps, connect: async () => destination };
  const ask = confirm ? { ...UNATTENDED, production: confirm } : UNATTENDED;
  const { sessions } = destination;
  if (sessions.get(session)?.uploads?.some((upload) => upload.folder === folder)) {
    const outcome = await uploadAgain(connected, { folder, session }, ask, run);
    if (outcome.kind !== 'notPossible' || inPlaceOnly) return outcome;
  }
  return uploadInSteps(connected, { folders: [folder], session }, ask, run);
}

/** The answers of an upload that nobody watches. What needs a decision is an error. */
export const UNATTENDED: UploadQuestions = {
  session: async () => {
    throw new UserError(message('Set “session” in the task to the name or ID of a session.'));
  },
  secrets: refuseSecrets,
  name: async ({ title, loaded, besides }) => proposeExtensionName(title, [...loaded, ...besides]),
  production: async () => refuseProduction({ production: true }),
};

/** @throws UserError for a production connection: an upload to it must be confirmed. */
export function refuseProduction({ production }: Pick<UploadDestination, 'production'>): void {
  if (!production) return;
  throw new UserError(message('A task can’t upload to a production connection. Set another “connection” in the task.'));
}

/**
 * The session for an upload with no question: the wanted one, else that of the folder's last upload, if there is a
 * folder, else the only one that runs. Reads the service's list of sessions first, because any of them may have ended.
 * @param wanted a name or an ID.
 * @returns its ID.
 * @throws UserError if there is no such session, or if there are several.
 */
export async function sessionUnattended(
  { client, sessions }: Pick<UploadDestination, 'client' | 'sessions'>,
  { folder, wanted }: { readonly folder?: string; readonly wanted: string | undefined },
  signal: AbortSignal,
  words: SessionWords = TASK_WORDS,
): Promise<string> {
  await refreshSessions({ client, sessions }, signal).catch((error: unknown) => {
    // A token that may not list sessions may still be allowed to upload.
    if (!isForbidden(error)) throw error;
  });
  if (wanted !== undefined) return sessionNamed({ client, sessions }, wanted, signal);
  const last = folder === undefined ? undefined : lastUploaded(sessions, { folder });
  if (last) return last.session;
  const running = runningIn(sessions);
  const [only, ...others] = running;
  if (!only) throw new UserError(words.none, 'chooseSession');
  if (others.length > 0) throw new UserError(words.several(running), 'chooseSession');
  return only.id;
}

/** How to name a session, for who named none. */
export interface SessionWords {
  readonly none: Message;
  readonly several: (running: readonly SessionRecord[]) => Message;
}

const TASK_WORDS: SessionWords = {
  none: message('No session is running. Start one, or set “session” in the task.'),
  several: () => message('Several sessions are running. Set “session” in the task to a name or ID.'),
};
