import path from 'node:path';
import * as vscode from 'vscode';
import {
  checkWithChromium as check,
  isReported,
  majorOf,
  placeText,
  type ChromiumVerdict,
  type Inspection,
  type Problem,
} from '../../app';
import { message, sentences, type Message } from '../../core/message';
import { formatDuration } from '../../core/format';
import { chooseBuild, chooseExtensionFolder, requireReadable } from '../folders/choose-folder';
import { withProgressIfSlow } from '../editor/progress';
import { setContext } from '../editor/context';
import { OfferError } from '../editor/offer-error';
import { chosenChromium } from '../editor/settings';
import { showInformation, showWarning } from '../editor/show';
import { showLine } from '../folders/show-line';
import { folderOf } from '../folders/folder-of';
import type { Command } from './command';

/** Runs on a folder or a `manifest.json` in the Explorer, or from the Command Palette. */
export const checkWithChromium: Command = async ({ brief, inspections }, target) => {
  const pointedAt = folderOf(
    target.resources?.[0] ?? (await chooseExtensionFolder(message('Check with Chromium'), message('Check Folder'))),
  );
  requireReadable(pointedAt, message('Trust this workspace to check it with Chromium, which runs its code.'));
  const folder = vscode.Uri.file((await chooseBuild({ brief }, pointedAt)).folder);
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
  tell(folder, inspection, verdict);
};

/**
 * If our own check disagrees, Chromium is right.
 * @throws UserError with the problem for which Chromium rejects the extension.
 */
function tell(
  folder: vscode.Uri,
  { manifest, problems }: Inspection,
  { chromium, problem, took }: ChromiumVerdict,
): void {
  const browser = `Chromium ${majorOf(chromium)}`;
  const title = manifest?.name || path.basename(folder.fsPath);
  const ours = problems.filter(({ severity }) => severity === 'error');
  if (problem) throw refusal(folder, browser, problem, ours.length > 0 || isReported(problems, problem));
  if (ours.length === 0) void showInformation(message('{0} loaded “{1}” ({2}).', browser, title, formatDuration(took)));
  else
    void tellDifference(
      message(
        '{0} loaded “{1}” ({2}). The errors found by the built-in check don’t prevent loading.',
        browser,
        title,
        formatDuration(took),
      ),
    );
}

function refusal(folder: vscode.Uri, browser: string, problem: Problem, reported: boolean): OfferError {
  return new OfferError(
    sentences(
      message('{0} rejected {1}: “{2}”', browser, placeText(folder.fsPath, problem), problem.message),
      reported ? undefined : message('The built-in check did not report this as an error.'),
    ),
    showLine(folder, problem),
  );
}

async function tellDifference(words: Message): Promise<void> {
  await showWarning(words, {
    label: message('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  });
}
