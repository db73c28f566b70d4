import path from 'node:path';
import * as vscode from 'vscode';
import { findExtensionFolders, MANIFEST } from '../app';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { pick } from './pick';
import { withStatus } from './progress';

/** Throws UserError where a folder is on no disk, or, with the words of `untrusted`, where the person has not said that it is trusted. */
export function requireReadable(folder: vscode.Uri, untrusted = message('This workspace is in restricted mode: none of its files is sent anywhere until you trust it.')): void {
  if (folder.scheme !== 'file') {
    throw new UserError(message('{0} is not on a disk that can be read here, so it cannot be checked or zipped. Open the folder from a disk or on a remote machine.', path.posix.basename(folder.path)));
  }
  if (!vscode.workspace.isTrusted) throw new UserError(untrusted, 'manageTrust');
}

/** The workspace folder to upload; asks where there are several. */
export async function chooseWorkspaceFolder(): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first, ...others] = folders;
  if (!first) return askForFolder(vscode.l10n.t('Upload Folder'));
  if (others.length === 0) return first.uri;
  return pick(vscode.l10n.t('Upload a Workspace Folder'), vscode.l10n.t('Choose the folder of the extension'),
    folders.map(({ name, uri }) => ({ label: `$(folder) ${name}`, description: uri.fsPath, value: uri })));
}

/** For a session row: what the workspace has to upload, and any other folder. */
export async function chooseExtensionFolder(title: string, openLabel = vscode.l10n.t('Upload Folder')): Promise<vscode.Uri> {
  const found = await withStatus(vscode.l10n.t('Looking for extensions…'), extensionsOfWorkspace);
  const chosen = await pick<() => Promise<vscode.Uri>>(title, vscode.l10n.t('Choose the folder of the extension'), [
    ...found.map((uri) => ({ label: `$(folder) ${path.basename(uri.fsPath)}`, description: vscode.workspace.asRelativePath(uri), value: async () => uri })),
    { label: vscode.l10n.t('$(folder-opened) Another Folder…'), value: () => askForFolder(openLabel) },
  ]);
  return chosen();
}

async function extensionsOfWorkspace(signal: AbortSignal): Promise<vscode.Uri[]> {
  if (!vscode.workspace.isTrusted) return [];
  const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await Promise.all(roots.map(({ uri }) => findExtensionFolders(uri.fsPath, signal)));
  return found.flat().map((folder) => vscode.Uri.file(folder));
}

async function askForFolder(openLabel: string): Promise<vscode.Uri> {
  const [chosen] = (await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Folder of the extension, with its {0}', MANIFEST),
    openLabel,
    canSelectFolders: true,
    canSelectFiles: false,
  })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen;
}
