import path from 'node:path';
import { badRequest } from '../problem';
import type { UnpackedExtension } from '../sessions/session';
import type { Launcher } from '../../chromium/launcher';
import { withTrial } from '../../chromium/trial';
import { unzip } from './unzip';
import type { UploadItem } from './upload-items';
import { BadZip } from './zip-entries';

/**
 * Unpacks a zip below `folder`.
 * @throws a 400 that says what is wrong with the zip.
 */
export async function unpack(
  { name, zipPath }: UploadItem,
  folder: string,
  signal: AbortSignal,
): Promise<UnpackedExtension> {
  const target = path.join(folder, 'unpacked', name);
  try {
    await unzip(zipPath, target, signal);
  } catch (error) {
    if (error instanceof BadZip)
      throw badRequest(`invalid extension ${name}: ${error.message}`, {
        code: 'invalid_input',
        message: error.message,
      });
    throw error;
  }
  return { name, folder: target };
}

/**
 * Loads the extensions in a temporary Chromium.
 * @throws a 400 with Chromium's message for the first extension that it rejects; our folder is replaced with the
 * extension's name.
 */
export async function assertLoadable(
  extensions: readonly UnpackedExtension[],
  launcher: Launcher,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await withTrial(
    launcher,
    folder,
    async (trial) => {
      for (const { name, folder: extension } of extensions) {
        const refusal = (await trial(extension))?.replaceAll(extension, name);
        if (refusal !== undefined)
          throw badRequest(`invalid extension ${name}: ${refusal}`, { code: 'invalid_input', message: refusal });
      }
    },
    signal,
  );
}
