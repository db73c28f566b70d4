import { message } from '../../core/message';
import { chooseExtensionFolder, chooseWorkspaceFolder } from '../folders/choose-folder';
import { uploadAgain as again, uploadedOf } from '../upload/repeat-upload';
import { uploadBuilds } from '../upload/upload-builds';
import type { Command } from './command';

/**
 * Uploads folders or a `manifest.json` selected in the Explorer, or into a session from its row. Several folders are
 * sent in one upload, with one restart.
 */
export const uploadFolder: Command = async (services, target) => {
  const pointedAt = target.resources ?? [await chooseExtensionFolder(message('Upload: Select Extension'))];
  await uploadBuilds(services, pointedAt, target);
};

export const uploadWorkspaceFolder: Command = async (services, target) =>
  uploadBuilds(
    services,
    target.resources ?? [await chooseWorkspaceFolder(message('Upload: Select Folder'), message('Upload Folder'))],
    target,
  );

/** From the row of an upload, or with a folder and a session; else the newest upload of all. Nothing is asked. */
export const uploadAgain: Command = async (services, target) => again(services, uploadedOf(services, target));
