import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { LoadedExtension } from '../../devtools';
import { digestExtension, differenceSince, type Inspection } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import { markingGone } from '../gone';
import { refuseReleased } from '../released';
import { FolderError } from './folder-error';
import { guardSecrets } from './guard-secrets';
import { inspectFolders } from './inspect-folders';
import { reloadRefused } from './not-loaded';
import type { SecretsQuestion, UploadQuestions } from './questions';
import { findLoaded, reload, reloadMatching } from './reload';
import type { RunStep } from './steps';
import { updateFiles, type UpdatedFiles } from './update-files';
import type { UploadDestination, UploadParts } from './upload-folders';

/** A folder, and the session that it was uploaded into before. */
export interface AgainRequest {
  readonly folder: string;
  readonly session: string;
}

export interface AgainParts extends Omit<UploadParts, 'limits'> {
  /** Whether pages that its content scripts run in are reloaded too. */
  readonly reloadPages: boolean;
}

export type AgainOutcome =
  | {
      readonly kind: 'reloaded';
      readonly session: SessionRecord;
      readonly upload: UploadRecord;
      readonly files: UpdatedFiles;
      /** How many pages were reloaded, because its content scripts run in them. */
      readonly pages: number;
      /** Milliseconds from the first look at the folder to the new version running. */
      readonly took: number;
    }
  /** The session runs just this already. */
  | { readonly kind: 'unchanged'; readonly session: SessionRecord; readonly upload: UploadRecord }
  /** This session has no DevTools, no operations for files, or lost the extension: only a new upload can help. */
  | { readonly kind: 'notPossible'; readonly session: SessionRecord; readonly upload: UploadRecord };

/**
 * Uploads a folder once more into the same session, in place: only the files that changed are sent, and the extension
 * is reloaded under its old name, with no restart of the browser. Only a production connection has a question. Where anything breaks in the middle,
 * the next time sends all of it.
 * @throws FolderError for an error in the folder, with nothing sent; ReloadRefused where Chromium refuses the new
 * version; UserError where the folder may hold a secret that nobody has allowed, the client's errors.
 */
export async function uploadAgain(
  parts: AgainParts,
  { folder, session: id }: AgainRequest,
  ask: Pick<UploadQuestions, 'production'>,
  run: RunStep,
): Promise<AgainOutcome> {
  const began = performance.now();
  const destination = await parts.connect();
  const { client, sessions } = destination;
  refuseReleased(sessions, id);
  const session = sessions.get(id) ?? { id };
  const upload = session.uploads?.find((each) => each.folder === folder);
  if (!upload) throw new UserError(message('This folder hasn’t been uploaded to “{0}”.', labelOf(session)));
  const [inspected] = await inspectFolders(parts.inspect, [folder], run);
  if (!inspected) return { kind: 'notPossible', session, upload };
  const { inspection } = inspected;
  const title = inspection.manifest?.name ?? upload.title;
  await guardSecrets(parts, inspected, { secrets: refuseSecrets }, run);
  if (destination.production) await ask.production({ titles: message('“{0}”', title), session, inPlace: true });
  return run({ kind: 'updating', title, session }, async (signal) => {
    const devtools = destination.devtools.of(client, id);
    const [loaded, digests] = await Promise.all([
      findLoaded(devtools, upload.name, signal),
      digestExtension(inspection, signal),
    ]);
    if (!loaded) return { kind: 'notPossible', session, upload };
    const difference = differenceSince(upload.digests, inspection.files, digests);
    if (difference.changed.length === 0 && !difference.hasRemoved) return { kind: 'unchanged', session, upload };
    const { digests: _unknown, ...unsure } = upload;
    await replaceUpload(destination, id, upload, { ...unsure, sha256: '' });
    const files = await markingGone(sessions, { id }, () => updateFiles(client, id, loaded.path, difference, signal));
    if (!files) {
      await replaceUpload(destination, id, upload, upload);
      return { kind: 'notPossible', session, upload };
    }
    const refusal = await reload(devtools, loaded, session, signal);
    if (refusal !== undefined) throw await refused(refusal, loaded, inspected, session);
    const now = { ...upload, ...described(inspection, upload), sha256: '', digests, at: Date.now() };
    await replaceUpload(destination, id, upload, now);
    const took = performance.now() - began;
    const patterns = parts.reloadPages ? (inspection.manifest?.contentScriptMatches ?? []) : [];
    const pages = await reloadMatching(devtools, patterns, signal);
    return { kind: 'reloaded', session, upload: now, files, pages, took };
  });
}

/** Which of them may be sent is a question, and here none is asked. */
async function refuseSecrets({ folder, secrets: [first] }: SecretsQuestion): Promise<never> {
  const text = message(
    '“{0}” may contain a secret. Nothing was sent. Upload the folder anew to decide.',
    first?.file ?? '',
  );
  throw first ? new FolderError(text, folder, first) : new UserError(text);
}

/** The words of Chromium name a path that the person never saw. */
function refused(
  words: string,
  loaded: LoadedExtension,
  folder: { readonly folder: string; readonly inspection: Inspection },
  session: SessionRecord,
): Promise<UserError> {
  return reloadRefused(folder, words.replaceAll(loaded.path, loaded.name), loaded.version, session);
}

function described({ manifest }: Inspection, upload: UploadRecord): Pick<UploadRecord, 'title' | 'version'> {
  return { title: manifest?.name ?? upload.title, version: manifest?.version ?? upload.version };
}

/** Another window may have written meanwhile: only this one upload becomes another. */
async function replaceUpload(
  { sessions }: Pick<UploadDestination, 'sessions'>,
  id: string,
  before: UploadRecord,
  now: UploadRecord,
): Promise<void> {
  const uploads = sessions.get(id)?.uploads ?? [];
  await sessions.remember({
    id,
    uploads: uploads.map((each) => (each.folder === before.folder && each.name === before.name ? now : each)),
  });
}
