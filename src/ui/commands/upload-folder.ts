import * as vscode from 'vscode';
import { message } from '../../core/message';
import { type Button, commandButton } from '../editor/show';
import {
  chooseExtensionFolder,
  chooseWorkspaceFolder,
  chooseBuild,
  requireReadable,
  folderOf,
} from '../folders/choose-folder';
import { askIfDoubtful } from '../folders/confirm-build';
import type { Services } from '../services';
import type { Target } from '../target';
import { uploadAgain as again, uploadedOf } from '../upload/repeat-upload';
import { upload } from '../upload/upload';
import { uploadToSeveral } from '../upload/upload-to-several';
import type { Command } from './command';

/**
 * Uploads folders or a `manifest.json` selected in the Explorer, or into a session from its row. Several folders are
 * sent in one upload, with one restart.
 */
export const uploadFolder: Command = async (services, target) => {
  const pointedAt = target.resources ?? [await chooseExtensionFolder(message('Upload: Select Extension'))];
  await uploadBuilds(services, pointedAt, target);
};

/** The same from the row of a session, where its title says so. */
export const uploadFolderToSession = uploadFolder;

export const uploadWorkspaceFolder: Command = async (services, target) =>
  uploadBuilds(
    services,
    target.resources ?? [await chooseWorkspaceFolder(message('Upload: Select Folder'), message('Upload Folder'))],
    target,
  );

/** From the row of an upload, or with a folder and a session; else the newest upload of all. Nothing is asked. */
export const uploadAgain: Command = async (services, target) => again(services, uploadedOf(services, target));

/**
 * Chooses the builds one after another, because each may have its own question. A folder that was selected twice is
 * uploaded once.
 */
async function uploadBuilds(services: Services, pointedAt: readonly vscode.Uri[], target: Target): Promise<void> {
  const folders = new Map<string, vscode.Uri>();
  for (const each of distinct(pointedAt.map(folderOf))) {
    requireReadable(each);
    const found = await chooseBuild(services, each, (whole, name) => uploadOf(services, whole, name, target));
    const folder = vscode.Uri.file(found.folder);
    if (!folders.has(folder.toString()) && !target.force) await askIfDoubtful(found);
    folders.set(folder.toString(), folder);
  }
  const sessions = (target.rows ?? []).flatMap((row) =>
    row.kind === 'session' && !row.session.gone ? [row.session] : [],
  );
  if (sessions.length > 1) await uploadToSeveral(services, [...folders.values()], sessions);
  else await upload(services, [...folders.values()], target);
}

/** A button that uploads the extension that a selected folder is a part of. */
function uploadOf(
  { connection: { settings } }: Services,
  folder: vscode.Uri,
  name: string,
  { session, force }: Target,
): Button {
  const { name: connection, address } = settings;
  const target = {
    folder: folder.fsPath,
    connection,
    address,
    ...(session !== undefined && { session }),
    ...(force && { force }),
  };
  return commandButton(message('Upload “{0}”', name), 'uploadFolder', target);
}

function distinct(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
