import { asCount, asRecord, asWrittenTime } from '../core/json';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { noneIfNotAllowed, notOfferedIfNotFound, recordOf, recordWithId } from './answers';
import type { Listed } from './list';
import type { Service } from './service';
import { onSession } from './sessions';

/** Cookies and storage that a session can start with. */
export interface ServiceProfile {
  readonly id: string;
  readonly name?: string;
  /** Bytes, if the service tells. */
  readonly size?: number;
  /** When it was last used or saved. Milliseconds since 1970. */
  readonly usedAt?: number;
}

export interface ProfileRequests {
  /** @returns undefined if the service has no profiles, or the token may not list them. */
  listProfiles(signal: AbortSignal): Promise<Listed<ServiceProfile> | undefined>;
  /** Makes an empty profile. @throws NotOffered; ServiceError (409) if the name is taken. */
  createProfile(name: string, signal: AbortSignal): Promise<ServiceProfile>;
  /** @throws NotOffered; ServiceError (404) if there is none; ServiceError (409) while a session saves its changes to it. */
  deleteProfile(idOrName: string, signal: AbortSignal): Promise<void>;
  /**
   * Saves the cookies and storage of a session that runs. Its browser restarts for that.
   * @param name of the profile, which is made or replaced.
   * @throws NotOffered; ServiceError (404) if the session has ended, or the service does not have the operation.
   */
  saveProfile(sessionId: string, name: string, signal: AbortSignal): Promise<void>;
}

const NOT_OFFERED: Operation['notOffered'] = {
  ability: 'profiles',
  text: message('This service has no profiles.'),
};

export const profileOperations = {
  createProfile: (name: string): Operation => ({
    notOffered: NOT_OFFERED,
    failed: message('Couldn’t create profile “{0}”.', name),
    notFound: message('This service has no profiles.'),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
  deleteProfile: (name: string): Operation => ({
    notOffered: NOT_OFFERED,
    failed: message('Couldn’t delete profile “{0}”.', name),
    notFound: message('There is no profile “{0}”.', name),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
  saveProfile: (id: string): Operation => ({
    ...onSession(id),
    notOffered: { ability: 'saveProfile', text: message('This service doesn’t save running sessions to profiles.') },
    failed: message('Couldn’t save “{0}” to a profile.', id),
    verifyWith: 'showLog',
    uncertain: {
      noAnswer: message('Saving “{0}” to a profile got no answer.', id),
      serviceFailed: message('The service failed while saving “{0}” to a profile.', id),
      check: message('The profile may be saved. Check its time before you retry.'),
    },
  }),
};

export function profileRequests(service: Service): ProfileRequests {
  const read = (value: unknown): ServiceProfile | undefined => {
    const {
      id,
      name,
      size_bytes: size,
      last_used_at: used,
      updated_at: updated,
      created_at: created,
    } = asRecord(value);
    return recordWithId(id, service.isSecret, (readId) => ({
      name: readId(name),
      size: asCount(size),
      usedAt: asWrittenTime(used) ?? asWrittenTime(updated) ?? asWrittenTime(created),
    }));
  };
  return {
    listProfiles: async (signal) => service.list({ path: 'profiles', read }, signal).catch(noneIfNotAllowed),
    createProfile: async (name, signal) => {
      const operation = profileOperations.createProfile(name);
      const json = { name: service.requireId(name) };
      const { body } = await service
        .send({ operation, method: 'POST', path: '/profiles', json, wantsBody: true, signal })
        .catch(notOfferedIfNotFound);
      return recordOf(body, read, message('The service created a profile but didn’t return its ID.'));
    },
    deleteProfile: async (idOrName, signal) => {
      const operation = profileOperations.deleteProfile(idOrName);
      await service.send({ operation, method: 'DELETE', path: `/profiles/${service.segment(idOrName)}`, signal });
    },
    saveProfile: async (id, name, signal) => {
      const operation = profileOperations.saveProfile(id);
      const path = `/browsers/${service.segment(id)}/profiles`;
      await service.send({
        operation,
        method: 'POST',
        path,
        json: { name: service.requireId(name) },
        signal,
        slow: true,
      });
    },
  };
}
