import * as vscode from 'vscode';
import type { Problem } from '../../app';
import { message } from '../../core/message';
import { rangeOf } from './problems-panel';
import type { OfferError } from '../editor/offer-error';

/** The button that leads to the place of a problem, and selects what is wrong there. */
export function showLine(
  folder: vscode.Uri,
  problem: Pick<Problem, 'file' | 'line' | 'column' | 'length'>,
): OfferError['offer'] {
  return {
    label: message('Show Line'),
    // Opens pictures too, and says itself when a file cannot be opened.
    run: async () =>
      void (await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, problem.file), {
        selection: rangeOf(problem),
      })),
  };
}
