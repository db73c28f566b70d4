import path from 'node:path';
import * as vscode from 'vscode';
import { checkWithChromium as check, findExtensionFolders, inspectExtension, majorOf, MANIFEST, type ChromiumVerdict, type Inspection, type Problem } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { formatDuration } from '../../core/wording';
import { chooseExtensionFolder, requireReadable } from '../choose-folder';
import { pick } from '../pick';
import { withProgressIfSlow } from '../progress';
import { OfferError } from '../report';
import { chosenChromium } from '../settings';
import { showLine } from '../show-line';
import type { Command } from './command';

/** From a folder or a `manifest.json` in the Explorer, or from the palette. */
export const checkWithChromium: Command = async ({ problems }, target) => {
  const chosen = target.folder ?? (await chooseExtensionFolder(vscode.l10n.t('Check with Chromium'), vscode.l10n.t('Check Folder')));
  requireReadable(chosen, message('This workspace is in restricted mode: Chromium would run its code, so nothing is checked until you trust it.'));
  const folder = await withManifest(chosen.path.endsWith(`/${MANIFEST}`) ? vscode.Uri.joinPath(chosen, '..') : chosen);
  const { inspection, verdict } = await withProgressIfSlow(vscode.l10n.t('Checking {0} with Chromium', path.basename(folder.fsPath)), async (signal) => {
    const found = await inspectExtension(folder.fsPath, {}, signal);
    return { inspection: found, verdict: await check({ folder: folder.fsPath, inspection: found, executable: chosenChromium() }, signal) };
  });
  problems.show(folder, [...(verdict.problem ? [verdict.problem] : []), ...inspection.problems]);
  tell(folder, inspection, verdict);
};

/** The folder itself, or the one below it that holds the manifest. */
async function withManifest(folder: vscode.Uri): Promise<vscode.Uri> {
  const name = path.basename(folder.fsPath);
  const [first, ...others] = await withProgressIfSlow(vscode.l10n.t('Looking for {0}', MANIFEST), (signal) => findExtensionFolders(folder.fsPath, signal));
  if (first === undefined) throw new UserError(message('{0} has no {1}, and no folder in it has one. Choose the folder of an extension.', name, MANIFEST));
  if (others.length === 0) return vscode.Uri.file(first);
  const choices = [first, ...others].map((each) => ({ label: `$(folder) ${path.relative(folder.fsPath, each)}`, value: each }));
  return vscode.Uri.file(await pick(vscode.l10n.t('{0} has no {1} of its own', name, MANIFEST), vscode.l10n.t('Choose the folder to check'), choices));
}

/** Throws what Chromium refuses. Where our own check says something else, Chromium is right. */
function tell(folder: vscode.Uri, { manifest, problems }: Inspection, { chromium, problem, took }: ChromiumVerdict): void {
  const browser = `Chromium ${majorOf(chromium)}`;
  const title = manifest?.name || path.basename(folder.fsPath);
  const ours = problems.filter(({ severity }) => severity === 'error');
  if (problem) throw refusal(folder, browser, problem, ours.length);
  if (ours.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('{0} loads {1} ({2}).', browser, title, formatDuration(took)));
  else void tellDifference(vscode.l10n.t('{0} loads {1} ({2}). Our own check found errors, but Chromium is right: they do not keep it from loading.', browser, title, formatDuration(took)));
}

function refusal(folder: vscode.Uri, browser: string, problem: Problem, ours: number): OfferError {
  const place = message('{0}, line {1}', `${path.basename(folder.fsPath)}/${problem.file}`, problem.line ?? 1);
  const difference = ours === 0 ? message(' Our own check found no error, but Chromium is right.') : message('');
  return new OfferError(message('{0} refuses {1}: “{2}”{3}', browser, place, problem.message, difference), showLine(folder, problem));
}

async function tellDifference(words: string): Promise<void> {
  const show = vscode.l10n.t('Show Problems');
  if ((await vscode.window.showWarningMessage(words, show)) === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
