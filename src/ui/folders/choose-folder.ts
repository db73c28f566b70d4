import path from 'node:path';
import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import {
  findExtensionAbove,
  findExtensionFolders,
  MANIFEST,
  proposeFolder,
  type ExtensionFolder,
} from '../../packaging';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS, t, withIcon } from '../editor/localize';
import { pick, type Choice } from '../editor/pick';
import { withProgressIfSlow, withStatus } from '../editor/progress';
import { type StatusMessages, type Button, OfferError } from '../editor/show';
import { formatMoment } from '../editor/format-moment';
import { isInside } from '../editor/uris';

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

const PLACEHOLDER = message('A folder with {0}, or a project that builds one', MANIFEST);

/** The workspace folder; asks if there are several. */
export async function chooseWorkspaceFolder(title: Message, openLabel: Message): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first, ...others] = folders;
  if (!first) return askForFolder(openLabel);
  if (others.length === 0) return first.uri;
  return pick(
    title,
    PLACEHOLDER,
    folders.map(({ name, uri }) => ({
      label: withIcon('folder', plainText(name, MAX_NAME)),
      description: plainText(uri.fsPath, MAX_WORDS),
      value: uri,
    })),
  );
}

/**
 * For a session row: offers the extensions of the workspace, first that of the active editor, and any other folder.
 * @param isUploaded of a command that is only for what was uploaded: the others are marked, and last. It takes the only
 * extension that a browser can load.
 */
export async function chooseExtensionFolder(
  title: Message,
  openLabel = message('Upload Folder'),
  isUploaded?: (folder: string) => boolean,
): Promise<vscode.Uri> {
  const found = await withStatus(message('Looking for extensions…'), extensionsOfWorkspace);
  const [only, ...others] = found.filter(({ forChromium, needsBuild }) => forChromium && !needsBuild);
  if (isUploaded && only && others.length === 0) return vscode.Uri.file(only.folder);
  const isMarked = (folder: string): boolean => isUploaded?.(folder) === false;
  const rank = ({ folder }: ExtensionFolder): number =>
    Number(isMarked(folder)) * 2 + Number(!isOfActiveEditor(vscode.Uri.file(folder)));
  const chosen = await pick<() => Promise<vscode.Uri>>(title, PLACEHOLDER, [
    ...found
      .toSorted((one, other) => rank(one) - rank(other))
      .map((each) =>
        choiceOf(each, async () => vscode.Uri.file(each.folder), [isMarked(each.folder) && t('not uploaded')]),
      ),
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

function isOfActiveEditor(folder: vscode.Uri): boolean {
  const active = vscode.window.activeTextEditor?.document.uri;
  return active !== undefined && isInside(active, folder);
}

function choiceOf<T>(found: ExtensionFolder, value: T, first: readonly (PlainText | false)[] = []): Choice<T> {
  const { folder, tool, name, builtAt, forChromium, forDevelopment, needsBuild, staleSince } = found;
  const facts = [
    ...first,
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

/** One of several builds: what it is for in its label, and what tells it from the others in short. */
function buildChoiceOf(found: ExtensionFolder, top: string): Choice<ExtensionFolder> {
  const { folder, kind, name, forChromium, forDevelopment, staleSince, builtAt } = found;
  const where = plainText(path.relative(top, folder) || path.basename(folder), MAX_WORDS);
  const facts = [!forChromium && t('not for Chromium'), staleSince && t('outdated')];
  return {
    label: kind !== 'build' ? where : forDevelopment ? t('Development — {0}', where) : t('Production — {0}', where),
    description: joinPlain(
      ', ',
      facts.filter((fact) => typeof fact === 'string'),
    ),
    detail: joinPlain(', ', [
      name === undefined ? undefined : plainText(name, MAX_NAME),
      builtAt && t('built {0}', formatMoment(builtAt)),
    ]),
    value: found,
  };
}

/** The folder that all of these are in, at any depth. */
function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders.map((folder) => path.dirname(folder));
  const holds = (top: string): boolean =>
    others.every((other) => isInside(vscode.Uri.file(other), vscode.Uri.file(top)));
  let top = first;
  while (!holds(top)) top = path.dirname(top);
  return top;
}

/**
 * The folder of the extension in the selected folder: in a project that builds it into a subfolder, that one. Asks if
 * there are several.
 * @param again what to offer for the extension that the selected folder is a part of.
 * @throws UserError if there is none.
 */
export async function chooseBuild(
  { statusMessages }: { statusMessages: StatusMessages },
  pointedAt: vscode.Uri,
  again: (folder: vscode.Uri, name: string) => Button,
): Promise<ExtensionFolder> {
  const name = path.basename(pointedAt.fsPath);
  const found = await withProgressIfSlow(message('Looking for {0}', MANIFEST), (signal) =>
    proposeFolder(pointedAt.fsPath, signal),
  );
  if ('none' in found) throw await noExtension(pointedAt, again);
  const chosen =
    'chosen' in found
      ? found.chosen
      : await pick(
          message('“{0}” Has Several Builds', name),
          message('The build for the session'),
          found.choices
            .toSorted((one, other) => Number(one.forDevelopment) - Number(other.forDevelopment))
            .map((each) => buildChoiceOf(each, commonFolder(found.choices.map(({ folder }) => folder)))),
        );
  if ('chosen' in found && chosen.kind === 'build' && path.relative(chosen.folder, pointedAt.fsPath) !== '') {
    statusMessages.show(message('$(package) Uploads from {0}', vscode.workspace.asRelativePath(chosen.folder, false)));
  }
  return chosen;
}

/** The folder may be a part of an extension, such as its `_locales`. */
async function noExtension(
  pointedAt: vscode.Uri,
  again: (folder: vscode.Uri, name: string) => Button,
): Promise<UserError> {
  const name = path.basename(pointedAt.fsPath);
  const top = vscode.workspace.getWorkspaceFolder(pointedAt)?.uri.fsPath;
  const above = top === undefined ? undefined : await findExtensionAbove(pointedAt.fsPath, top);
  if (above === undefined)
    return new OfferError(message('“{0}” has no {1}, and no build of an extension.', name, MANIFEST), {
      label: message('Choose Folder…'),
      run: async () => chooseAnother(again),
    });
  const found = await proposeFolder(above, new AbortController().signal);
  const whole = ('chosen' in found && found.chosen.name) || path.basename(above);
  return new OfferError(message('“{0}” is part of “{1}”.', name, whole), again(vscode.Uri.file(above), whole));
}

/** Runs the same command again with another folder, which the user chooses. */
async function chooseAnother(again: (folder: vscode.Uri, name: string) => Button): Promise<void> {
  const folder = await askForFolder(message('Choose Folder')).catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
  if (folder) await again(folder, path.basename(folder.fsPath)).run();
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

/** For a `manifest.json`, its folder. */
export function folderOf(resource: vscode.Uri): vscode.Uri {
  return resource.path.endsWith(`/${MANIFEST}`) ? vscode.Uri.joinPath(resource, '..') : resource;
}
