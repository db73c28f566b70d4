import { message } from '../core/message';
import { isZip, noneIfNotOffered, noneIfRefused, recordOf, understood } from './answers';
import type { Listed, ListRange } from './list';
import { catalogBody } from './multipart';
import { operations } from './operations';
import type { ServiceExtension } from './records';
import type { Wire } from './wire';

/** The catalog of extensions. */
export interface CatalogRequests {
  /** Deletes an extension from the catalog. Running browsers keep it. */
  deleteExtension(idOrName: string, signal: AbortSignal): Promise<void>;
  /**
   * @param range by default the beginning of the list.
   * @returns undefined if the service has no such list.
   */
  listExtensions(signal: AbortSignal, range?: ListRange): Promise<Listed<ServiceExtension> | undefined>;
  /**
   * Adds an extension to the catalog, for sessions that are created later.
   * @param onProgress receives the number of request bytes sent so far, and the total.
   * @returns undefined if the service does not offer it.
   * @throws ServiceError (409) if the name is taken.
   */
  addToCatalog(
    name: string,
    zip: Buffer,
    signal: AbortSignal,
    onProgress?: (sent: number, total: number) => void,
  ): Promise<ServiceExtension | undefined>;
  /**
   * Downloads an extension of the catalog.
   * @returns its zip; undefined if the service answers that it does not have the operation (405, 501).
   * @throws ServiceError (404) if the service has no such extension, or not the operation.
   */
  downloadExtension(idOrName: string, signal: AbortSignal): Promise<Buffer | undefined>;
}

export function catalogRequests({ transport, part, read, list }: Wire): CatalogRequests {
  return {
    deleteExtension: async (idOrName, signal) => {
      const path = `/extensions/${part(idOrName)}`;
      await transport.send({ operation: operations.deleteExtension(idOrName), method: 'DELETE', path, signal });
    },
    listExtensions: (signal, range) => list('extensions', '', read.extension, signal, range),
    addToCatalog: async (name, zip, signal, onProgress) => {
      const multipart = await catalogBody({ name, zip }, (sent) => onProgress?.(sent, multipart.length));
      const operation = operations.addToCatalog(name);
      const answer = await transport
        .send({ operation, method: 'POST', path: '/extensions', multipart, wantsBody: true, signal })
        .catch(noneIfNotOffered);
      const unreadable = message('The service added the extension but didn’t return its ID. Refresh the list.');
      return answer && recordOf(answer.body, read.extension, unreadable);
    },
    downloadExtension: async (idOrName, signal) => {
      const operation = operations.downloadExtension(idOrName);
      const path = `/extensions/${part(idOrName)}`;
      const answer = await transport
        .send({ operation, method: 'GET', path, wantsBody: true, signal })
        .catch(noneIfRefused);
      return answer && understood(isZip(answer.body) ? answer.body : undefined, operation);
    },
  };
}
