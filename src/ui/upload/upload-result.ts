import * as vscode from 'vscode';
import type { Changes, UploadCancelled, UploadedExtension, UploadOutcome } from '../../app';
import { listOf, message, sentences, type Message } from '../../core/message';
import { formatBytes, formatDuration } from '../../core/format';
import { labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import { showInformation, showWarning, type BriefMessages, type Button } from '../editor/show';
import { commandId } from '../editor/contributed';
import { when } from '../editor/when';

/** Where an upload goes. */
interface Destination {
  readonly connection: ConnectionKey;
  readonly session: SessionRecord;
}

/** Says what came of an upload. It does not wait for the notification. */
export function tellOutcome(outcome: UploadOutcome, connection: ConnectionKey, folders: readonly string[]): void {
  const destination = { connection, session: outcome.session };
  if (outcome.kind === 'uploaded') tellUploaded(outcome, destination);
  else void offerAnyway(outcome.since, destination, folders);
}

/** What was loaded, as what, and what stays loaded beside it. */
function tellUploaded(
  { extensions, session, took, unchanged }: Extract<UploadOutcome, { kind: 'uploaded' }>,
  destination: Destination,
): void {
  const [only, ...others] = extensions;
  const words = only && others.length === 0 ? loadedOne(only, session, took) : loadedSeveral(extensions, session, took);
  const rest =
    unchanged === 0
      ? undefined
      : unchanged === 1
        ? message('1 other has not changed and was not uploaded again.')
        : message('{0} others have not changed and were not uploaded again.', unchanged);
  void showInformation(sentences(words, rest), look(destination));
}

function loadedOne(
  { name, title, version, files, bytes, changes }: UploadedExtension,
  session: SessionRecord,
  took: number,
): Message {
  const loaded = message(
    '{0} {1} is loaded in {2} as {3}: {4}, {5}, in {6}.',
    title,
    version,
    labelOf(session),
    name,
    count(files),
    formatBytes(bytes),
    formatDuration(took),
  );
  return sentences(loaded, whatChanged(changes));
}

function loadedSeveral(extensions: readonly UploadedExtension[], session: SessionRecord, took: number): Message {
  const names = listOf(extensions.map(({ name, title }) => message('{0} ({1})', title, name)));
  const older = extensions.flatMap(({ changes }) => changes?.since.name ?? []);
  const loaded = message(
    '{0} extensions are loaded in {1}, with one restart, in {2}: {3}.',
    extensions.length,
    labelOf(session),
    formatDuration(took),
    names,
  );
  return sentences(
    loaded,
    older.length === 0 ? undefined : message('Older copies stay loaded beside them: {0}.', listOf(older)),
  );
}

function count(files: number): Message {
  return files === 1 ? message('1 file') : message('{0} files', files);
}

/** The older copy cannot be taken out of a running browser: the person has to know that there are two now. */
function whatChanged(changes: Changes | undefined): Message | undefined {
  if (!changes) return undefined;
  const { files, since } = changes;
  const copy = message('The older copy {0} stays loaded beside it.', since.name);
  if (files === 0) return copy;
  const changed =
    files === 1
      ? message('1 file has changed since {0}.', since.name)
      : message('{0} files have changed since {1}.', files, since.name);
  return sentences(changed, copy);
}

/** The button begins anew. */
async function offerAnyway(
  since: readonly UploadRecord[],
  { connection, session }: Destination,
  folders: readonly string[],
): Promise<void> {
  const words = message(
    'Nothing has changed since {0} was uploaded into {1} {2}, so the browser was not restarted.',
    listOf(since.map(({ name }) => name)),
    labelOf(session),
    when(new Date(Math.max(...since.map(({ at }) => at)))),
  );
  const target = {
    folders,
    connection: connection.name,
    address: connection.address,
    session: session.id,
    force: true,
  };
  await showInformation(words, {
    label: message('Upload Anyway'),
    run: () => vscode.commands.executeCommand(commandId('uploadFolder'), target),
  });
}

/** Before its last byte an upload cannot happen; after it nobody here knows. */
export function tellUploadCancelled(
  { phase, session }: UploadCancelled,
  connection: ConnectionKey,
  brief: Pick<BriefMessages, 'tell'>,
): void {
  const destination = { connection, session };
  if (phase === 'restarting') {
    const words = message(
      'You cancelled after all was sent: {0} may restart with the extension all the same.',
      labelOf(session),
    );
    void showWarning(words, look(destination));
  } else brief.tell(message('$(circle-slash) Upload cancelled, nothing was loaded'));
}

/** A picture tells at once what became of the session. */
function look({ connection, session }: Destination): Button {
  const target = { connection: connection.name, address: connection.address, session: session.id };
  return {
    label: message('Take Screenshot'),
    run: () => vscode.commands.executeCommand(commandId('takeScreenshot'), target),
  };
}
