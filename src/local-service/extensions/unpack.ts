import path from 'node:path';
import { badRequest } from '../problem';
import type { UnpackedExtension } from '../sessions/extension-folders';
import type { Launcher } from '../../chromium/launcher';
import { withTrial } from '../../chromium/trial';
import { unzip } from '../../packaging/zip/unzip';
import type { UploadItem } from './upload-items';
import { BadZip } from '../../packaging/zip/zip-entries';

/**
 * Unpacks the zip of an extension below `folder`.
 * @throws a 400 that says what is wrong with the zip.
 */
export async function unpack(
  { name, zipPath }: UploadItem,
  folder: string,
  signal: AbortSignal,
): Promise<UnpackedExtension> {
  const target = path.join(folder, 'unpacked', name);
  await explainBadZip(`invalid extension ${name}`, unzip(zipPath, target, signal, checkManifest));
  return { name, folder: target };
}

/** @throws a 400 that begins with `what`, for a zip that is refused. */
export async function explainBadZip(what: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    throw badRequest(`${what}: ${error.message}`, { code: 'invalid_input', message: error.message });
  }
}

/** The service wants `manifest.json` at the root. Source: docs/service.md, "Upload". */
function checkManifest(names: readonly string[]): void {
  if (names.includes('manifest.json')) return;
  const deeper = names.find((name) => name.endsWith('/manifest.json'));
  throw new BadZip(`manifest.json is not at the root of the zip${deeper ? `, but at ${deeper}` : ''}`);
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
