import type { Client, NewSession, ReleaseRequest } from '../api';
import { UserError } from '../core/errors';
import { listOf, message, quotedListOf, type Message } from '../core/message';
import { isForbidden, isNotFound, NotOffered } from '../core/service-error';
import { hasTags, parseSearch } from '../core/tags';
import {
  type ConnectionRecords,
  labelOf,
  type SessionRecord,
  MAX_ALIAS,
  type UploadRecord,
  withDetails,
} from '../state';
import { optionalInSession, type SessionDependencies, meaningOfNotFound, refuseReleased } from './not-found';
import { countInUse } from './pools';
import { ensureProfile } from './profiles';
import { EXISTING } from './refresh';

/**
 * Starts a new session and remembers it. A profile that its changes are saved to is made first, if it is named.
 * @param options what is not given is the service's default.
 * @throws NotOffered
 */
export async function createSession(
  {
    client,
    sessions,
  }: { client: Pick<Client, 'createSession' | 'createProfile'>; sessions: ConnectionRecords['sessions'] },
  signal: AbortSignal,
  options: NewSession = {},
): Promise<SessionRecord> {
  const { profile, savesChanges } = options;
  if (savesChanges && profile && 'name' in profile) await ensureProfile(client, profile.name, signal);
  const started = await client.createSession(options, signal);
  // Whether changes are saved, not every service tells.
  const created = { ...started, ...(profile && { savesChanges: savesChanges ?? false }) };
  await sessions.remember(created);
  return created;
}

/**
 * Ends a session and its browser, and forgets it.
 * @throws NotOffered
 */
export async function endSession(
  deps: SessionDependencies<'endSession'> & { pools: ConnectionRecords['pools'] },
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { client, sessions, pools } = deps;
  const pool = sessions.get(sessionId)?.pool;
  await optionalInSession(deps, sessionId, () => client.endSession(sessionId, signal), signal);
  await sessions.remove(sessionId);
  // The service replaces the browser of a pool.
  if (pool !== undefined) await countInUse(pools, pool, -1);
}

/**
 * Returns a session to its pool and forgets it, because from then on the ID may belong to another user.
 * A 404 may be about the pool or the session, so the session is marked as gone only if the service does not know it.
 */
export async function releaseSession(
  {
    client,
    sessions,
    pools,
  }: {
    client: Pick<Client, 'release' | 'getSession' | 'listSessions'>;
    sessions: ConnectionRecords['sessions'];
    pools: ConnectionRecords['pools'];
  },
  request: ReleaseRequest,
  signal: AbortSignal,
): Promise<void> {
  const { sessionId, pool } = request;
  refuseReleased(sessions, sessionId);
  try {
    await client.release(request, signal);
  } catch (error) {
    if (isNotFound(error) && (await meaningOfNotFound(client, sessionId, signal)) === 'gone')
      await sessions.remember({ id: sessionId, gone: true });
    throw error;
  }
  await rememberReleased(sessions, sessionId);
  if (!pools.find(pool)) await pools.remember({ id: pool });
  await countInUse(pools, pool, -1);
}

/** The sessions that still run, as far as it is known. */
export function runningIn(sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>): SessionRecord[] {
  return sessions.notReleased().filter(({ gone }) => !gone);
}

/** What to tell a person of a name or an ID that no running session has. */
export function notRunning(wanted: string, running: readonly SessionRecord[]): Message {
  const labels = running.map((each) => message('“{0}”', labelOf(each)));
  return labels.length === 0
    ? message('No session “{0}” is running.', wanted)
    : message('No session “{0}” is running. These are: {1}.', wanted, listOf(labels));
}

/**
 * The session that an ID or a name means, as far as it is known here: of several of a name, one that still runs.
 * @throws UserError if several that run have the name.
 */
export function knownSession(
  sessions: Pick<ConnectionRecords['sessions'], 'named'>,
  wanted: string,
): SessionRecord | undefined {
  const named = sessions.named(wanted);
  if (named.length > 1)
    throw new UserError(
      message(
        '{0} sessions are named “{1}”. Use the ID of one: {2}.',
        named.length,
        wanted,
        quotedListOf(named.map(({ id }) => id)),
      ),
      'chooseSession',
    );
  return named[0];
}

/**
 * Finds a session by its ID, the name that the user gave it here, or that of the service.
 * @returns its ID; where the service does not say whether there is such a session, the text as it is.
 * @throws UserError if there is none, or if there are several. Nothing is remembered of it.
 */
export async function sessionNamed(
  { client, sessions }: SessionDependencies<'getSession'>,
  wanted: string,
  signal: AbortSignal,
): Promise<string> {
  const known = knownSession(sessions, wanted);
  if (known) return known.id;
  if ((await meaningOfNotFound(client, wanted, signal)) !== 'gone') return wanted;
  throw new UserError(notRunning(wanted, runningIn(sessions)), 'chooseSession');
}

/** Why a text cannot be a session's name, or undefined. An empty one removes the name. */
export function aliasProblem(text: string): Message | undefined {
  const { length } = text.trim();
  return length > MAX_ALIAS ? message('Use at most {0} characters ({1} now).', MAX_ALIAS, length) : undefined;
}

