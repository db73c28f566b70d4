import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { noneIfNotAllowed } from './answers';
import { computerRequests, type ComputerRequests } from './computer';
import { extensionRequests, type ExtensionRequests } from './extensions';
import { fileRequests, type FileRequests } from './files';
import { poolRequests, type PoolRequests } from './pools';
import { profileRequests, type ProfileRequests } from './profiles';
import { replayRequests, type ReplayRequests } from './replays';
import { openService, type Service, type ServiceOptions } from './service';
import { sessionRequests, type SessionRequests } from './sessions';

/**
 * The operations of the service, one method each. Each sends its request once, and throws ServiceError, ConnectionError
 * or Cancelled. All but the upload, the release, the click and the deletion are optional: they throw NotOffered, or
 * document another result. Source: docs/service.md, "Optional operations".
 */
export interface Client
  extends
    SessionRequests,
    ComputerRequests,
    PoolRequests,
    ExtensionRequests,
    FileRequests,
    ProfileRequests,
    ReplayRequests {
  /** The text with an ellipsis in place of each part of the token. */
  readonly redact: Service['redact'];

  /** How requests of this client reach a host, for an address that the service returned. */
  readonly network: Service['network'];

  /**
   * Checks whether the token is valid, with a cheap read. The result is `unknown` if the service does not have the
   * operation or the token may not read it; that does not mean that the token is invalid. Source: docs/service.md, `GET
   * /org/limits`.
   * @throws ServiceError (401) if the token is invalid.
   */
  checkToken(signal: AbortSignal): Promise<'good' | 'unknown'>;

  /** Aborted, with an error as its reason, when nothing may be sent by this client any more. */
  readonly ended: AbortSignal;

  close(): void;
}

export const checkTokenOperation: Operation = {
  failed: message('Couldn’t verify the token.'),
  notFound: message('This service doesn’t verify tokens.'),
  notFoundAction: 'showLog',
  verifyWith: 'showLog',
};

export function createClient(options: ServiceOptions): Client {
  return clientOf(openService(options), options.ended);
}

/** The client of a service. @param ended as `Client.ended`. */
export function clientOf(service: Service, ended = new AbortController().signal): Client {
  return {
    ...sessionRequests(service),
    ...computerRequests(service),
    ...poolRequests(service),
    ...extensionRequests(service),
    ...fileRequests(service),
    redact: service.redact,
    ...profileRequests(service),
    ...replayRequests(service),
    network: service.network,
    ended,
    checkToken: async (signal) => {
      const request = { operation: checkTokenOperation, method: 'GET', path: '/org/limits', signal } as const;
      return (await service.send(request).catch(noneIfNotAllowed)) ? 'good' : 'unknown';
    },
    close: () => service.close(),
  };
}
