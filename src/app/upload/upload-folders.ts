import { quotedListOf, type Message } from '../../core/message';
import type { SessionRecord, UploadRecord } from '../../state';
import { isMissing, loadedAs } from '../loaded/loaded-extensions';
import { refuseReleased } from '../not-found';
import type { UploadDependencies } from './dependencies';
import { inspectAndGuard } from './guard-secrets';
import { inspectFolders } from './inspect-folders';
import { namePackages } from './names';
import {
  packFolders,
  TooManyExtensions,
  type FolderToPack,
  type PackedFolder,
  type UploadLimits,
} from './pack-folders';
import type { UploadQuestions, FoldersProgress, RunStep } from './ports';
import { proveLoaded, type LoadProof } from './prove-loaded';
import { notLoaded } from './refusals';
import { changesSince, uploadPackages, type UploadedExtension } from './upload-packages';

export interface UploadRequest {
  /** Paths of extension folders. */
  readonly folders: readonly string[];
  /** ID of the session; the user is asked if it is undefined. */
  readonly session?: string | undefined;
  /** Folder name in the browser, for a single extension; by default derived from its title. */
  readonly name?: string | undefined;
  /** Also upload extensions that have not changed. */
  readonly force?: boolean | undefined;
}

/** The result of an upload. `session` is the record from before the upload. */
export type UploadOutcome =
  | {
      readonly kind: 'uploaded';
      readonly session: SessionRecord;
      readonly extensions: readonly UploadedExtension[];
      /** What the browser itself reports about them. */
      readonly proof: LoadProof;
      /** How many other extensions have not changed and were not sent. */
      readonly unchanged: number;
    }
  /** The session has already loaded exactly these files, by the uploads `since`; nothing was sent. */
  | { readonly kind: 'unchanged'; readonly session: SessionRecord; readonly since: readonly UploadRecord[] };

/**
 * Runs a whole upload: check, choose the session, check again, zip, name, send. Nothing is sent before everything is
 * checked, and no question is asked between the last check and the zip.
 * @throws UserError, with nothing sent; FolderError if it has a place in a folder. ExtensionRefused, UploadCancelled
 * and the client's errors if sending failed. Cancelled if a question was not answered, or the signal is aborted.
 */
export async function uploadFolders(
  deps: UploadDependencies,
  request: UploadRequest,
  ask: UploadQuestions,
  signal: AbortSignal,
  onProgress: (progress: FoldersProgress) => void,
): Promise<UploadOutcome> {
  return uploadInSteps(deps, request, ask, (_step, work) => work(signal, onProgress));
}

/** Like `uploadFolders`, for a caller that shows each step separately and gives each its own signal. */
export async function uploadInSteps(
  deps: UploadDependencies,
  request: UploadRequest,
  ask: UploadQuestions,
  run: RunStep,
): Promise<UploadOutcome> {
  const { folders, force } = request;
  requireFew(folders.length, deps.limits);
  const titles = titlesOf(await inspectFolders(deps.inspect, folders, run));
  const { client, sessions, production, devtools, onListed, known } = await deps.connect();
  const id = request.session ?? (await ask.session({ client, titles }));
  refuseReleased(sessions, id);
  const session = (): SessionRecord => sessions.get(id) ?? { id };
  const packed = await zipFolders(await inspectAndGuard(deps, folders, ask, run), titles, deps.limits, run);
  const isLoaded = (each: PackedFolder): boolean => {
    const changes = changesSince(session(), each);
    return changes?.files === 0 && !isMissing(known?.(id), changes.since.name);
  };
  const changed = force ? packed : packed.filter((each) => !isLoaded(each));
  if (changed.length === 0) return unchanged(session(), packed);
  const isListed = (name: string): boolean => loadedAs(known?.(id)?.extensions ?? [], name) !== undefined;
  const packages = await namePackages(changed, session(), ask, isListed, request.name);
  if (production) await ask.production({ titles, session: session(), inPlace: false });
  const before = session();
  const extensions = await uploadPackages({ client, sessions }, packages, before, run);
  const proof = await run({ kind: 'proving', session: before }, (signal) =>
    proveLoaded(devtools.of(client, before.id), packages, signal),
  );
  onListed?.(before.id, proof.kind === 'unknown' ? undefined : proof.all);
  const refused = proof.kind === 'notLoaded' && packages.find(({ name }) => name === proof.name);
  if (refused) throw await notLoaded(refused, proof.words, before);
  return {
    kind: 'uploaded',
    session: before,
    extensions,
    proof,
    unchanged: packed.length - changed.length,
  };
}

function requireFew(folders: number, { extensions }: UploadLimits): void {
  if (folders > extensions) throw new TooManyExtensions(folders, extensions);
}

function titlesOf(inspected: readonly FolderToPack[]): Message {
  return quotedListOf(inspected.map(({ inspection }) => inspection.manifest?.name ?? ''));
}

async function zipFolders(
  folders: readonly FolderToPack[],
  titles: Message,
  limits: UploadLimits,
  run: RunStep,
): Promise<PackedFolder[]> {
  return run({ kind: 'zipping', titles }, (signal, onProgress) =>
    packFolders(folders, limits, signal, (progress) => onProgress({ phase: 'zipping', ...progress })),
  );
}

/** A browser that has already loaded exactly these files is not restarted. */
function unchanged(session: SessionRecord, packed: readonly PackedFolder[]): UploadOutcome {
  return {
    kind: 'unchanged',
    session,
    since: packed.flatMap((each) => changesSince(session, each)?.since ?? []),
  };
}
