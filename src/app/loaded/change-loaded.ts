import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import {
  errorsOfExtension,
  listLoaded,
  NoExtensionsPage,
  ProtocolError,
  setEnabled,
  triggerAction,
  uninstall,
  type CollectedError,
  type LoadedExtension,
} from '../../devtools';
import { findSources, type SourcePlace } from '../../packaging';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser, type BrowserWork, type FailedWith } from '../in-browser';
import type { LoadedDependencies } from './ask-loaded';
import { loadedAs } from './loaded-extensions';

export interface ChangeDependencies extends LoadedDependencies, BrowserAccess {}

/** An extension that a session has loaded. */
export interface LoadedTarget {
  readonly session: SessionRecord;
  readonly extension: Pick<LoadedExtension, 'id' | 'name'>;
}

/**
 * Takes an extension out of a session's browser. Its files stay, so the service loads it again when it restarts the
 * browser. One that is not loaded any more is no error.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function removeFromBrowser(
  deps: ChangeDependencies,
  target: LoadedTarget,
  signal: AbortSignal,
): Promise<void> {
  const { id, name } = target.extension;
  const failed = message('Couldn’t remove “{0}” from “{1}”.', name, labelOf(target.session));
  const listed = deps.loaded.get(deps.connection, target.session.id)?.extensions ?? [];
  const before = listed.filter((each) => each.id === id);
  await change(deps, target, { failed, isDone: (now) => now === undefined }, signal, (connection, limited) =>
    uninstall(connection, id, limited),
  );
  const { uploads = [] } = deps.sessions.get(target.session.id) ?? {};
  const isOf = ({ name: upload }: UploadRecord): boolean => loadedAs(before, upload) !== undefined;
  if (!uploads.some(isOf)) return;
  await deps.sessions.remember({
    id: target.session.id,
    uploads: uploads.map((each) => (isOf(each) ? { ...each, removed: true } : each)),
  });
}

/**
 * Turns an extension of a session's browser off or on.
 * @throws UserError, also if the browser has no way to; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function setExtensionEnabled(
  deps: ChangeDependencies,
  target: LoadedTarget,
  enabled: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { id, name } = target.extension;
  const label = labelOf(target.session);
  const failed = enabled
    ? message('Couldn’t enable “{0}” in “{1}”.', name, label)
    : message('Couldn’t disable “{0}” in “{1}”.', name, label);
  await change(deps, target, { failed, isDone: (now) => now?.enabled === enabled }, signal, (connection, limited) =>
    setEnabled(connection, id, enabled, limited),
  );
}

interface Change {
  readonly failed: Message;
  /** Whether the extension, as the browser lists it afterwards, is as it should be. */
  readonly isDone: (now: LoadedExtension | undefined) => boolean;
}

/** What the browser lists afterwards decides: the work may have been done by an earlier attempt, or by someone else. */
async function change(
  deps: ChangeDependencies,
  { session, extension }: LoadedTarget,
  { failed, isDone }: Change,
  signal: AbortSignal,
  work: BrowserWork<void>,
): Promise<void> {
  const { connection, loaded } = deps;
  const noteFixed: FailedWith = (error) => {
    if (error instanceof NoExtensionsPage)
      loaded.set(connection, session.id, { ...loaded.get(connection, session.id), isFixed: true });
    return andWhy(failed)(error);
  };
  const refusal = await inBrowser(deps, session, { failed: noteFixed }, signal, async (open, limited) => {
    const refused = await work(open, limited).then(() => undefined, refusalOf);
    const extensions = await listLoaded(open, limited);
    loaded.set(connection, session.id, { extensions });
    return isDone(extensions.find(({ id }) => id === extension.id)) ? undefined : (refused ?? NOTHING_CHANGED);
  });
  if (refusal) throw new UserError(sentences(failed, refusal));
}

const NOTHING_CHANGED = message('The browser didn’t change anything.');

function refusalOf(error: unknown): Message {
  if (error instanceof ProtocolError) return message('The browser says: “{0}”', error.message);
  throw error;
}

/**
 * Runs the action of a loaded extension, as a click on its icon does: its popup opens.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function openPopup(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  signal: AbortSignal,
): Promise<void> {
  const failed: FailedWith = (error) =>
    error instanceof ProtocolError
      ? new UserError(message('The popup of “{0}” didn’t open: “{1}”.', name, error.message), 'refresh')
      : new UserError(message('The popup of “{0}” didn’t open: “{1}” didn’t respond.', name, labelOf(session)));
  await inBrowser(access, session, { failed }, signal, (open, limited) => triggerAction(open, id, limited));
}

/** An error of a loaded extension, with its place in the file that a person edits. */
export interface ExtensionError extends CollectedError {
  readonly source: SourcePlace | undefined;
}

/**
 * Reads the errors that a session's browser has collected of an extension.
 * @param files the folder that it was uploaded from, and the folder of its project; undefined: not known.
 * @throws UserError; ServiceError (404), with the session marked as gone; Cancelled.
 */
export async function extensionErrors(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  files: { readonly folder: string; readonly top: string } | undefined,
  signal: AbortSignal,
): Promise<ExtensionError[]> {
  const failed: FailedWith = () =>
    new UserError(
      message('Couldn’t read the errors of “{0}”: “{1}” didn’t respond.', name, labelOf(session)),
      'refresh',
    );
  const errors = await inBrowser(access, session, { failed }, signal, (open, limited) =>
    errorsOfExtension(open, id, limited),
  );
  const places = errors.flatMap(({ place }) => place ?? []);
  const sources = files ? await findSources(files.folder, files.top, places).catch(() => []) : [];
  return errors.map((each) => ({ ...each, source: each.place && sources[places.indexOf(each.place)] }));
}
