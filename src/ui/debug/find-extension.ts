import * as vscode from 'vscode';
import { lastUploaded } from '../../app/last-used';
import type { Client } from '../../api';
import { loadedAs } from '../../app/loaded/loaded-extensions';
import { sessionNamed } from '../../app/sessions';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { LoadedExtension } from '../../devtools';
import { proposeFolder } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import { commandId } from '../editor/contributed';
import { type Button, OfferError } from '../editor/show';
import type { Services } from '../services';
import { askLoaded } from '../sessions/check-session';
import type { DebugDefinition } from './debug-configurations';

interface DebuggedExtension {
  readonly session: SessionRecord;
  readonly extension: LoadedExtension;
}

/**
 * The loaded extension that a configuration means.
 * @param again starts to debug with the same configuration, after the extension was uploaded.
 * @throws UserError if there is none, or if the session does not tell.
 */
export async function findExtension(
  services: Services,
  client: Client,
  definition: DebugDefinition,
  signal: AbortSignal,
  again: () => Thenable<unknown>,
): Promise<DebuggedExtension> {
  const { folder, session: wanted, extension } = definition;
  const { connection, records, loaded } = services;
  const id =
    wanted === undefined
      ? lastUploaded(records.sessions, { folder: folder.fsPath })?.session
      : await sessionNamed({ client, sessions: records.sessions }, wanted, signal);
  if (id === undefined)
    throw new OfferError(
      message('“{0}” isn’t uploaded yet. Upload it to debug it.', await nameOf(folder)),
      offerUpload(services, definition, again),
      'warning',
    );
  const session = records.sessions.get(id) ?? { id };
  await askLoaded(services, id);
  const { extensions, whyUnknown } = loaded.get(connection.settings, id) ?? {};
  if (!extensions)
    throw new UserError(whyUnknown ?? message('Couldn’t determine what “{0}” has loaded.', labelOf(session)));
  const names = (session.uploads ?? [])
    .filter((upload) => upload.folder === folder.fsPath)
    .map(({ name }) => name)
    .filter((name) => extension === undefined || name === extension);
  const found =
    extensions.find((each) => each.id === extension) ??
    names.map((name) => loadedAs(extensions, name)).find((each) => each !== undefined);
  if (!found)
    throw new OfferError(
      message('“{0}” isn’t loaded in “{1}”. Upload it to debug it.', await nameOf(folder), labelOf(session)),
      offerUpload(services, definition, again),
      'warning',
    );
  if (!found.enabled)
    throw new UserError(
      message('“{0}” is disabled in “{1}”. Use Enable in Browser first.', found.name, labelOf(session)),
    );
  return { session, extension: found };
}

async function nameOf(folder: vscode.Uri): Promise<string> {
  const found = await proposeFolder(folder.fsPath, new AbortController().signal).catch(() => undefined);
  return (found && 'chosen' in found && found.chosen.name) || vscode.workspace.asRelativePath(folder, false);
}

function offerUpload(
  { connection, records }: Pick<Services, 'connection' | 'records'>,
  { folder, session }: DebugDefinition,
  again: () => Thenable<unknown>,
): Button {
  const newest = (): number =>
    Math.max(
      0,
      ...records.sessions
        .notReleased()
        .flatMap(({ uploads = [] }) => uploads.filter((upload) => upload.folder === folder.fsPath).map(({ at }) => at)),
    );
  const target = {
    folder: folder.fsPath,
    connection: connection.settings.name,
    address: connection.settings.address,
    ...(session !== undefined && { session: records.sessions.find(session)?.id ?? session }),
  };
  return {
    label: message('Upload and Debug'),
    run: async () => {
      const before = newest();
      await vscode.commands.executeCommand(commandId('uploadFolder'), target);
      // The command tells itself why nothing was uploaded.
      if (newest() !== before) await again();
    },
  };
}
