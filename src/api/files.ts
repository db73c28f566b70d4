import { asRecord } from '../core/json';
import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { listOf, noneIfNotAllowed, noneIfNotFound } from './answers';
import { unzipBody } from './multipart';
import type { Service } from './service';
import { onSession } from './sessions';

/** A file or folder of a session. */
export interface ServiceFile {
  readonly name: string;
  readonly isFolder: boolean;
}

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

export const fileOperations = {
  writeFiles: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t update the files in “{0}”.', id),
    verifyWith: 'showLog',
  }),
  deleteFile: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t remove files from “{0}”.', id),
    verifyWith: 'showLog',
  }),
  listFiles: (id: string): Operation => ({
    ...onSession(id),
    failed: message('Couldn’t list the files in “{0}”.', id),
    verifyWith: 'showLog',
  }),
};

export function fileRequests({ send, segment }: Service): FileRequests {
  const remove = async (action: string, id: string, removed: string, signal: AbortSignal): Promise<boolean> => {
    const path = `/browsers/${segment(id)}/fs/${action}`;
    const operation = fileOperations.deleteFile(id);
    const answer = await send({ operation, method: 'PUT', path, json: { path: removed }, signal }).catch(
      noneIfNotFound,
    );
    return answer !== undefined;
  };
  return {
    writeFiles: async (id, folder, zip, signal) => {
      const multipart = await unzipBody(folder, zip);
      const path = `/browsers/${segment(id)}/fs/upload_zip`;
      const operation = fileOperations.writeFiles(id);
      const answer = await send({ operation, method: 'POST', path, multipart, signal }).catch(noneIfNotAllowed);
      return answer !== undefined;
    },
    deleteFile: (id, file, signal) => remove('delete_file', id, file, signal),
    deleteFolder: (id, folder, signal) => remove('delete_directory', id, folder, signal),
    listFiles: async (id, folder, signal) => {
      const operation = fileOperations.listFiles(id);
      const path = `/browsers/${segment(id)}/fs/list_files?path=${encodeURIComponent(folder)}`;
      const answer = await send({ operation, method: 'GET', path, wantsBody: true, signal }).catch(noneIfNotAllowed);
      return answer && listOf(answer.body, operation).flatMap((value) => readFile(value) ?? []);
    },
  };
}

/** Source: docs/service.md, "Files of a session". */
function readFile(value: unknown): ServiceFile | undefined {
  const { name, is_dir: isFolder } = asRecord(value);
  return typeof name === 'string' && /^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..'
    ? { name, isFolder: isFolder === true }
    : undefined;
}
