import { message } from '../../core/message';
import { chooseExtensionFolder } from '../folders/choose-folder';
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
