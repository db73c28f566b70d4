import path from 'node:path';
import { formatBytes, formatDuration } from '../../core/format';
import { listOf, message, quotedListOf, sentences, type Message } from '../../core/message';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import type { UploadStep } from './ports';
import type { LoadProof } from './prove-loaded';
import type { UnattendedOutcome } from './unattended';
import type { AgainOutcome } from './upload-again';
import type { UploadOutcome } from './upload-folders';
import type { Changes, UploadedExtension } from './upload-packages';

/** What came of an upload, as a sentence; undefined if nothing did. */
export function outcomeWords(outcome: UnattendedOutcome): Message | undefined {
  switch (outcome.kind) {
    case 'uploaded':
      return uploadedWords(outcome);
    case 'reloaded':
      return reloadedWords(outcome);
    case 'unchanged':
      return unchangedWords('since' in outcome ? outcome.since : [outcome.upload], outcome.session);
    case 'notPossible':
      return undefined;
  }
}

type Uploaded = Extract<UploadOutcome, { kind: 'uploaded' }>;

/** What was loaded, under which name, and what stays loaded beside it, for the log and a terminal. */
export function uploadedWords({ extensions, session, unchanged, proof }: Uploaded): Message {
  const [only, ...others] = extensions;
  const words =
    only && others.length === 0
      ? sentences(uploadedOne(only, session, proof), notTold(proof), whatChanged(only.changes, proof))
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
      'Uploaded “{0}” {1} to “{2}” as “{3}” ({4}, {5}).',
      title,
      loaded?.version ?? version,
      label,
      name,
      amount,
      size,
    ),
    loaded?.enabled === false ? message('It’s disabled there.') : undefined,
  );
}

export const NOT_REPORTED = message('The service doesn’t report whether it loaded.');

export function notTold({ kind }: LoadProof): Message | undefined {
  return kind === 'loaded' ? undefined : NOT_REPORTED;
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
    ? sentences(message('Uploaded {0} extensions to “{1}”: {2}.', length, labelOf(session), names), others)
    : sentences(message('Sent {0} extensions to “{1}”: {2}.', length, labelOf(session), names), NOT_REPORTED, others);
}

function count(files: number): Message {
  return files === 1 ? message('1 file') : message('{0} files', files);
}

/** No upload replaces an older copy, so the user has to know that there are two now. */
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
  const names = since.map(({ title }) => title);
  return names.length === 1
    ? message('“{0}” in “{1}” is already up to date.', names[0] ?? '', labelOf(session))
    : message('Already up to date in “{0}”: {1}.', labelOf(session), quotedListOf(names));
}

type Reloaded = Extract<AgainOutcome, { kind: 'reloaded' }>;

export function reloadedWords({
  session,
  upload: { title, version },
  files: { written, removed },
  pages,
  enabled,
  took,
}: Reloaded): Message {
  const facts = [
    formatDuration(took),
    // None if it was removed from the browser, and only loaded again.
    ...(written > 0 ? [written === 1 ? message('1 file') : message('{0} files', written)] : []),
    ...(removed > 0 ? [message('{0} removed', removed)] : []),
    ...(pages > 0 ? [pages === 1 ? message('1 page') : message('{0} pages', pages)] : []),
    ...(enabled ? [] : [message('disabled there')]),
  ];
  return message('Reloaded “{0}” {1} in “{2}” ({3})', title, version, labelOf(session), listOf(facts));
}

/** What a step does, as a title. */
export function stepTitle(step: UploadStep): Message {
  switch (step.kind) {
    case 'checking':
      return message('Checking “{0}”', path.basename(step.folder));
    case 'searching':
      return message('Looking for secrets in “{0}”', step.title);
    case 'zipping':
      return message('Zipping {0}', step.titles);
    case 'sending':
      return message('Uploading {0} to “{1}”', step.titles, labelOf(step.session));
    case 'fetching':
      return message('Fetching the extension from the Chrome Web Store');
    case 'comparing':
      return message('Looking for “{0}” in the catalog', step.title);
    case 'adding':
      return message('Uploading “{0}” to the catalog', step.title);
    case 'updating':
      return message('Uploading “{0}” to “{1}” again', step.title, labelOf(step.session));
    case 'proving':
      return message('Checking what “{0}” has loaded…', labelOf(step.session));
  }
}
