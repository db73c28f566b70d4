import path from 'node:path';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import type { Problem } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import type { FolderToPack } from '../pack-folders';
import { placeRefusal, refusedExtension, type Refusal } from '../place-refusal';
import { placeText } from '../place-text';
import type { NamedPackage } from '../upload-packages';
import { FolderError } from './folder-error';

/** The service, or the browser of a session, refused an extension that our own check had found good. */
export class ExtensionRefused extends FolderError {
  override readonly name = 'ExtensionRefused';

  constructor(
    text: Message,
    folder: string,
    /** The words of the service or of Chromium, at the line that they are about. */
    readonly problem: Problem,
  ) {
    super(text, folder, problem);
  }
}

/** The session has an extension of that name already. Nothing was loaded. */
export class NameTaken extends UserError {
  override readonly name = 'NameTaken';

  constructor(
    readonly taken: string,
    readonly session: SessionRecord,
  ) {
    super(message('“{0}” is already used in “{1}”. Nothing was loaded.', taken, labelOf(session)));
  }
}

/** The browser of a session did not load what the service took, and nobody knows why. */
export class NotLoaded extends UserError {
  override readonly name = 'NotLoaded';

  constructor(
    title: string,
    readonly folder: string,
    session: SessionRecord,
  ) {
    super(message('“{0}” didn’t load in “{1}”. The browser gave no reason.', title, labelOf(session)));
  }
}

/** What a service answers for a name that the session has. Source: docs/service.md, "Upload". */
const TAKEN = /^extension name already exists: ([\w.-]+)$/;

/**
 * The error to throw for a failed upload: NameTaken if the session has the name; if the service says what is wrong with
 * one of the extensions, an error that has the line; else the original error. The local service refuses with Chromium's
 * message. Nothing was loaded.
 */
export async function withPlace(
  error: unknown,
  uploads: readonly NamedPackage[],
  session: SessionRecord,
): Promise<unknown> {
  const [, taken] = (error instanceof ServiceError && TAKEN.exec(error.body.message ?? '')) || [];
  if (taken !== undefined) return new NameTaken(taken, session);
  const refused = refusedExtension(error);
  const upload = uploads.find(({ name }) => name === refused?.name);
  if (!refused || !upload) return error;
  const problem = await problemOf(upload, { words: refused.words, code: 'refused', source: 'Service' });
  return new ExtensionRefused(
    message(
      'The service rejected {0}. Nothing was loaded. Details: “{1}”',
      placeText(upload.folder, problem),
      problem.message,
    ),
    upload.folder,
    problem,
  );
}

/**
 * The error for an extension that the service took and the session's browser did not load.
 * @param words Chromium's message about it, if there is one.
 */
export async function notLoaded(
  upload: Pick<NamedPackage, 'folder' | 'name' | 'inspection'>,
  words: string | undefined,
  session: SessionRecord,
): Promise<UserError> {
  const { folder, name, inspection } = upload;
  const title = inspection.manifest?.name ?? name;
  if (words === undefined) return new NotLoaded(title, folder, session);
  const problem = await problemOf(upload, { words, code: 'chromium', source: 'Chromium' });
  return new ExtensionRefused(
    message(
      '“{0}” didn’t load in “{1}”: {2}: “{3}”',
      title,
      labelOf(session),
      placeText(folder, problem),
      problem.message,
    ),
    folder,
    problem,
  );
}

/**
 * The error if Chromium refuses the new version of an extension that runs.
 * @param version the one that keeps running.
 */
export async function reloadRefused(
  upload: FolderToPack,
  words: string,
  version: string,
  session: SessionRecord,
): Promise<ExtensionRefused> {
  const { folder, inspection } = upload;
  const problem = await problemOf(upload, { words, code: 'chromium', source: 'Chromium' });
  return new ExtensionRefused(
    message(
      '“{0}” wasn’t reloaded in “{1}”, where {2} keeps running: {3}: “{4}”',
      inspection.manifest?.name ?? path.basename(folder),
      labelOf(session),
      version,
      placeText(folder, problem),
      problem.message,
    ),
    folder,
    problem,
  );
}

function problemOf({ folder, inspection }: FolderToPack, refusal: Refusal): Promise<Problem> {
  return placeRefusal(refusal, folder, inspection.files);
}
