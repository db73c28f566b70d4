import * as vscode from 'vscode';
import type { Changes, LoadProof, UploadCancelled, UploadedExtension, UploadOutcome } from '../../app';
import { listOf, message, quotedListOf, sentences, type Message } from '../../core/message';
import { formatBytes } from '../../core/format';
import { labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import { showInformation, showWarning, type BriefMessages, type Button } from '../editor/show';
import { commandId } from '../editor/contributed';

/** Where an upload was sent. */
interface Destination {
  readonly connection: ConnectionKey;
  readonly session: SessionRecord;
}

/**
 * How much is said of an upload. `explained`: also why Upload Again adds another copy. `short`: not that the older copy
 * is still loaded, nor that the service does not tell what runs, because both were explained before.
 */
export type Detail = 'usual' | 'explained' | 'short';

/** Reports the result of an upload. Does not wait for the notification. */
export function tellOutcome(
  outcome: UploadOutcome,
  connection: ConnectionKey,
  folders: readonly string[],
  detail: Detail,
): void {
  const destination = { connection, session: outcome.session };
  if (outcome.kind === 'uploaded') tellUploaded(outcome, destination, folders, detail);
  else void offerAnyway(outcome.since, destination, folders);
}

function tellUploaded(outcome: Uploaded, destination: Destination, folders: readonly string[], detail: Detail): void {
  const again = folders[0] !== undefined && folders.length === 1 ? [uploadAgain(destination, folders[0])] : [];
  void showInformation(uploadedWords(outcome, detail), look(destination), ...again);
}

type Uploaded = Extract<UploadOutcome, { kind: 'uploaded' }>;

/** What was loaded, under which name, and what stays loaded beside it: “Loaded” only if the browser said so. */
export function uploadedWords({ extensions, session, unchanged, proof }: Uploaded, detail: Detail = 'usual'): Message {
  const [only, ...others] = extensions;
  const words =
    only && others.length === 0
      ? sentences(
          uploadedOne(only, session, proof),
          detail === 'short' ? undefined : notTold(proof),
          detail === 'usual' ? whatChanged(only.changes, proof) : undefined,
          detail === 'explained' ? ADDS_A_COPY : undefined,
        )
      : uploadedSeveral(extensions, session, proof);
  const rest =
    unchanged === 0
      ? undefined
      : unchanged === 1
        ? message('1 other was already up to date.')
        : message('{0} others were already up to date.', unchanged);
  return sentences(words, rest);
}

function uploadedOne(
  { name, title, version, files, bytes }: UploadedExtension,
  session: SessionRecord,
  proof: LoadProof,
): Message {
  const label = labelOf(session);
  const [amount, size] = [count(files), formatBytes(bytes)];
  if (proof.kind !== 'loaded')
    return message('Sent “{0}” {1} to “{2}” as “{3}” ({4}, {5}).', title, version, label, name, amount, size);
  const loaded = proof.extensions[0];
  return sentences(
    message(
      'Loaded “{0}” {1} in “{2}” as “{3}” ({4}, {5}).',
      title,
      loaded?.version ?? version,
      label,
      name,
      amount,
      size,
    ),
    loaded?.enabled === false ? message('It’s turned off there.') : undefined,
  );
}

const NOT_TOLD = message('This service doesn’t tell whether it runs.');
const ADDS_A_COPY = message(
  'This service can’t reload extensions: Upload Again adds a copy each time, and older copies stay.',
);

function notTold({ kind }: LoadProof): Message | undefined {
  return kind === 'loaded' ? undefined : NOT_TOLD;
}

function uploadedSeveral(extensions: readonly UploadedExtension[], session: SessionRecord, proof: LoadProof): Message {
  const names = listOf(extensions.map(({ name, title }) => message('“{0}” ({1})', title, name)));
  const older = extensions.flatMap(({ changes }) => changes?.since.name ?? []);
  const others =
    older.length === 0
      ? undefined
      : proof.kind === 'loaded'
        ? message('Still loaded: {0}.', quotedListOf(older))
        : message('Still in the session: {0}.', quotedListOf(older));
  const { length } = extensions;
  return proof.kind === 'loaded'
    ? sentences(message('Loaded {0} extensions in “{1}”: {2}.', length, labelOf(session), names), others)
    : sentences(message('Sent {0} extensions to “{1}”: {2}.', length, labelOf(session), names), NOT_TOLD, others);
}

function count(files: number): Message {
  return files === 1 ? message('1 file') : message('{0} files', files);
}

/** The older copy cannot be removed from a running browser, so the user has to know that there are two now. */
function whatChanged(changes: Changes | undefined, { kind }: LoadProof): Message | undefined {
  if (!changes) return undefined;
  const { files, since } = changes;
  const copy =
    kind === 'loaded'
      ? message('“{0}” is still loaded.', since.name)
      : message('“{0}” is still in the session.', since.name);
  if (files === 0) return copy;
  const changed =
    files === 1
      ? message('1 file changed since “{0}”.', since.name)
      : message('{0} files changed since “{1}”.', files, since.name);
  return sentences(changed, copy);
}

/** That the session has already loaded just these extensions. */
export function unchangedWords(since: readonly UploadRecord[], session: SessionRecord): Message {
  const names = since.map(({ name }) => name);
  return names.length === 1
    ? message('“{0}” in “{1}” is already up to date.', names[0] ?? '', labelOf(session))
    : message('Already up to date in “{0}”: {1}.', labelOf(session), quotedListOf(names));
}

/** The button starts a new upload. */
async function offerAnyway(
  since: readonly UploadRecord[],
  { connection, session }: Destination,
  folders: readonly string[],
): Promise<void> {
  const target = {
    folders,
    connection: connection.name,
    address: connection.address,
    session: session.id,
    force: true,
  };
  await showInformation(unchangedWords(since, session), {
    label: message('Upload Anyway'),
    run: () => vscode.commands.executeCommand(commandId('uploadFolder'), target),
  });
}

/** Before its last byte is sent, an upload has no effect; after that, the result is unknown. */
export function tellUploadCancelled(
  { phase, session }: UploadCancelled,
  connection: ConnectionKey,
  brief: Pick<BriefMessages, 'show'>,
): void {
  const destination = { connection, session };
  if (phase === 'restarting') {
    const words = message('Canceled too late: “{0}” may still load the extension.', labelOf(session));
    void showWarning(words, look(destination));
  } else brief.show(message('$(circle-slash) Upload canceled, nothing was uploaded'));
}

/** The screen shows what happened to the session. */
function look({ connection, session }: Destination): Button {
  const target = { connection: connection.name, address: connection.address, session: session.id };
  return {
    label: message('Open Screen'),
    run: () => vscode.commands.executeCommand(commandId('openScreen'), target),
  };
}

/** The next round of whoever works on the folder. */
function uploadAgain({ connection, session }: Destination, folder: string): Button {
  const target = { folder, connection: connection.name, address: connection.address, session: session.id };
  return {
    label: message('Upload Again'),
    run: () => vscode.commands.executeCommand(commandId('uploadAgain'), target),
  };
}