/** Where a session's name is kept. */
export type NameKeeper = 'service' | 'here';

/**
 * Renames a session at the service, so that everybody sees the name; where the service or the token cannot, the name is
 * only remembered here.
 * @param text empty to remove the name.
 * @throws ServiceError (409) if another session has the name.
 */
export async function renameSession(
  deps: SessionDependencies<'updateSession'>,
  id: string,
  text: string,
  signal: AbortSignal,
): Promise<NameKeeper> {
  const { client, sessions } = deps;
  const name = text.trim();
  try {
    await optionalInSession(deps, id, () => client.updateSession(id, { name }, signal), signal);
  } catch (error) {
    if (!(error instanceof NotOffered) && !isForbidden(error)) throw error;
    await setNames(sessions, id, ({ name: own }) => ({ name: own, alias: name === own ? '' : name }));
    return 'here';
  }
  await setNames(sessions, id, () => ({ name, alias: '' }));
  return 'service';
}

/** @param namesOf an empty name is none. */
async function setNames(
  sessions: Pick<ConnectionRecords['sessions'], 'all' | 'replace'>,
  id: string,
  namesOf: (session: SessionRecord) => Pick<SessionRecord, 'name' | 'alias'>,
): Promise<void> {
  const all = sessions.all().map((session) => {
    if (session.id !== id) return session;
    const { name: _name, alias: _alias, ...rest } = session;
    const { name, alias } = namesOf(session);
    return { ...rest, ...(name && { name }), ...(alias && { alias }) };
  });
  await sessions.replace(all);
}

/**
 * Removes one upload from the record of a session. All packages of a request have the same upload time, so the name
 * identifies the upload.
 */
export async function forgetUpload(
  sessions: ConnectionRecords['sessions'],
  sessionId: string,
  { name }: Pick<UploadRecord, 'name'>,
): Promise<void> {
  const uploads = sessions.get(sessionId)?.uploads ?? [];
  await sessions.remember({ id: sessionId, uploads: uploads.filter((upload) => upload.name !== name) });
}

/** How many released sessions are remembered by their ID. No notification or other window still shows older ones. */
const MAX_RELEASED = 50;

/** Forgets everything about a session except that it was released. */
async function rememberReleased(sessions: ConnectionRecords['sessions'], id: string): Promise<void> {
  const others = sessions.all().filter((session) => session.id !== id);
  const older = others.filter(({ released }) => released).slice(MAX_RELEASED - 1);
  await sessions.replace([{ id, released: true }, ...others.filter((session) => !older.includes(session))]);
}

export interface FoundSessions {
  readonly sessions: readonly SessionRecord[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Whoever seeks one of more sessions types on. It is also the most that the service returns at once. */
const MAX_FOUND = 100;

/**
 * Finds remembered sessions by a part of their ID, a name or the pool, whatever the case, and by tags such as
 * `team=web`; by an empty text all of them.
 */
export function findKnownSessions(
  sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>,
  text: string,
): FoundSessions {
  return atMost(sessions.notReleased().filter((session) => matches(session, text)));
}

/**
 * The same, and asks the service too: it may have sessions that were not loaded. A service that cannot search answers
 * with the beginning of its list, so its answer is searched here as well.
 * @returns undefined if the service has no such list.
 */
export async function findSessions(
  { client, sessions }: { client: Pick<Client, 'listSessions'>; sessions: ConnectionRecords['sessions'] },
  text: string,
  signal: AbortSignal,
): Promise<FoundSessions | undefined> {
  const listed = await client.listSessions(signal, { from: 0, to: MAX_FOUND }, parseSearch(text));
  if (!listed) return undefined;
  const there = new Map(listed.items.map((item) => [item.id, { ...item, ...EXISTING }]));
  const listedHere = new Set(sessions.notReleased());
  const known = sessions.all().flatMap((session) => {
    const newer = there.get(session.id);
    there.delete(session.id);
    return newer ? [withDetails(session, newer)] : listedHere.has(session) ? [session] : [];
  });
  const found = atMost([...known, ...there.values()].filter((session) => matches(session, text)));
  return { ...found, isCut: found.isCut || listed.isCut };
}

/** Remembers a session that was found. However many there are, no other one is forgotten for it. */
export async function keepFound(sessions: ConnectionRecords['sessions'], session: SessionRecord): Promise<void> {
  if (sessions.get(session.id)) return sessions.remember(session);
  await sessions.replace([session, ...sessions.all()], () => true);
}

function atMost(sessions: readonly SessionRecord[]): FoundSessions {
  return { sessions: sessions.slice(0, MAX_FOUND), isCut: sessions.length > MAX_FOUND };
}

function matches({ id, name, alias, pool, tags }: SessionRecord, typed: string): boolean {
  const wanted = parseSearch(typed);
  const text = wanted.text.toLowerCase();
  return hasTags(tags, wanted.tags) && [alias, name, id, pool].some((each) => each?.toLowerCase().includes(text));
}
