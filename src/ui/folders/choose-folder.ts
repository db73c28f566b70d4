import path from 'node:path';
import * as vscode from 'vscode';
import { findExtensionFolders, MANIFEST, proposeFolder, type ExtensionFolder } from '../../app';
import { Cancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS, t, withIcon } from '../editor/localize';
import { joinPlain, plainText } from '../../core/plain-text';
import { pick, type Choice } from '../editor/pick';
import { withProgressIfSlow, withStatus } from '../editor/progress';
import type { BriefMessages } from '../editor/show';

/**
 * @throws UserError if a folder is not on disk, or, with the text `untrusted`, if the user has not trusted the
 * workspace.
 */
export function requireReadable(
  folder: vscode.Uri,
  untrusted = message('Trust this workspace to upload its files.'),
): void {
  if (folder.scheme !== 'file') {
    throw new UserError(
      message(
        'Folders in virtual workspaces can’t be zipped. Open “{0}” from a disk or on a remote machine.',
        path.posix.basename(folder.path),
      ),
    );
  }
  if (!vscode.workspace.isTrusted) throw new UserError(untrusted, 'manageTrust', 'warning');
}

/** The workspace folder; asks if there are several. */
export async function chooseWorkspaceFolder(title: Message, openLabel: Message): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first, ...others] = folders;
  if (!first) return askForFolder(openLabel);
  if (others.length === 0) return first.uri;
  return pick(
    title,
    message('Select the extension folder'),
    folders.map(({ name, uri }) => ({
      label: withIcon('folder', plainText(name, MAX_NAME)),
      description: plainText(uri.fsPath, MAX_WORDS),
      value: uri,
    })),
  );
}

/** For a session row: offers the extensions of the workspace, and any other folder. */
export async function chooseExtensionFolder(title: Message, openLabel = message('Upload Folder')): Promise<vscode.Uri> {
  const found = await withStatus(message('Looking for extensions…'), extensionsOfWorkspace);
  const chosen = await pick<() => Promise<vscode.Uri>>(title, message('Select the extension folder'), [
    ...found.map((each) => choiceOf(each, async () => vscode.Uri.file(each.folder))),
    { label: t('$(folder-opened) Browse…'), value: () => askForFolder(openLabel) },
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
    !forChromium && t('not for Chromium'),
    forDevelopment && t('development build'),
    staleSince && t('outdated'),
    name !== undefined && plainText(name, MAX_NAME),
    tool !== undefined && (needsBuild ? t('build with {0} first', tool) : t('built with {0}', tool)),
    builtAt && plainText(builtAt.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }), MAX_NAME),
  ];
  const label = withIcon(
    found.kind === 'build' ? 'package' : 'folder',
    plainText(vscode.workspace.asRelativePath(folder, false), MAX_WORDS),
  );
  return {
    label,
    description: joinPlain(
      ', ',
      facts.filter((fact) => typeof fact === 'string'),
    ),
    value,
  };
}

/**
 * The folder of the extension in the selected folder: in a project that builds it into a subfolder, that one. Asks if
 * there are several.
 * @throws UserError if there is none.
 */
export async function chooseBuild(
  { brief }: { brief: BriefMessages },
  pointedAt: vscode.Uri,
): Promise<ExtensionFolder> {
  const name = path.basename(pointedAt.fsPath);
  const found = await withProgressIfSlow(message('Looking for {0}', MANIFEST), (signal) =>
    proposeFolder(pointedAt.fsPath, signal),
  );
  if ('none' in found)
    throw new UserError(
      message('No extension {1} found in “{0}”. Choose another folder or build the extension first.', name, MANIFEST),
    );
  const chosen =
    'chosen' in found
      ? found.chosen
      : await pick(
          message('“{0}” Has Several Builds', name),
          message('Select a build'),
          found.choices.map((each) => choiceOf(each, each)),
        );
  if ('chosen' in found && path.relative(chosen.folder, pointedAt.fsPath) !== '') {
    brief.show(message('$(package) Using “{0}”', vscode.workspace.asRelativePath(chosen.folder, false)));
  }
  return chosen;
}

async function askForFolder(openLabel: Message): Promise<vscode.Uri> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: t('Select the Extension Folder (with {0})', MANIFEST),
      openLabel: localize(openLabel, MAX_TITLE),
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen;
}
