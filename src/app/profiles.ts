import type { Client } from '../api';
import { UserError } from '../core/errors';
import { isExtensionName } from '../core/extension-name';
import { message, type Message } from '../core/message';
import { NotOffered, ServiceError } from '../core/service-error';
import { optionalInSession, type SessionDependencies } from './not-found';

/** Why a text can be no name of a new profile, or undefined. Source: docs/service.md, "Profiles". */
export function profileNameProblem(name: string): Message | undefined {
  return isExtensionName(name)
    ? undefined
    : message('Use 1 to 255 letters a–z and A–Z, digits, dots, hyphens and underscores.');
}

/**
 * Makes a profile, unless there is one of this name: a session that saves its changes needs one.
 * @throws NotOffered
 */
export async function ensureProfile(
  client: Pick<Client, 'createProfile'>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const problem = profileNameProblem(name);
  if (problem) throw new UserError(problem);
  try {
    await client.createProfile(name, signal);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 409)) throw error;
  }
}

/**
 * Saves the cookies and storage of a session to a profile, which is made or replaced. Its browser restarts.
 * @throws NotOffered
 */
export async function saveProfile(
  deps: SessionDependencies<'saveProfile'>,
  sessionId: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const problem = profileNameProblem(name);
  if (problem) throw new UserError(problem);
  await optionalInSession(deps, sessionId, () => deps.client.saveProfile(sessionId, name, signal), signal);
}

/** The profiles of a service, by their names. @throws NotOffered */
export async function listProfiles(
  client: Pick<Client, 'listProfiles'>,
  signal: AbortSignal,
): Promise<NonNullable<Awaited<ReturnType<Client['listProfiles']>>>> {
  const listed = await client.listProfiles(signal);
  if (!listed)
    throw new NotOffered({ ability: 'profiles', text: message('This service has no profiles, or doesn’t list them.') });
  const items = listed.items.toSorted((one, other) => (one.name ?? one.id).localeCompare(other.name ?? other.id));
  return { ...listed, items };
}
