import * as vscode from 'vscode';
import { message } from '../../core/message';
import { chooseBuild, chooseExtensionFolder, requireReadable } from '../choose-folder';
import { askIfDoubtful } from '../confirm-build';
import type { Services } from '../services';
import { upload } from '../upload';
import { folderOf, type Target } from '../target';
import type { Command } from './command';

/**
 * From folders or a `manifest.json` in the Explorer, or from a session's row. Several folders go in one upload, with
 * one restart.
 */
export const uploadFolder: Command = async (services, target) => {
  const pointedAt = target.resources ?? [await chooseExtensionFolder(message('Upload an Extension'))];
  await uploadBuilds(services, pointedAt, target);
};

/** One after the other: each may have a question of its own. What is pointed at twice goes up once. */
export async function uploadBuilds(
  services: Services,
  pointedAt: readonly vscode.Uri[],
  target: Target,
): Promise<void> {
  const folders = new Map<string, vscode.Uri>();
  for (const each of distinct(pointedAt.map(folderOf))) {
    requireReadable(each);
    const found = await chooseBuild(services, each);
    const folder = vscode.Uri.file(found.folder);
    if (!folders.has(folder.toString()) && !target.force) await askIfDoubtful(found);
    folders.set(folder.toString(), folder);
  }
  await upload(services, [...folders.values()], target);
}

function distinct(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
