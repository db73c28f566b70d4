import path from 'node:path';
import * as vscode from 'vscode';
import { compareWith, UNASKED, type Compared } from '../../app/compare/compare-with';
import { updateSequence } from '../../app/compare/update-sequence';
import type { VersionService } from '../../app/compare/old-version';
import { Cancelled } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { findSecrets, isWithin } from '../../packaging';
import { ask } from '../editor/input-box';
import { localize, MAX_TITLE, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { withProgressIfSlow } from '../editor/progress';
import { chosenChromium } from '../editor/settings';
import { commandButton, showWarning, type Button, type StatusMessages } from '../editor/show';
import { chooseBuild, chooseExtensionFolder, folderOf, requireReadable } from '../folders/choose-folder';
import { SHOW_PROBLEMS } from '../folders/problems-panel';
import type { Services } from '../services';
import { openNewSequence } from '../sequences/new-sequence';
import { chooseStored } from '../storage/choose-stored';
import type { Command } from './command';

const TITLE = message('Compare with Version');

/** Shows in the Problems panel what an update from an old version does to the people who have that. */
export const compareWithVersion: Command = async (services, target) => {
  const { statusMessages, inspections, allowedSecrets } = services;
  const pointedAt = folderOf(target.resources?.[0] ?? (await chooseExtensionFolder(TITLE, message('Compare Folder'))));
  requireReadable(pointedAt, message('Trust this workspace to compare it with another version.'));
  const build = await chooseBuild({ statusMessages }, pointedAt, (whole, name) =>
    commandButton(message('Compare “{0}”', name), 'compareWithVersion', whole),
  );
  const folder = vscode.Uri.file(build.folder);
  const named = target.against ?? (await chooseVersion());
  const compared = await withProgressIfSlow(
    message('Comparing “{0}” with its old version', path.basename(folder.fsPath)),
    async (signal) => {
      const inspection = await inspections.inspect(folder, signal);
      const salt = await allowedSecrets.salt();
      const secrets = await findSecrets(inspection.files, salt, signal);
      const request = { named, cwd: build.folder, folder: build.folder, connect: () => serviceOf(services) };
      return compareWith({ ...request, inspection, secrets, salt, executable: chosenChromium() }, signal);
    },
  );
  inspections.compared(folder, compared.problems);
  await tell(statusMessages, compared, updateTest(services, named, build.folder));
};

async function serviceOf({ connection, records }: Services): Promise<VersionService> {
  return { client: await connection.client(), extensions: records.extensions };
}

/** @returns what `OldVersion` takes. */
async function chooseVersion(): Promise<string> {
  const choose = await pick<() => Promise<string>>(TITLE, message('Where is the old version?'), [
    { label: t('$(git-commit) Tag or Commit…'), value: async () => `git:${await askText(REF_PROMPT, 'v1.0.0')}` },
    { label: t('$(folder) Folder…'), value: async () => chooseFile('folder') },
    { label: t('$(file-zip) Zip…'), value: async () => chooseFile('zip') },
    { label: t('$(package) Catalog…'), value: async () => askText(message('Name or ID in the catalog')) },
    { label: t('$(globe) Chrome Web Store…'), value: async () => askText(message('ID of the extension in the store')) },
  ]);
  return choose();
}

const REF_PROMPT = message('Tag, branch or commit that has the built folder');

async function askText(prompt: ReturnType<typeof message>, example?: string): Promise<string> {
  const entered = await ask({
    title: TITLE,
    prompt,
    ...(example !== undefined && { placeholder: message('{0}', example) }),
    check: (text) => (text.trim() === '' ? prompt : undefined),
  });
  return entered.trim();
}

async function chooseFile(kind: 'folder' | 'zip'): Promise<string> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: localize(TITLE, MAX_TITLE),
      canSelectFolders: kind === 'folder',
      canSelectFiles: kind === 'zip',
      ...(kind === 'zip' && { filters: { Zip: ['zip'] } }),
    })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen.fsPath;
}

const UPDATE_TEST = message('New Update Test');

/**
 * Offers a sequence that begins with the old build and what it has stored, and uploads the new one over it. It may only
 * name what is in the project.
 * @param named the old version, as the person named it.
 * @param folder of the new one.
 */
function updateTest(services: Services, named: string, folder: string): Button[] {
  const top = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (top === undefined || ![named, folder].every((each) => path.isAbsolute(each) && isWithin(top, each))) return [];
  const [old, now] = [named, folder].map((each) => `./${path.relative(top, each).split(path.sep).join('/')}`);
  if (old === undefined || now === undefined) return [];
  return [{ label: UPDATE_TEST, run: () => openTest(services, old, now) }];
}

async function openTest(services: Services, old: string, now: string): Promise<void> {
  await openNewSequence('update', updateSequence(old, now, await chooseStored(services, UPDATE_TEST)));
}

async function tell(
  statusMessages: StatusMessages,
  { old, problems, isUnasked }: Compared,
  further: readonly Button[],
): Promise<void> {
  const unasked = isUnasked ? UNASKED : undefined;
  const disables = problems.find(({ code, severity }) => code === 'update-disables' && severity === 'error');
  if (problems.length === 0 && !unasked) {
    statusMessages.show(
      message('$(check) Found nothing that an update from “{0}” {1} would break', old.name, old.version),
    );
    return;
  }
  const found =
    disables?.message ??
    (problems.length === 1
      ? message('1 problem with the update from “{0}” {1}.', old.name, old.version)
      : message('{0} problems with the update from “{1}” {2}.', problems.length, old.name, old.version));
  await showWarning(sentences(found, unasked), SHOW_PROBLEMS, ...further);
}
