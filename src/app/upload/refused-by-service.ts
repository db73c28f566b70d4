import path from 'node:path';
import { message } from '../../core/message';
import type { Problem } from '../../packaging';
import { placeRefusal, refusedExtension } from '../place-refusal';
import type { NamedPackage } from '../upload-packages';
import { FolderError } from './folder-error';

/**
 * The service rejected one of the extensions; the local service does so with Chromium's message. Nothing was loaded.
 */
export class RefusedByService extends FolderError {
  override readonly name = 'RefusedByService';

  constructor(
    folder: string,
    /** The service's message, at the line it is about. */
    readonly problem: Problem,
  ) {
    super(
      message(
        'The service rejected {0}:{1}: “{2}” Nothing was loaded.',
        `${path.basename(folder)}/${problem.file}`,
        problem.line ?? 1,
        problem.message,
      ),
      folder,
      problem,
    );
  }
}

/**
 * The error to throw for a failed upload: if the service says what is wrong with one of the extensions, an error that
 * has the line; else the original error.
 */
export async function withPlace(error: unknown, uploads: readonly NamedPackage[]): Promise<unknown> {
  const refused = refusedExtension(error);
  const upload = uploads.find(({ name }) => name === refused?.name);
  if (!refused || !upload) return error;
  const { folder, inspection } = upload;
  return new RefusedByService(
    folder,
    await placeRefusal({ words: refused.words, code: 'refused', source: 'Service' }, folder, inspection.files),
  );
}
