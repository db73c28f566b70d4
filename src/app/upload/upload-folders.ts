import { Cancelled, UserError } from '../../core/errors';
import { message, quotedListOf, type Message } from '../../core/message';
import type { SessionRecord, UploadRecord } from '../../state';
import { isMissing, loadedAs } from '../loaded/loaded-extensions';
import { refuseReleased } from '../not-found';
import type { UploadDependencies, UploadDestination } from './dependencies';
import { inspectAndGuard } from './guard-secrets';
import { inspectFolders } from './inspect-folders';
import { namePackages } from './names';
import { uploadAgain, type AgainOutcome } from './upload-again';
import {
  packFolders,
  type NamedPackage,
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
  | { readonly kind: 'unchanged'; readonly session: SessionRecord; readonly since: readonly UploadRecord[] }
  /** It has taken the place of the upload of another folder. */
  | Reloaded;

type Reloaded = Extract<AgainOutcome, { readonly kind: 'reloaded' }>;

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
  const destination = await deps.connect();
  const { client, sessions, production, known } = destination;
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
  const replaced = request.name === undefined && packages.length === 1 ? replacedBy(packages[0], session()) : undefined;
  if (replaced) return replace({ ...deps, connect: async () => destination }, replaced, { id, ask, run });
  if (production) await ask.production({ titles, session: session(), inPlace: false });
  const before = session();
  const { extensions, proof } = await sendAndProve(destination, packages, before, run);
  return {
    kind: 'uploaded',
    session: before,
    extensions,
    proof,
    unchanged: packed.length - changed.length,
  };
}

/**
 * Sends packages into a session, and asks its browser whether they are loaded.
 * @throws as `uploadPackages`; ExtensionRefused if the browser has not loaded one of them.
 */
export async function sendAndProve(
  { client, sessions, devtools, onListed }: UploadDestination,
  packages: readonly NamedPackage[],
  session: SessionRecord,
  run: RunStep,
): Promise<{ readonly extensions: readonly UploadedExtension[]; readonly proof: LoadProof }> {
  const extensions = await uploadPackages({ client, sessions }, packages, session, run);
  const proof = await run({ kind: 'proving', session }, (signal) =>
    proveLoaded(devtools.of(client, session.id), packages, signal),
  );
  onListed?.(session.id, proof.kind === 'unknown' ? undefined : proof.all);
  const refused = proof.kind === 'notLoaded' && packages.find(({ name }) => name === proof.name);
  if (refused) throw await notLoaded(refused, proof.words, session);
  return { extensions, proof };
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

interface Replaced {
  readonly upload: UploadRecord;
  readonly folder: string;
}

function replacedBy(taking: NamedPackage | undefined, { uploads = [] }: SessionRecord): Replaced | undefined {
  const upload = uploads.find(({ name }) => name === taking?.name);
  return taking && upload && { upload, folder: taking.folder };
}

/**
 * Puts the files of a folder in the place of those of another one, with no restart.
 * @throws UserError, with nothing sent, if the session cannot do so.
 */
async function replace(
  deps: UploadDependencies,
  { upload, folder }: Replaced,
  { id, ask, run }: { readonly id: string; readonly ask: UploadQuestions; readonly run: RunStep },
): Promise<Reloaded> {
  const { sessions } = await deps.connect();
  const put = async (from: UploadRecord, to: UploadRecord): Promise<void> => {
    const { uploads = [] } = sessions.get(id) ?? { id };
    await sessions.remember({ id, uploads: uploads.map((each) => (isSameUpload(each, from) ? to : each)) });
  };
  // Nothing is known of how the files differ, so that all are sent.
  const { digests: _digests, revision: _revision, ...others } = upload;
  const taking = { ...others, folder, sha256: '' };
  await put(upload, taking);
  const outcome = await uploadAgain(deps, { folder, session: id, name: upload.name }, ask, run).catch(
    async (error: unknown) => {
      // Some of its files may have been sent.
      if (error instanceof Cancelled) await put(taking, { ...others, sha256: '' });
      throw error;
    },
  );
  if (outcome.kind === 'reloaded') return outcome;
  await put(taking, upload);
  throw new UserError(
    message('“{0}” can’t be replaced in this session. Upload it again, and load it as a second copy.', upload.name),
  );
}

function isSameUpload(one: UploadRecord, other: UploadRecord): boolean {
  return one.folder === other.folder && one.name === other.name;
}

/** A browser that has already loaded exactly these files is not restarted. */
function unchanged(session: SessionRecord, packed: readonly PackedFolder[]): UploadOutcome {
  return {
    kind: 'unchanged',
    session,
    since: packed.flatMap((each) => changesSince(session, each)?.since ?? []),
  };
}
