import { noneIfNotAllowed } from './answers';
import { catalogRequests, type CatalogRequests } from './catalog-requests';
import { computerRequests, type ComputerRequests } from './computer-requests';
import { fileRequests, type FileRequests } from './file-requests';
import { operations } from './operations';
import { poolRequests, type PoolRequests } from './pool-requests';
import { sessionRequests, type SessionRequests } from './session-requests';
import { createTransport, type Transport, type TransportOptions } from './transport';
import { uploadRequests, type UploadRequests } from './upload-requests';
import { wireOf } from './wire';

/**
 * The operations of the service, one method each. Each sends its request once, and throws ServiceError, ConnectionError
 * or Cancelled. All but the upload, the release, the click and the deletion are optional: each says how it tells that
 * this service does not offer it. Source: docs/service.md, "Optional operations".
 */
export interface Client
  extends UploadRequests, SessionRequests, ComputerRequests, PoolRequests, CatalogRequests, FileRequests {
  /** How requests of this client reach a host, for an address that the service returned. */
  readonly network: Transport['network'];

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

export function createClient(options: TransportOptions): Client {
  const transport = createTransport(options);
  const wire = wireOf(transport, options);
  return {
    ...uploadRequests(wire),
    ...sessionRequests(wire),
    ...computerRequests(wire),
    ...poolRequests(wire),
    ...catalogRequests(wire),
    ...fileRequests(wire),
    network: transport.network,
    ended: options.ended ?? new AbortController().signal,
    checkToken: async (signal) => {
      const answer = await transport
        .send({ operation: operations.checkToken(), method: 'GET', path: '/org/limits', signal })
        .catch(noneIfNotAllowed);
      return answer ? 'good' : 'unknown';
    },
    close: () => transport.close(),
  };
}
