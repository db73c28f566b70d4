import * as vscode from 'vscode';
import { chooseBuild, requireReadable, folderOf } from '../folders/choose-folder';
import { message } from '../../core/message';
import type { Button } from '../editor/show';
import { askIfDoubtful } from '../folders/confirm-build';
import type { Services } from '../services';
import { type Target } from '../target';
import { upload } from './upload';
import { uploadToSeveral } from './upload-to-several';
import { commandButton } from '../editor/show';

/**
 * Chooses the builds one after another, because each may have its own question. A folder that was selected twice is
 * uploaded once.
 */
export async function uploadBuilds(
  services: Services,
  pointedAt: readonly vscode.Uri[],
  target: Target,
): Promise<void> {
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
