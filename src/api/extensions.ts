import { asCount, asRecord, asSha256, asWrittenTime } from '../core/json';
import { message } from '../core/message';
import { asNotOffered, isNotFound, NotOffered, ServiceError, type Operation } from '../core/service-error';
import { isZip, notOfferedIfNotFound, recordOf, recordWithId, requireReadable } from './answers';
import type { Listed, ListRange } from './list';
import { catalogBody, multipartBody, type FieldNaming, type UploadItem } from './multipart';
import type { Service } from './service';
import { onSession } from './sessions';

export interface ServiceExtension {
  readonly id: string;
  readonly name?: string;
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** When it was last loaded into a new session. Milliseconds since 1970. */
  readonly lastUsedAt?: number;
  /** SHA-256 of its zip, in hexadecimal. The service has none for some. */
  readonly checksum?: string;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Receives the number of request bytes sent so far, and the total. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** Extensions of sessions, and those of the catalog. */
export interface ExtensionRequests {
  /**
   * Uploads extensions into a running session, which restarts its browser. Resolves when the browser has restarted.
   * @param options.onProgress receives the number of request bytes sent so far, and the total.
   */
  uploadExtensions(sessionId: string, items: readonly UploadItem[], options: UploadOptions): Promise<void>;

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
   * @throws NotOffered; ServiceError (409) if the name is taken.
   */
  addToCatalog(
    name: string,
    zip: Buffer,
    signal: AbortSignal,
    onProgress?: (sent: number, total: number) => void,
  ): Promise<ServiceExtension>;
  /**
   * Downloads an extension of the catalog.
   * @returns its zip.
   * @throws NotOffered; ServiceError (404) if the service has no such extension, or not the operation.
   */
  downloadExtension(idOrName: string, signal: AbortSignal): Promise<Buffer>;
  /**
   * Has the service fetch an extension from the Chrome Web Store; nothing is added to the catalog.
   * @param address of its page in the store.
   * @returns its zip.
   * @throws NotOffered; ServiceError (404) if the store has no such extension.
   */
  fetchFromStore(address: string, signal: AbortSignal): Promise<Buffer>;
}

export const extensionOperations = {
  upload: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t upload to “{0}”.', id),
    verifyWith: 'checkSession',
    uncertain: {
      noAnswer: message('The upload to “{0}” got no answer.', id),
      serviceFailed: message('The service failed during the upload to “{0}”.', id),
      check: message('The extension may be loaded. Check the session before you upload again.'),
    },
  }),
  deleteExtension: (idOrName: string): Operation => ({
    failed: message('Couldn’t delete “{0}”.', idOrName),
    notFound: message('“{0}” is no longer in the catalog or belongs to another account.', idOrName),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
  }),
  addToCatalog: (name: string): Operation => ({
    notOffered: { ability: 'addToCatalog', text: message('This service doesn’t accept uploads to its catalog.') },
    failed: message('Couldn’t upload “{0}” to the catalog.', name),
    notFound: message('This service doesn’t accept uploads to its catalog.'),
    notFoundAction: 'showLog',
    verifyWith: 'refresh',
    uncertain: {
      noAnswer: message('Uploading “{0}” to the catalog got no answer.', name),
      serviceFailed: message('The service failed while “{0}” was uploaded to the catalog.', name),
      check: message('It may be in the catalog. Refresh the list before you retry.'),
    },
  }),
  downloadExtension: (idOrName: string): Operation => ({
    notOffered: { ability: 'downloadExtension', text: message('This service doesn’t offer extensions for download.') },
    failed: message('Couldn’t download “{0}”.', idOrName),
    notFound: message('“{0}” is no longer in the catalog or belongs to another account.', idOrName),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
  fetchFromStore: (): Operation => ({
    notOffered: {
      ability: 'fetchFromStore',
      text: message('This service doesn’t fetch extensions from the Chrome Web Store.'),
    },
    failed: message('Couldn’t fetch the extension from the Chrome Web Store.'),
    notFound: message('The service didn’t find this extension in the Chrome Web Store.'),
    notFoundAction: 'showLog',
    verifyWith: 'showLog',
  }),
};

const FROM_STORE = '/extensions/from_chrome_store';

export function extensionRequests(service: Service): ExtensionRequests {
  const { send, segment } = service;
  /** The field naming that this service accepts. */
  let naming: FieldNaming = 'indexed';
  return {
    uploadExtensions: async (id, items, { signal, onProgress }) => {
      const operation = extensionOperations.upload(id);
      const path = `/browsers/${segment(id)}/extensions`;
      const upload = async (): Promise<void> => {
        const multipart = await multipartBody(items, naming, (sent) => onProgress?.(sent, multipart.length));
        await send({ operation, method: 'POST', path, multipart, signal, slow: true });
      };
      await upload().catch(async (error: unknown) => {
        if (naming === 'paired' || !isAboutNaming(error)) throw error;
        naming = 'paired';
        await upload();
      });
    },
    deleteExtension: async (idOrName, signal) => {
      const operation = extensionOperations.deleteExtension(idOrName);
      await send({ operation, method: 'DELETE', path: `/extensions/${segment(idOrName)}`, signal });
    },
    listExtensions: async (signal, range) => service.list({ path: 'extensions', read, range }, signal),
    addToCatalog: async (name, zip, signal, onProgress) => {
      const multipart = await catalogBody({ name, zip }, (sent) => onProgress?.(sent, multipart.length));
      const operation = extensionOperations.addToCatalog(name);
      const answer = await send({
        operation,
        method: 'POST',
        path: '/extensions',
        multipart,
        wantsBody: true,
        signal,
      }).catch(notOfferedIfNotFound);
      const unreadable = message('The service added the extension but didn’t return its ID. Refresh the list.');
      return recordOf(answer.body, read, unreadable);
    },
    downloadExtension: async (idOrName, signal) => {
      const operation = extensionOperations.downloadExtension(idOrName);
      const path = `/extensions/${segment(idOrName)}`;
      const answer = await send({ operation, method: 'GET', path, wantsBody: true, signal });
      return requireReadable(isZip(answer.body) ? answer.body : undefined, operation);
    },
    fetchFromStore: async (address, signal) => {
      const operation = extensionOperations.fetchFromStore();
      const request = { operation, method: 'GET', wantsBody: true, signal, slow: true } as const;
      const path = `${FROM_STORE}?url=${encodeURIComponent(address)}`;
      const answer = await send({ ...request, path }).catch(async (error: unknown) => {
        if (!isNotFound(error)) throw error;
        // A service that has the operation misses its parameter here; one that has not answers 404 again.
        throw await send({ ...request, path: FROM_STORE, wantsBody: false }).then(
          () => error,
          (probed: unknown) => (isNotFound(probed) || probed instanceof NotOffered ? asNotOffered(error) : error),
        );
      });
      return requireReadable(isZip(answer.body) ? answer.body : undefined, operation);
    },
  };

  function read(value: unknown): ServiceExtension | undefined {
    const fields = asRecord(value);
    return recordWithId(fields['id'], service.isSecret, (readId) => ({
      name: readId(fields['name']),
      bytes: asCount(fields['size_bytes']),
      createdAt: asWrittenTime(fields['created_at']),
      lastUsedAt: asWrittenTime(fields['last_used_at']),
      checksum: asSha256(fields['checksum']),
    }));
  }
}

/**
 * The bare browser image rejects the other field naming before it does anything else. Source: docs/service.md,
 * "Upload".
 */
function isAboutNaming(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && /^invalid field\b/i.test(error.body.message ?? '');
}
