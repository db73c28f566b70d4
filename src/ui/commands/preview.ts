import * as vscode from 'vscode';
import { message } from '../../core/message';
import { proposeFolder } from '../../packaging';
import { withProgressIfSlow } from '../editor/progress';
import { chooseBuild, chooseWorkspaceFolder, requireReadable, folderOf } from '../folders/choose-folder';
import { askIfDoubtful } from '../folders/confirm-build';
import { upload } from '../upload/upload';
import type { Command } from './command';
import { commandButton } from '../editor/show';

/** Shows what would be in the zip before anything is sent, even if Chromium would reject the extension. */
export const preview: Command = async (services, target) => {
  const pointedAt = folderOf(
    target.resources?.[0] ??
      (await chooseWorkspaceFolder(message('Preview Package: Select Folder'), message('Preview Folder'))),
  );
  requireReadable(pointedAt, message('Trust this workspace to check its folders.'));
  const build = await chooseBuild(services, pointedAt, (whole, name) =>
    commandButton(message('Preview “{0}”', name), 'preview', whole),
  );
  const folder = vscode.Uri.file(build.folder);
  await withProgressIfSlow(message('Checking package contents'), (signal) =>
    services.inspections.inspect(folder, signal),
  );
  await services.preview.show(folder);
};

/** Uploads exactly the folder that the preview shows. */
export const uploadPreviewed: Command = async (services, target) => {
  const { shown } = services.preview;
  if (!shown) return;
  const found = await withProgressIfSlow(message('Checking for newer source files'), (signal) =>
    proposeFolder(shown.fsPath, signal),
  );
  if ('chosen' in found && found.chosen.folder === shown.fsPath) await askIfDoubtful(found.chosen);
  await upload(services, [shown], { ...target, resources: [shown] });
};

export const closePreview: Command = async ({ preview: view }) => view.close();
