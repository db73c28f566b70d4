import { message } from '../../core/message';
import { chooseWorkspaceFolder } from '../choose-folder';
import type { Command } from './command';
import { uploadBuilds } from './upload-folder';

export const uploadWorkspaceFolder: Command = async (services, target) =>
  uploadBuilds(
    services,
    target.resources ?? [await chooseWorkspaceFolder(message('Upload a Workspace Folder'), message('Upload Folder'))],
    target,
  );
