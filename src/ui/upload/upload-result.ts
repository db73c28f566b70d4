import * as vscode from 'vscode';
import type { UploadCancelled } from '../../app/upload/upload-packages';
import type { UploadOutcome } from '../../app/upload/upload-folders';
import { loadedAs } from '../../app/loaded/loaded-extensions';
import { english, message, sentences, type Message } from '../../core/message';
import { NOT_REPORTED, notTold, reloadedWords, unchangedWords, uploadedWords } from '../../app/upload/outcome-words';
import { labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import { commandButton, showInformation, showWarning, type StatusMessages, type Button } from '../editor/show';
import { commandId } from '../editor/contributed';
import type { Log } from '../editor/log';
import { learnMore } from '../editor/manual';
import type { UploadRow } from '../views/rows';

/** Where an upload was sent. */
interface Destination {
  readonly connection: ConnectionKey;
  readonly session: SessionRecord;
}

/** What is needed to report the result of an upload. */
export interface ReportContext {
  readonly connection: ConnectionKey;
  readonly folders: readonly string[];
  readonly statusMessages: Pick<StatusMessages, 'show'>;
  readonly log: Pick<Log, 'write'>;
  /** Whether to explain that Upload Again adds another copy. */
  readonly explainsCopies: boolean;
}

/** Reports the result of an upload. Does not wait for the notification. */
export function tellOutcome(outcome: UploadOutcome, context: ReportContext): void {
  const destination = { connection: context.connection, session: outcome.session };
  if (outcome.kind === 'uploaded') tellUploaded(outcome, destination, context);
  else if (outcome.kind === 'reloaded') context.statusMessages.show(message('$(check) {0}', reloadedWords(outcome)));
  else void offerAnyway(outcome.since, destination, context.folders);
}

type Uploaded = Extract<UploadOutcome, { kind: 'uploaded' }>;

/**
 * In the status bar, beside the row. With a notification only where there is something to do, or to know: older copies
 * to remove, or that nobody knows whether it loaded.
 */
function tellUploaded(
  outcome: Uploaded,
  destination: Destination,
  { statusMessages, log, explainsCopies }: ReportContext,
): void {
  log.write('info', [english(uploadedWords(outcome))]);
  const words = statusText(outcome);
  const before = olderCopies(outcome);
  const loaded = rowsOfLoaded(before, outcome, destination);
  if (loaded.length > 0)
    void showInformation(
      sentences(message('{0}.', words), stillLoaded(loaded.length)),
      removeCopies(loaded, destination, statusMessages),
      openScreenButton(destination),
    );
  else if (explainsCopies)
    void showInformation(
      sentences(message('{0}.', words), notTold(outcome.proof), ADDS_A_COPY),
      openScreenButton(destination),
      learnMore('upload'),
    );
  else if (before.length > 0 || outcome.proof.kind === 'loaded')
    statusMessages.show(message('$(check) {0}', words), uploadedWords(outcome));
  else
    void showInformation(
      sentences(message('{0}.', words), NOT_REPORTED),
      openScreenButton(destination),
      learnMore('upload'),
    );
}

function stillLoaded(copies: number): Message {
  return copies === 1
    ? message('1 older copy is still loaded.')
    : message('{0} older copies are still loaded.', copies);
}

const ADDS_A_COPY = message('Each Upload Again adds a copy, and older copies stay.');

/** What was uploaded, and where: “Loaded” only if the browser said so. */
function statusText({ extensions, session, proof }: Uploaded): Message {
  const [only, ...others] = extensions;
  const label = labelOf(session);
  if (!only || others.length > 0)
    return proof.kind === 'loaded'
      ? message('Uploaded {0} extensions to “{1}”', extensions.length, label)
      : message('Sent {0} extensions to “{1}”', extensions.length, label);
  const { title, version } = only;
  if (proof.kind !== 'loaded') return message('Sent “{0}” {1} to “{2}”', title, version, label);
  const [loaded] = proof.extensions;
  return loaded?.enabled === false
    ? message('Uploaded “{0}” {1} to “{2}”, where it’s disabled', title, loaded.version, label)
    : message('Uploaded “{0}” {1} to “{2}”', title, loaded?.version ?? version, label);
}

/** The uploads of the same folders into the session before this one. */
function olderCopies({ extensions, session }: Uploaded): readonly UploadRecord[] {
  return (session.uploads ?? []).filter((upload) => extensions.some(({ folder }) => folder === upload.folder));
}

/** The rows of the uploads that the browser has loaded. */
function rowsOfLoaded(
  uploads: readonly UploadRecord[],
  { proof, session }: Uploaded,
  { connection }: Destination,
): readonly UploadRow[] {
  if (proof.kind !== 'loaded') return [];
  return uploads.flatMap((upload) => {
    const loaded = loadedAs(proof.all, upload.name);
    return loaded ? [{ kind: 'upload', connection, session, upload, loaded } as const] : [];
  });
}

function removeCopies(
  rows: readonly UploadRow[],
  { session }: Destination,
  statusMessages: Pick<StatusMessages, 'show'>,
): Button {
  return {
    label: rows.length === 1 ? message('Remove Older Copy') : message('Remove Older Copies'),
    run: async () => {
      for (const row of rows) await vscode.commands.executeCommand(commandId('removeFromBrowser'), row);
      if (rows.length > 1)
        statusMessages.show(message('$(check) Removed {0} older copies from “{1}”', rows.length, labelOf(session)));
    },
  };
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
  await showInformation(
    unchangedWords(since, session),
    commandButton(message('Upload Anyway'), 'uploadFolder', target),
  );
}

/** Before its last byte is sent, an upload has no effect; after that, the result is unknown. */
export function tellUploadCancelled(
  { phase, session }: UploadCancelled,
  connection: ConnectionKey,
  statusMessages: Pick<StatusMessages, 'show'>,
): void {
  const destination = { connection, session };
  if (phase === 'loading') {
    const words = message('Canceled too late: “{0}” may still load the extension.', labelOf(session));
    void showWarning(words, openScreenButton(destination));
  } else statusMessages.show(message('$(circle-slash) Upload canceled, nothing was uploaded'));
}

/** The screen shows what happened to the session. */
function openScreenButton({ connection, session }: Destination): Button {
  const target = { connection: connection.name, address: connection.address, session: session.id };
  return commandButton(message('Open Screen'), 'openScreen', target);
}
