import * as vscode from 'vscode';
import { MANIFEST } from '../../app';
import { chooseExtensionFolder } from '../choose-folder';
import { upload } from '../upload';
import type { Command } from './command';

/** From a folder or a `manifest.json` in the Explorer, or from a session's row. */
export const uploadFolder: Command = async (services, target) => {
  const folder = target.folder ?? (await chooseExtensionFolder(vscode.l10n.t('Upload an Extension')));
  await upload(services, folder.path.endsWith(`/${MANIFEST}`) ? vscode.Uri.joinPath(folder, '..') : folder, target);
};
