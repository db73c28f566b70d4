import path from 'node:path';
import * as vscode from 'vscode';
import { checkWithChromium as check, majorOf, type ChromiumVerdict } from '../../app/check-with-chromium';
import { placeText } from '../../app/upload/inspect-folders';
import { reportedAs } from '../../app/upload/refusals';
import { message, type Message } from '../../core/message';
import type { Inspection, Problem } from '../../packaging';
import { setContext } from '../editor/context';
import { withProgressIfSlow } from '../editor/progress';
import { chosenChromium } from '../editor/settings';
import { commandButton, showWarning, OfferError, type StatusMessages } from '../editor/show';
import { chooseBuild, chooseExtensionFolder, requireReadable, folderOf } from '../folders/choose-folder';
import { showLine, SHOW_PROBLEMS } from '../folders/problems-panel';
import type { Command } from './command';

/** Runs on a folder or a `manifest.json` in the Explorer, or from the Command Palette. */
export const checkWithChromium: Command = async ({ statusMessages, inspections }, target) => {
  const pointedAt = folderOf(
    target.resources?.[0] ?? (await chooseExtensionFolder(message('Check with Chromium'), message('Check Folder'))),
  );
  requireReadable(pointedAt, message('Trust this workspace to check it with Chromium, which runs its code.'));
  const build = await chooseBuild({ statusMessages }, pointedAt, (whole, name) =>
    commandButton(message('Check “{0}”', name), 'checkWithChromium', whole),
  );
  const folder = vscode.Uri.file(build.folder);
  const { inspection, verdict } = await withProgressIfSlow(
    message('Checking “{0}” with Chromium', path.basename(folder.fsPath)),
    async (signal) => {
      const found = await inspections.inspect(folder, signal);
      return {
        inspection: found,
        verdict: await check({ folder: folder.fsPath, inspection: found, executable: chosenChromium() }, signal),
      };
    },
  );
  void setContext('checked', true);
  if (verdict.problem) inspections.add(folder, verdict.problem);
  showVerdict(statusMessages, folder, inspection, verdict);
};

/**
 * If our own check disagrees, Chromium is right.
 * @throws UserError with the problem for which Chromium rejects the extension: in our words if we report it too.
 */
function showVerdict(
  statusMessages: StatusMessages,
  folder: vscode.Uri,
  { manifest, problems }: Inspection,
  { chromium, problem }: ChromiumVerdict,
): void {
  const browser = `Chromium ${majorOf(chromium)}`;
  const title = manifest?.name || path.basename(folder.fsPath);
  const ours = problems.filter(({ source }) => source === undefined);
  if (problem) throw refusal(folder, title, browser, reportedAs(ours, problem) ?? problem);
  if (ours.some(({ severity }) => severity === 'error'))
    void tellDifference(message('“{0}” loads in {1}, although the built-in check found errors.', title, browser));
  else statusMessages.show(message('$(check) “{0}”: no problems in {1}', title, browser));
}

function refusal(folder: vscode.Uri, title: string, browser: string, problem: Problem): OfferError {
  const { source, message: words } = problem;
  const place = placeText(folder.fsPath, problem);
  return new OfferError(
    source === undefined
      ? message('“{0}” doesn’t load in {1}. {2}: {3}', title, browser, place, words)
      : message('“{0}” doesn’t load in {1}. {2}: “{3}”', title, browser, place, words),
    showLine(folder, problem),
  );
}

async function tellDifference(words: Message): Promise<void> {
  await showWarning(words, SHOW_PROBLEMS);
}
