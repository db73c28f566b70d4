import path from 'node:path';
import * as vscode from 'vscode';
import { findExtensionFolders, inspectExtension, MANIFEST, type Inspection, type Problem } from '../app';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import { pick } from './pick';
import type { ProblemsPanel } from './problems-panel';
import { withProgressIfSlow } from './progress';
import { OfferError } from './report';
import { showLine } from './show-line';

export interface InspectedFolder {
  readonly folder: vscode.Uri;
  readonly inspection: Inspection;
}

/**
 * Checks a folder before anything is sent. Where the manifest is in a subfolder, that one is offered. Throws an error that names
 * file, line and remedy where Chromium would refuse the extension; it stands in the Problems panel too.
 */
export async function inspectFolder(problems: ProblemsPanel, folder: vscode.Uri): Promise<InspectedFolder> {
  const inspection = await withProgressIfSlow(vscode.l10n.t('Checking {0}', path.basename(folder.fsPath)), (signal) => inspectExtension(folder.fsPath, {}, signal));
  problems.show(folder, inspection.problems);
  const [first, ...others] = inspection.problems.filter(({ severity }) => severity === 'error');
  if (!first) return { folder, inspection };
  if (first.code === 'manifest-missing') return inspectFolder(problems, await offerSubfolder(problems, folder, first));
  throw new OfferError(refusal(folder, first, others.length), showLine(folder, first));
}

function refusal(folder: vscode.Uri, { message: words, file, line }: Problem, others: number): Message {
  const place = message('{0}, line {1}', `${path.basename(folder.fsPath)}/${file}`, line ?? 1);
  const more = others === 0 ? message('') : message(' {0} more in the Problems panel.', others);
  return message('{0}: {1}{2} Nothing was sent.', place, words, more);
}

async function offerSubfolder(problems: ProblemsPanel, folder: vscode.Uri, missing: Problem): Promise<vscode.Uri> {
  const name = path.basename(folder.fsPath);
  const found = await withProgressIfSlow(vscode.l10n.t('Looking for {0}', MANIFEST), (signal) => findExtensionFolders(folder.fsPath, signal));
  if (found.length === 0) throw new UserError(message('{0} Nothing was sent.', missing.message), 'showProblems');
  const chosen = await pick(
    vscode.l10n.t('{0} has no {1} of its own', name, MANIFEST),
    vscode.l10n.t('Choose the folder to upload'),
    found.map((each) => ({ label: `$(folder) ${path.relative(folder.fsPath, each)}`, value: each })),
  );
  problems.show(folder, []);
  return vscode.Uri.file(chosen);
}
