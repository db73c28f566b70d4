import { chooseBuild, chooseWorkspaceFolder, requireReadable } from '../choose-folder';
import { withProgressIfSlow } from '../progress';
import * as vscode from 'vscode';
import { folderOf } from '../target';
import type { Command } from './command';
import { uploadBuilds } from './upload-folder';

/** Shows what would go into the zip, before anything is sent; also where Chromium would refuse the extension. */
export const preview: Command = async (services, target) => {
  const pointedAt = folderOf(target.resources?.[0] ?? (await chooseWorkspaceFolder()));
  requireReadable(pointedAt);
  const folder = vscode.Uri.file((await chooseBuild(pointedAt)).folder);
  await withProgressIfSlow(vscode.l10n.t('Looking at what goes in'), (signal) => services.inspections.inspect(folder, signal));
  await services.preview.show(folder);
};

export const uploadPreviewed: Command = async (services, target) => {
  const { shown } = services.preview;
  if (shown) await uploadBuilds(services, [shown], target);
};

export const closePreview: Command = async ({ preview: view }) => view.close();
