import path from 'node:path';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { Problem } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import type { FolderToPack } from '../pack-folders';
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
 * @param words Chromium's message about it, if there is one.
 */
export async function notLoaded(
  { folder, name, inspection: { manifest, files } }: Pick<NamedPackage, 'folder' | 'name' | 'inspection'>,
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

/** Chromium refuses the new version of an extension that runs. */
export class ReloadRefused extends FolderError {
  override readonly name = 'ReloadRefused';

  constructor(
    folder: string,
    title: string,
    /** The version that keeps running. */
    version: string,
    session: SessionRecord,
    /** Chromium's words, at their line. */
    readonly problem: Problem,
  ) {
    super(
      message(
        '“{0}” wasn’t reloaded in “{1}”, where {2} keeps running: {3}:{4}: “{5}”',
        title,
        labelOf(session),
        version,
        `${path.basename(folder)}/${problem.file}`,
        problem.line ?? 1,
        problem.message,
      ),
      folder,
      problem,
    );
  }
}

/** @param version the one that keeps running. */
export async function reloadRefused(
  { folder, inspection: { manifest, files } }: FolderToPack,
  words: string,
  version: string,
  session: SessionRecord,
): Promise<ReloadRefused> {
  const problem = await placeRefusal({ words, code: 'chromium', source: 'Chromium' }, folder, files);
  return new ReloadRefused(folder, manifest?.name ?? path.basename(folder), version, session, problem);
}
