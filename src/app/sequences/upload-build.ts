import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { unzip } from '../../packaging/zip/unzip';
import { BadZip } from '../../packaging/zip/zip-entries';
import { isWithin, realPath } from '../../packaging';
import { labelOf } from '../../state';
import type { UploadDependencies } from '../upload/dependencies';
import type { RunStep } from '../upload/ports';
import { uploadAgain } from '../upload/upload-again';
import type { UploadBuild } from './sequence-extension';

/**
 * Uploads builds for the steps of a sequence. Who began to run it was asked about a production connection.
 * @param folder of the sequence: paths are relative to it.
 * @param top the workspace folder or the repository, which no path leads out of.
 */
export function uploadBuilds(deps: UploadDependencies, folder: string, top: string): UploadBuild {
  return async (session, upload, file, signal) => {
    const found = await inside(path.resolve(folder, file), top, file);
    const run: RunStep = (_step, work) => work(signal, () => {});
    const again = async (source: string): Promise<void> => {
      const request = { folder: upload.folder, name: upload.name, session: session.id, source };
      const { kind } = await uploadAgain(deps, request, { production: async () => {} }, run);
      if (kind === 'notPossible')
        throw new UserError(message('“{0}” can’t take another build in place.', labelOf(session)));
    };
    if ((await stat(found)).isDirectory()) return again(found);
    const unpacked = await mkdtemp(path.join(os.tmpdir(), 'browser-sessions-'));
    try {
      await unzip(found, path.join(unpacked, 'build'), signal);
      await again(path.join(unpacked, 'build'));
    } catch (error) {
      throw error instanceof BadZip
        ? new UserError(message('“{0}” can’t be unpacked: “{1}”', file, error.message))
        : error;
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  };
}

/** The real path, if it is within `top`. */
async function inside(absolute: string, top: string, file: string): Promise<string> {
  try {
    const [real, root] = await Promise.all([realPath(absolute), realPath(top)]);
    if (isWithin(root, real)) return real;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new UserError(message('File not found: {0}.', file));
  }
  throw new UserError(message('“{0}” is outside of the project.', file));
}
