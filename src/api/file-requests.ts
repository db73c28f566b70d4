import { listOf, noneIfNotAllowed, noneIfNotFound } from './answers';
import { unzipBody } from './multipart';
import { operations } from './operations';
import { readFile, type ServiceFile } from './records';
import type { Wire } from './wire';

/** The files of a session. */
export interface FileRequests {
  /**
   * Writes what a zip holds into a folder of the session's browser, over what is there; nothing is removed.
   * @param folder an absolute path in the session.
   * @returns false if the service does not offer it, or the token does not permit it.
   */
  writeFiles(sessionId: string, folder: string, zip: Buffer, signal: AbortSignal): Promise<boolean>;
  /**
   * Removes a file of the session.
   * @returns false if the service answers that there is no such file, or no such operation.
   */
  deleteFile(sessionId: string, path: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Removes a folder of the session, with all that is in it.
   * @returns false if the service answers that there is no such folder, or no such operation.
   */
  deleteFolder(sessionId: string, path: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Lists the files in a folder of the session.
   * @returns undefined if the folder does not exist, the service does not offer it, or the token does not permit it.
   */
  listFiles(sessionId: string, folder: string, signal: AbortSignal): Promise<readonly ServiceFile[] | undefined>;
}

export function fileRequests({ transport, part }: Wire): FileRequests {
  const remove = async (action: string, id: string, removed: string, signal: AbortSignal): Promise<boolean> => {
    const path = `/browsers/${part(id)}/fs/${action}`;
    const operation = operations.deleteFile(id);
    const answer = await transport
      .send({ operation, method: 'PUT', path, json: { path: removed }, signal })
      .catch(noneIfNotFound);
    return answer !== undefined;
  };
  return {
    writeFiles: async (id, folder, zip, signal) => {
      const multipart = await unzipBody(folder, zip);
      const path = `/browsers/${part(id)}/fs/upload_zip`;
      const operation = operations.writeFiles(id);
      const answer = await transport
        .send({ operation, method: 'POST', path, multipart, signal })
        .catch(noneIfNotAllowed);
      return answer !== undefined;
    },
    deleteFile: (id, file, signal) => remove('delete_file', id, file, signal),
    deleteFolder: (id, folder, signal) => remove('delete_directory', id, folder, signal),
    listFiles: async (id, folder, signal) => {
      const operation = operations.listFiles(id);
      const path = `/browsers/${part(id)}/fs/list_files?path=${encodeURIComponent(folder)}`;
      const answer = await transport
        .send({ operation, method: 'GET', path, wantsBody: true, signal })
        .catch(noneIfNotAllowed);
      return answer && listOf(answer.body, operation).flatMap((value) => readFile(value) ?? []);
    },
  };
}
