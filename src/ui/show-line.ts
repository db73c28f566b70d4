import * as vscode from 'vscode';
import type { Problem } from '../app';
import { rangeOf } from './problems-panel';
import type { OfferError } from './report';

/** The button that leads to the place of a problem, and selects what is wrong there. */
export function showLine(folder: vscode.Uri, problem: Problem): OfferError['offer'] {
  return {
    label: vscode.l10n.t('Show Line'),
    // Opens pictures too, and says itself when a file cannot be opened.
    run: async () => void (await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, problem.file), { selection: rangeOf(problem) })),
  };
}
