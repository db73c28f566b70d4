import path from 'node:path';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Problem } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import { placeRefusal } from '../place-refusal';
import type { NamedPackage } from '../upload-packages';
import { FolderError } from './folder-error';

/** The service took an extension that the session's browser then refused to load. */
export class NotLoaded extends FolderError {
  override readonly name = 'NotLoaded';

  constructor(
    folder: string,
    title: string,
    session: SessionRecord,
    /** Chromium's words, at their line. */
    readonly problem: Problem,
  ) {
    super(
      message(
        'The browser of “{0}” didn’t load “{1}”: {2}:{3}: “{4}”',
        labelOf(session),
        title,
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
 * The error for an extension that was uploaded and is not loaded.
 * @param words what Chromium says of it, where it says anything.
 */
export async function notLoaded(
  { folder, name, inspection: { manifest, files } }: NamedPackage,
  words: string | undefined,
  session: SessionRecord,
): Promise<UserError> {
  const title = manifest?.name ?? name;
  if (words === undefined)
    return new UserError(
      message('The browser of “{0}” didn’t load “{1}”, and gave no reason.', labelOf(session), title),
      'takeScreenshot',
    );
  return new NotLoaded(
    folder,
    title,
    session,
    await placeRefusal({ words, code: 'chromium', source: 'Chromium' }, folder, files),
  );
}
