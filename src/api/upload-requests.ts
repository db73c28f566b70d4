import { ServiceError } from '../core/service-error';
import { multipartBody, type FieldNaming, type UploadItem } from './multipart';
import { operations } from './operations';
import type { Wire } from './wire';

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Receives the number of request bytes sent so far, and the total. */
  readonly onProgress?: (sent: number, total: number) => void;
}

export interface UploadRequests {
  /**
   * Uploads extensions into a running session, which restarts its browser. Resolves when the browser has restarted.
   * @param options.onProgress receives the number of request bytes sent so far, and the total.
   */
  uploadExtensions(sessionId: string, items: readonly UploadItem[], options: UploadOptions): Promise<void>;
}

export function uploadRequests({ transport, part }: Wire): UploadRequests {
  /** The field naming that this service accepts. */
  let naming: FieldNaming = 'indexed';
  return {
    uploadExtensions: async (id, items, { signal, onProgress }) => {
      const path = `/browsers/${part(id)}/extensions`;
      const send = async (): Promise<void> => {
        const multipart = await multipartBody(items, naming, (sent) => onProgress?.(sent, multipart.length));
        await transport.send({ operation: operations.upload(id), method: 'POST', path, multipart, signal, slow: true });
      };
      await send().catch(async (error: unknown) => {
        if (naming === 'paired' || !isAboutNaming(error)) throw error;
        naming = 'paired';
        await send();
      });
    },
  };
}

/**
 * The bare browser image rejects the other field naming before it does anything else. Source: docs/service.md,
 * "Upload".
 */
function isAboutNaming(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && /^invalid field\b/i.test(error.words.message ?? '');
}
