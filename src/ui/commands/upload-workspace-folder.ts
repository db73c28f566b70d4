import * as vscode from 'vscode';
import { chooseWorkspaceFolder } from '../choose-folder';
import type { Command } from './command';
import { uploadBuilds } from './upload-folder';

export const uploadWorkspaceFolder: Command = async (services, target) => uploadBuilds(services, target.resources ?? [await chooseWorkspaceFolder(vscode.l10n.t('Upload a Workspace Folder'), vscode.l10n.t('Upload Folder'))], target);
