import { message } from '../../core/message';
import { chooseWorkspaceFolder } from '../folders/choose-folder';
import { uploadBuilds } from '../upload/upload-builds';
import type { Command } from './command';

export const uploadWorkspaceFolder: Command = async (services, target) =>
  uploadBuilds(
    services,
    target.resources ?? [await chooseWorkspaceFolder(message('Upload: Select Folder'), message('Upload Folder'))],
    target,
  );
