import { message } from '../../core/message';
import { chooseExtensionFolder } from '../folders/choose-folder';
import { uploadBuilds } from '../upload/upload-builds';
import type { Command } from './command';

/**
 * From folders or a `manifest.json` in the Explorer, or from a session's row. Several folders go in one upload, with
 * one restart.
 */
export const uploadFolder: Command = async (services, target) => {
  const pointedAt = target.resources ?? [await chooseExtensionFolder(message('Upload: Select Extension'))];
  await uploadBuilds(services, pointedAt, target);
};
