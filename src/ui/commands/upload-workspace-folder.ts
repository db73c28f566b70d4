import { chooseWorkspaceFolder } from '../choose-folder';
import type { Command } from './command';
import { upload } from '../upload';

export const uploadWorkspaceFolder: Command = async (services, target) => upload(services, target.folder ?? (await chooseWorkspaceFolder()), target);
