import * as vscode from 'vscode';
import { lastUploaded, type LoadedExtension } from '../../app';
import { loadedAs } from '../../app/loaded/loaded-extensions';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { commandId } from '../editor/contributed';
import { OfferError } from '../editor/offer-error';
import type { Button } from '../editor/show';
import type { Services } from '../services';
import { askLoaded } from '../sessions/ask-loaded';
import type { DebugDefinition } from './definition';

interface Found {
  readonly session: SessionRecord;
  readonly extension: LoadedExtension;
}

/**
 * The loaded extension that a configuration means.
 * @throws UserError if there is none, or if the session does not tell.
 */
export async function findExtension(services: Services, definition: DebugDefinition): Promise<Found> {
  const { folder, session: wanted, extension } = definition;
  const { connection, records, loaded } = services;
  const id =
    wanted === undefined
      ? lastUploaded(records.sessions, { folder: folder.fsPath })?.session
      : (records.sessions.find(wanted)?.id ?? wanted);
  if (id === undefined)
    throw new OfferError(
      message('Upload “{0}” to a session first, then debug it.', nameOf(folder)),
      offerUpload(services, definition),
      'warning',
    );
  const session = records.sessions.get(id) ?? { id };
  await askLoaded(services, id);
  const { extensions, untold } = loaded.get(connection.settings, id) ?? {};
  if (!extensions) throw new UserError(untold ?? message('Couldn’t find out what “{0}” has loaded.', labelOf(session)));
  const names = (session.uploads ?? [])
    .filter((upload) => upload.folder === folder.fsPath)
    .map(({ name }) => name)
    .filter((name) => extension === undefined || name === extension);
  const found =
    extensions.find((each) => each.id === extension) ??
    names.map((name) => loadedAs(extensions, name)).find((each) => each !== undefined);
  if (!found)
    throw new OfferError(
      message('“{0}” isn’t loaded in “{1}”. Upload it first, then debug it.', nameOf(folder), labelOf(session)),
      offerUpload(services, definition),
      'warning',
    );
  if (!found.enabled)
    throw new UserError(
      message('“{0}” is disabled in “{1}”. Use Enable in Browser first.', found.name, labelOf(session)),
    );
  return { session, extension: found };
}

function nameOf(folder: vscode.Uri): string {
  return vscode.workspace.asRelativePath(folder, false);
}

function offerUpload(
  { connection, records }: Pick<Services, 'connection' | 'records'>,
  { folder, session }: DebugDefinition,
): Button {
  const target = {
    folder: folder.fsPath,
    connection: connection.settings.name,
    address: connection.settings.address,
    ...(session !== undefined && { session: records.sessions.find(session)?.id ?? session }),
  };
  return {
    label: message('Upload Folder'),
    run: () => vscode.commands.executeCommand(commandId('uploadFolder'), target),
  };
}
