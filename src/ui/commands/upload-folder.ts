import * as vscode from 'vscode';
import { askIfStale, chooseBuild, chooseExtensionFolder, requireReadable } from '../choose-folder';
import type { Services } from '../services';
import { upload } from '../upload';
import { folderOf, type Target } from '../target';
import type { Command } from './command';

/** From folders or a `manifest.json` in the Explorer, or from a session's row. Several folders go in one upload, with one restart. */
export const uploadFolder: Command = async (services, target) => {
  const pointedAt = target.resources ?? [await chooseExtensionFolder(vscode.l10n.t('Upload an Extension'))];
  await uploadBuilds(services, pointedAt, target);
};

/** One after the other: each may have a question of its own. */
export async function uploadBuilds(services: Services, pointedAt: readonly vscode.Uri[], target: Target): Promise<void> {
  const folders: vscode.Uri[] = [];
  for (const each of pointedAt.map(folderOf)) {
    requireReadable(each);
    const found = await chooseBuild(each);
    await askIfStale(found);
    folders.push(vscode.Uri.file(found.folder));
  }
  await upload(services, folders, target);
}
