import * as vscode from 'vscode';
import { changesSince, type Changes, type NamedPackage, type UploadProgress } from '../../app';
import { listOf, message, sentences, type Message } from '../../core/message';
import { formatBytes, formatDuration } from '../../core/format';
import { labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import { showInformation, showWarning, type BriefMessages, type Button } from '../editor/show';
import { commandId } from '../editor/contributed';

/** Where an upload goes. */
export interface Destination {
  readonly connection: ConnectionKey;
  readonly session: SessionRecord;
}

/**
 * Says what was loaded, as what, and what stays loaded beside it. It does not wait for the notification, which would
 * keep the zips as long as it stands.
 */
export function tellUploaded(
  packages: readonly NamedPackage[],
  destination: Destination,
  { took, unchanged }: { took: number; unchanged: number },
): void {
  const { session } = destination;
  const [only, ...others] = packages;
  const words = only && others.length === 0 ? loadedOne(only, session, took) : loadedSeveral(packages, session, took);
  const rest =
    unchanged === 0
      ? undefined
      : unchanged === 1
        ? message('1 other has not changed and was not uploaded again.')
        : message('{0} others have not changed and were not uploaded again.', unchanged);
  void showInformation(sentences(words, rest), look(destination));
}

function loadedOne(one: NamedPackage, session: SessionRecord, took: number): Message {
  const {
    name,
    inspection: { manifest, files },
    zip,
  } = one;
  const loaded = message(
    '{0} {1} is loaded in {2} as {3}: {4}, {5}, in {6}.',
    manifest?.name ?? name,
    manifest?.version ?? '',
    labelOf(session),
    name,
    count(files.length),
    formatBytes(zip.length),
    formatDuration(took),
  );
  return sentences(loaded, whatChanged(changesSince(session, one)));
}

function loadedSeveral(packages: readonly NamedPackage[], session: SessionRecord, took: number): Message {
  const names = listOf(
    packages.map(({ name, inspection: { manifest } }) => message('{0} ({1})', manifest?.name ?? name, name)),
  );
  const older = packages.flatMap((each) => changesSince(session, each)?.since.name ?? []);
  const loaded = message(
    '{0} extensions are loaded in {1}, with one restart, in {2}: {3}.',
    packages.length,
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

/** Before its last byte an upload cannot happen; after it nobody here knows. */
export function tellUploadCancelled(
  phase: UploadProgress['phase'],
  destination: Destination,
  brief: BriefMessages,
): void {
  if (phase === 'restarting') {
    const words = message(
      'You cancelled after all was sent: {0} may restart with the extension all the same.',
      labelOf(destination.session),
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
