import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { LoadedExtension } from '../../devtools';
import { digestExtension, differenceSince, type Difference, type Inspection } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import { markingGone } from '../gone';
import type { FolderToPack } from '../pack-folders';
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
 * is reloaded under its old name, with no restart of the browser. Only a production connection has a question. If
 * anything breaks in the middle, the next time sends all files.
 * @throws FolderError for an error or a possible secret in the folder, with nothing sent; ReloadRefused if Chromium
 * rejects the new version; and the client's errors.
 */
export async function uploadAgain(
  parts: AgainParts,
  { folder, session: id }: AgainRequest,
  ask: Pick<UploadQuestions, 'production'>,
  run: RunStep,
): Promise<AgainOutcome> {
  const began = performance.now();
  const destination = await parts.connect();
  const { sessions, production } = destination;
  refuseReleased(sessions, id);
  const session = sessions.get(id) ?? { id };
  const upload = session.uploads?.find((each) => each.folder === folder);
  if (!upload) throw new UserError(message('This folder hasn’t been uploaded to “{0}”.', labelOf(session)));
  const [inspected] = await inspectFolders(parts.inspect, [folder], run);
  const changes = inspected && (await compare(destination, session, upload, inspected, run));
  if (!changes) return { kind: 'notPossible', session, upload };
  if (changes.changed.length === 0 && !changes.hasRemoved) return { kind: 'unchanged', session, upload };
  // What has not changed was searched before, and was sent.
  const sent = { folder, inspection: { ...inspected.inspection, files: changes.changed } };
  await guardSecrets(parts, sent, { secrets: refuseSecrets }, run);
  const title = inspected.inspection.manifest?.name ?? upload.title;
  if (production) await ask.production({ titles: message('“{0}”', title), session, inPlace: true });
  return run({ kind: 'updating', title, session }, async (signal) => {
    const updated = await update(destination, { session, upload, inspected, changes }, signal);
    if (!updated) return { kind: 'notPossible', session, upload };
    const took = performance.now() - began;
    const patterns = parts.reloadPages ? (inspected.inspection.manifest?.contentScriptMatches ?? []) : [];
    const pages = await reloadMatching(destination.devtools.of(destination.client, id), patterns, signal);
    return { kind: 'reloaded', session, ...updated, pages, took };
  });
}

/** What the session needs, and where it has the extension. */
interface Changes extends Difference {
  readonly loaded: LoadedExtension;
  /** Of all files as they are now. */
  readonly digests: string;
}

/** @returns undefined if the session does not tell what it has loaded. */
function compare(
  { client, sessions, devtools }: UploadDestination,
  session: SessionRecord,
  upload: UploadRecord,
  { folder, inspection }: FolderToPack,
  run: RunStep,
): Promise<Changes | undefined> {
  return run({ kind: 'checking', folder }, async (signal) => {
    const [loaded, digests] = await Promise.all([
      markingGone(sessions, { id: session.id }, () => findLoaded(devtools.of(client, session.id), upload.name, signal)),
      digestExtension(inspection, signal),
    ]);
    return loaded && { ...differenceSince(upload.digests, inspection.files, digests), loaded, digests };
  });
}

interface Update {
  readonly session: SessionRecord;
  readonly upload: UploadRecord;
  readonly inspected: FolderToPack;
  readonly changes: Changes;
}

/**
 * Writes the files and reloads the extension. While it does so, nobody knows which files the session has: the record
 * then has no digests.
 * @returns undefined, with nothing changed, if the service has no operations for files.
 */
async function update(
  destination: UploadDestination,
  { session, upload, inspected, changes }: Update,
  signal: AbortSignal,
): Promise<{ readonly upload: UploadRecord; readonly files: UpdatedFiles } | undefined> {
  const { client, sessions, devtools } = destination;
  const { loaded, digests } = changes;
  const { digests: _unknown, ...unsure } = upload;
  await replaceUpload(destination, session.id, upload, { ...unsure, sha256: '' });
  const files = await markingGone(sessions, { id: session.id }, () =>
    updateFiles(client, session.id, loaded.path, changes, signal),
  );
  if (!files) {
    await replaceUpload(destination, session.id, upload, upload);
    return undefined;
  }
  const words = await reload(devtools.of(client, session.id), loaded, session, signal);
  // Chromium names a path that the user never saw.
  if (words !== undefined)
    throw await reloadRefused(inspected, words.replaceAll(loaded.path, upload.name), loaded.version, session);
  const now = { ...upload, ...described(inspected.inspection, upload), sha256: '', digests, at: Date.now() };
  await replaceUpload(destination, session.id, upload, now);
  return { upload: now, files };
}

/** Whether a possible secret may be sent is a question, and here none is asked. */
async function refuseSecrets({ folder, secrets: [first] }: SecretsQuestion): Promise<never> {
  const text = message('“{0}” may contain a secret. Nothing was sent. Use Upload Folder to decide.', first?.file ?? '');
  throw first ? new FolderError(text, folder, first) : new UserError(text);
}

function described({ manifest }: Inspection, upload: UploadRecord): Pick<UploadRecord, 'title' | 'version'> {
  return { title: manifest?.name ?? upload.title, version: manifest?.version ?? upload.version };
}

/** Replaces only this one upload, because another window may have stored others meanwhile. */
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
