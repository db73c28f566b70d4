import { allSettledOrThrow, UserError } from '../../core/errors';
import { runsIn, type ContentScript } from '../../core/match-pattern';
import { message } from '../../core/message';
import { DevToolsFailure, reloadPages, type SessionDevTools } from '../../devtools';
import { digestExtension, differenceSince, type Secret } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import { refuseReleased } from '../not-found';
import type { UploadDependencies, UploadDestination } from './dependencies';
import { guardSecrets } from './guard-secrets';
import { FolderError, inspectFolders } from './inspect-folders';
import type { FolderToPack } from './pack-folders';
import type { SecretsQuestion, UploadQuestions, RunStep } from './ports';
import { type NotReloadable, findCopy, type SessionCopy } from './session-copy';
import { isRevisionOnly, type UpdatedFiles } from './session-files';
import { updateInPlace } from './update-in-place';

/** A folder, and the session that it was uploaded into before. */
export interface AgainRequest {
  readonly folder: string;
  readonly session: string;
  /** The name of the copy; undefined: the newest one of the folder. */
  readonly name?: string;
  /** The folder whose files are sent; undefined: the same one. */
  readonly source?: string;
}

export type AgainOutcome =
  | {
      readonly kind: 'reloaded';
      readonly session: SessionRecord;
      readonly upload: UploadRecord;
      readonly files: UpdatedFiles;
      /** How many pages were reloaded, because its content scripts run in them. */
      readonly pages: number;
      /** Whether it runs: one that is turned off stays so. */
      readonly enabled: boolean;
      /** Milliseconds from the first look at the folder to the new version running. */
      readonly took: number;
    }
  /** The session runs just this already. */
  | { readonly kind: 'unchanged'; readonly session: SessionRecord; readonly upload: UploadRecord }
  /** Only a new upload can help. */
  | {
      readonly kind: 'notPossible';
      readonly session: SessionRecord;
      readonly upload: UploadRecord;
      /** The service offers no DevTools or no operations for files, or the session has lost the extension. */
      readonly reason: NotReloadable;
    };

/**
 * Uploads a folder once more into the same session, in place: only the files that changed are sent, and the extension
 * is reloaded under its old name, with no restart of the browser. Only a production connection has a question. If
 * anything breaks in the middle, the next time sends all files.
 * @throws FolderError for an error or a possible secret in the folder, with nothing sent; ExtensionRefused if Chromium
 * rejects the new version; and the client's errors.
 */
export async function uploadAgain(
  deps: UploadDependencies,
  { folder, session: id, name, source = folder }: AgainRequest,
  ask: Pick<UploadQuestions, 'production'>,
  run: RunStep,
): Promise<AgainOutcome> {
  const began = performance.now();
  const destination = await deps.connect();
  const { sessions, production } = destination;
  refuseReleased(sessions, id);
  const session = sessions.get(id) ?? { id };
  const copies = (session.uploads ?? []).filter((each) => each.folder === folder && (name ?? each.name) === each.name);
  const upload = copies.toSorted((one, other) => other.at - one.at)[0];
  if (!upload) throw new UserError(message('This folder hasn’t been uploaded to “{0}”.', labelOf(session)));
  const { inspected, copy, digests } = await inspectBoth(deps, destination, { session, upload, source }, run);
  if (typeof copy === 'string') return { kind: 'notPossible', session, upload, reason: copy };
  const before = isRevisionOnly(upload.revision, copy.revisions) ? upload.digests : undefined;
  const changes = differenceSince(before, inspected.inspection.files, digests);
  const isSame = changes.changed.length === 0 && !changes.hasRemoved;
  if (isSame && !copy.wasRemoved) return { kind: 'unchanged', session, upload };
  // What has not changed was searched before, and was sent.
  const sent = { folder: source, inspection: { ...inspected.inspection, files: changes.changed } };
  await guardSecrets(deps, sent, { secrets: refuseSecrets }, run);
  const title = inspected.inspection.manifest?.name ?? upload.title;
  if (production) await ask.production({ titles: message('“{0}”', title), session, inPlace: true });
  return run({ kind: 'updating', title, session }, async (signal) => {
    const updated = await updateInPlace(destination, { session, upload, inspected, copy, changes, digests }, signal);
    if (!updated) return { kind: 'notPossible', session, upload, reason: 'notOffered' };
    const took = performance.now() - began;
    const scripts = deps.reloadPages ? (inspected.inspection.manifest?.contentScripts ?? []) : [];
    const pages = await reloadMatching(destination.devtools.of(destination.client, id), scripts, signal);
    return { kind: 'reloaded', session, ...updated, enabled: copy.loaded.enabled, pages, took };
  });
}

interface FolderAndCopy {
  readonly inspected: FolderToPack;
  /** Of its files. */
  readonly digests: string;
  readonly copy: SessionCopy | NotReloadable;
}

/** Looks at the folder and at the session, at the same time. */
function inspectBoth(
  deps: UploadDependencies,
  destination: UploadDestination,
  {
    session,
    upload,
    source,
  }: { readonly session: SessionRecord; readonly upload: UploadRecord; readonly source: string },
  run: RunStep,
): Promise<FolderAndCopy> {
  return run({ kind: 'checking', folder: source }, async (signal, onProgress) => {
    const [{ inspected, digests }, copy] = await allSettledOrThrow(
      inspectAndDigest(deps, source, (_step, work) => work(signal, onProgress), signal),
      findCopy(destination, session, upload, signal),
    );
    return { inspected, digests, copy };
  });
}

async function inspectAndDigest(
  { inspect }: UploadDependencies,
  folder: string,
  run: RunStep,
  signal: AbortSignal,
): Promise<Pick<FolderAndCopy, 'inspected' | 'digests'>> {
  const [inspected] = await inspectFolders(inspect, [folder], run);
  if (!inspected) throw new Error('one folder has one inspection');
  return { inspected, digests: await digestExtension(inspected.inspection, signal) };
}

/** Nobody could be asked whether a possible secret may be sent. Nothing was. */
export class SecretRefused extends FolderError {
  override readonly name = 'SecretRefused';

  constructor(folder: string, secret: Secret) {
    super(
      message('“{0}” may contain a secret. Nothing was sent. Use Upload Folder to decide.', secret.file),
      folder,
      secret,
    );
  }
}

/**
 * Answers without asking whether a possible secret may be sent.
 * @throws SecretRefused always.
 */
export async function refuseSecrets({ folder, secrets: [first] }: SecretsQuestion): Promise<never> {
  if (!first) throw new Error('there is a question only about secrets');
  throw new SecretRefused(folder, first);
}

/**
 * Reloads the pages that content scripts run in.
 * @returns how many; 0 also if the browser does not tell.
 */
async function reloadMatching(
  devtools: Pick<SessionDevTools, 'use'>,
  scripts: readonly ContentScript[],
  signal: AbortSignal,
): Promise<number> {
  if (scripts.length === 0) return 0;
  const isWanted = (url: URL): boolean => scripts.some((script) => runsIn(script, url));
  try {
    return await devtools.use((connection) => reloadPages(connection, isWanted, signal), signal);
  } catch (error) {
    if (error instanceof DevToolsFailure || error instanceof UserError) return 0;
    throw error;
  }
}
