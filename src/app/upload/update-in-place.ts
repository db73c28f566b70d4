import { TemporaryError, allSettledOrThrow } from '../../core/errors';
import { message } from '../../core/message';
import { DevToolsFailure, type LoadedExtension, type SessionDevTools } from '../../devtools';
import { differenceSince, MANIFEST, type Difference, type PackedFile } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import { markingGone } from '../not-found';
import type { FolderToPack } from './pack-folders';
import { tryLoad } from './prove-loaded';
import { notLoaded, reloadRefused } from './refusals';
import { allLoaded, type SessionCopy } from './session-copy';
import { isRevisionOnly, newRevision, replaceRevisions, updateFiles, type UpdatedFiles } from './session-files';
import type { UploadDestination } from './dependencies';

export interface Update {
  readonly session: SessionRecord;
  readonly upload: UploadRecord;
  readonly inspected: FolderToPack;
  readonly copy: SessionCopy;
  readonly changes: Difference;
  /** Of all files as they are now. */
  readonly digests: string;
}

export interface Updated {
  readonly upload: UploadRecord;
  readonly files: UpdatedFiles;
}

/**
 * Writes the files and reloads the extension. While it does so, nobody knows which files the session has: the record
 * then has no digests. If someone else wrote at the same time, all files are sent.
 * @returns undefined, with nothing changed, if the service has no operations for files.
 * @throws ExtensionRefused if Chromium rejects the new version; and the client's errors.
 */
export async function updateInPlace(
  destination: UploadDestination,
  update: Update,
  signal: AbortSignal,
): Promise<Updated | undefined> {
  const { session, upload, inspected, digests } = update;
  const { digests: _digests, revision: _revision, removed: _removed, ...unsure } = upload;
  await replaceUpload(destination, session.id, upload, { ...unsure, sha256: '' });
  const first = await sendAndReload(destination, update, signal);
  if (!first) {
    await replaceUpload(destination, session.id, upload, upload);
    return undefined;
  }
  const sent = first.isShared ? await sendAll(destination, update, first, signal) : first;
  const { manifest } = inspected.inspection;
  const now: UploadRecord = {
    ...unsure,
    title: manifest?.name ?? upload.title,
    version: manifest?.version ?? upload.version,
    sha256: '',
    at: Date.now(),
    ...(sent.isKnown && { digests, ...(sent.revision !== undefined && { revision: sent.revision }) }),
  };
  await replaceUpload(destination, session.id, upload, now);
  await report(destination, update, now, signal);
  destination.onReloaded?.(session.id, upload.folder, sent.reloadedAt);
  return { upload: now, files: sent.files };
}

/** Passes on what the session has loaded now. */
async function report(
  { client, devtools, onListed }: UploadDestination,
  { session, copy: { loaded, wasRemoved, all } }: Update,
  { version }: UploadRecord,
  signal: AbortSignal,
): Promise<void> {
  if (!onListed) return;
  const listed = wasRemoved
    ? await allLoaded(devtools.of(client, session.id), session, signal)
    : all.map((each) => (each.path === loaded.path ? { ...each, version, errors: 0 } : each));
  if (listed !== 'notOffered') onListed(session.id, listed);
}

/** Sends all files, because those of someone else may be among them. */
async function sendAll(
  destination: UploadDestination,
  update: Update,
  first: Sent,
  signal: AbortSignal,
): Promise<Sent> {
  const changes = differenceSince(undefined, update.inspected.inspection.files, update.digests);
  const copy = { ...update.copy, revisions: first.revisions };
  return (await sendAndReload(destination, { ...update, changes, copy }, signal)) ?? { ...first, isKnown: false };
}

interface Sent {
  readonly files: UpdatedFiles;
  /** When the reload began, in milliseconds since 1970. */
  readonly reloadedAt: number;
  /** Undefined if no upload in place wrote the copy. */
  readonly revision: string | undefined;
  /** The revisions that the copy has now. */
  readonly revisions: readonly string[];
  /** Whether the copy has just the files of this upload. */
  readonly isKnown: boolean;
  /** Whether someone else wrote at the same time. */
  readonly isShared: boolean;
}

const NO_FILES: UpdatedFiles = { written: 0, removed: 0, bytes: 0 };

async function sendAndReload(
  destination: UploadDestination,
  update: Update,
  signal: AbortSignal,
): Promise<Sent | undefined> {
  const { client, sessions } = destination;
  const { session, upload, inspected, copy, changes } = update;
  const { loaded, revisions } = copy;
  // It was removed from the browser, and only has to be loaded again.
  if (changes.changed.length === 0 && !changes.hasRemoved) {
    const reloadedAt = Date.now();
    await reloadCopy(destination, update, signal);
    const { revision } = upload;
    return { files: NO_FILES, revision, revisions, isKnown: true, isShared: false, reloadedAt };
  }
  const folder = { client, session: session.id, folder: loaded.path, revisions };
  const revision = newRevision(manifestOf(inspected));
  const files = await markingGone(sessions, { id: session.id }, () => updateFiles(folder, changes, revision, signal));
  if (!files) return undefined;
  const reloadedAt = Date.now();
  const [, found] = await allSettledOrThrow(
    reloadCopy(destination, update, signal),
    replaceRevisions(folder, revision, signal),
  );
  const isKnown = found !== undefined && isRevisionOnly(revision.path, found);
  return {
    files,
    revision: revision.path,
    revisions: found ?? [],
    isKnown,
    isShared: found !== undefined && !isKnown,
    reloadedAt,
  };
}

/** @throws ExtensionRefused if Chromium rejects the new version. */
async function reloadCopy(
  { client, devtools }: UploadDestination,
  { session, upload, inspected, copy: { loaded, wasRemoved } }: Update,
  signal: AbortSignal,
): Promise<void> {
  const words = await reload(devtools.of(client, session.id), loaded, session, signal);
  // Chromium names a path that the user never saw.
  const refusal = words?.replaceAll(loaded.path, upload.name);
  if (refusal === undefined) return;
  throw wasRemoved
    ? await notLoaded({ ...inspected, name: upload.name }, refusal, session)
    : await reloadRefused(inspected, refusal, loaded.version, session);
}

function manifestOf({ inspection: { files } }: FolderToPack): PackedFile {
  const manifest = files.find(({ path }) => path === MANIFEST);
  if (!manifest) throw new Error('an extension that was inspected without an error has a manifest');
  return manifest;
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

/**
 * Has the browser load the new files of an extension, in place.
 * @returns Chromium's message if it rejects them; the version from before keeps running.
 * @throws UserError if the browser gave no answer.
 */
async function reload(
  devtools: Pick<SessionDevTools, 'use'>,
  { path }: Pick<LoadedExtension, 'path'>,
  session: SessionRecord,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await tryLoad(devtools, path, signal);
  } catch (error) {
    if (!(error instanceof DevToolsFailure)) throw error;
    throw new TemporaryError(
      message('Connection lost while reloading in “{0}”. The new files are there; upload again.', labelOf(session)),
      'takeScreenshot',
      'warning',
    );
  }
}
