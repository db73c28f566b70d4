import path from 'node:path';
import * as vscode from 'vscode';
import { findExtensionFolders, MANIFEST, proposeFolder, type ExtensionFolder } from '../app';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { pick, type Choice } from './pick';
import { withProgressIfSlow, withStatus } from './progress';
import { tellBriefly } from './tell-briefly';

/** Throws UserError where a folder is on no disk, or, with the words of `untrusted`, where the person has not said that it is trusted. */
export function requireReadable(folder: vscode.Uri, untrusted = message('This workspace is in restricted mode: none of its files is sent anywhere until you trust it.')): void {
  if (folder.scheme !== 'file') {
    throw new UserError(message('{0} is not on a disk that can be read here, so it cannot be checked or zipped. Open the folder from a disk or on a remote machine.', path.posix.basename(folder.path)));
  }
  if (!vscode.workspace.isTrusted) throw new UserError(untrusted, 'manageTrust');
}

/** The workspace folder; asks where there are several. */
export async function chooseWorkspaceFolder(title: string, openLabel: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first, ...others] = folders;
  if (!first) return askForFolder(openLabel);
  if (others.length === 0) return first.uri;
  return pick(title, vscode.l10n.t('Choose the folder of the extension'),
    folders.map(({ name, uri }) => ({ label: `$(folder) ${name}`, description: uri.fsPath, value: uri })));
}

/** For a session row: what the workspace has to upload, and any other folder. */
export async function chooseExtensionFolder(title: string, openLabel = vscode.l10n.t('Upload Folder')): Promise<vscode.Uri> {
  const found = await withStatus(vscode.l10n.t('Looking for extensions…'), extensionsOfWorkspace);
  const chosen = await pick<() => Promise<vscode.Uri>>(title, vscode.l10n.t('Choose the folder of the extension'), [
    ...found.map((each) => choiceOf(each, async () => vscode.Uri.file(each.folder))),
    { label: vscode.l10n.t('$(folder-opened) Another Folder…'), value: () => askForFolder(openLabel) },
  ]);
  return chosen();
}

async function extensionsOfWorkspace(signal: AbortSignal): Promise<ExtensionFolder[]> {
  if (!vscode.workspace.isTrusted) return [];
  const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await Promise.all(roots.map(({ uri }) => findExtensionFolders(uri.fsPath, signal)));
  return found.flat();
}

function choiceOf<T>(found: ExtensionFolder, value: T): Choice<T> {
  const { folder, tool, name, builtAt, forChromium, forDevelopment, needsBuild, staleSince } = found;
  const facts = [
    !forChromium && vscode.l10n.t('not for Chromium'),
    forDevelopment && vscode.l10n.t('for development'),
    staleSince && vscode.l10n.t('older than its sources'),
    name,
    tool !== undefined && (needsBuild ? vscode.l10n.t('to be built by {0}', tool) : vscode.l10n.t('built by {0}', tool)),
    builtAt && builtAt.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }),
  ];
  return { label: `$(${found.kind === 'build' ? 'package' : 'folder'}) ${vscode.workspace.asRelativePath(folder, false)}`, description: facts.filter(Boolean).join(', '), value };
}

/**
 * The extension's own folder in the folder that was pointed at: in a project where it is built into a subfolder, that one. Asks
 * where there are several. Throws UserError where there is none.
 */
export async function chooseBuild(pointedAt: vscode.Uri): Promise<ExtensionFolder> {
  const name = path.basename(pointedAt.fsPath);
  const found = await withProgressIfSlow(vscode.l10n.t('Looking for {0}', MANIFEST), (signal) => proposeFolder(pointedAt.fsPath, signal));
  if ('none' in found) throw new UserError(message('{0} has no {1} of an extension, and no folder in it has one. Choose the folder of the extension, or build it first.', name, MANIFEST));
  const chosen = 'chosen' in found ? found.chosen : await pick(
    vscode.l10n.t('{0} Has Several Extension Folders', name),
    vscode.l10n.t('Choose the one that is meant'),
    found.choices.map((each) => choiceOf(each, each)),
  );
  if ('chosen' in found && path.relative(chosen.folder, pointedAt.fsPath) !== '') {
    tellBriefly(vscode.l10n.t('$(package) The extension of {0} is in {1}', name, vscode.workspace.asRelativePath(chosen.folder, false)));
  }
  return chosen;
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
