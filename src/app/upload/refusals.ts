import path from 'node:path';
import { UserError } from '../../core/errors';
import { message, type Message, english } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import { type Problem, placeOf, type PackedFile, type RefusalCode } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import { placeText, FolderError } from './inspect-folders';
import type { FolderToPack, NamedPackage } from './pack-folders';

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
    message('Not uploaded: {0}: “{1}”', placeText(upload.folder, problem), problem.message),
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

/** A rejection in the words of the browser or service that made it. */
export interface Refusal {
  readonly words: string;
  readonly code: RefusalCode;
  /** The browser or service that rejected it. */
  readonly source: string;
}

/**
 * What a service reports about one extension of an upload. The local service and the newest browser image answer
 * `invalid extension NAME: …`.
 */
export function refusedExtension(error: unknown): { readonly name: string; readonly words: string } | undefined {
  const reply = error instanceof ServiceError && error.status === 400 ? error.body.message : undefined;
  const [, name, words] = /^invalid extension ([\w.-]+): (.+)$/s.exec(reply ?? '') ?? [];
  return name === undefined || words === undefined ? undefined : { name, words };
}

/** The rejection as a problem, at the line that its message is about. */
export async function placeRefusal(
  { words, code, source }: Refusal,
  folder: string,
  files: readonly PackedFile[],
): Promise<Problem> {
  const place = await placeOf(
    words,
    folder,
    files.map((file) => file.path),
  );
  return { severity: 'error', code, source, message: message('{0}', words), ...place };
}

/**
 * The problem of our own check, an error or a warning, that is about what a browser or a service rejected: one at the
 * same line of the same file, or one in another file if one of the two problems names the other's file. If the whole
 * file is on one line, only an error counts there.
 */
export function reportedAs<Ours extends Problem>(ours: readonly Ours[], refused: Problem): Ours | undefined {
  return ours.find((our) =>
    our.file === refused.file
      ? our.line === refused.line && (our.severity === 'error' || (our.line ?? 1) > 1)
      : mentions(refused, our) || mentions(our, refused),
  );
}

function mentions({ message: text }: Problem, { file }: Problem): boolean {
  return english(text).includes(file);
}
