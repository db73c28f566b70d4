import * as vscode from 'vscode';
import type { Problem } from '../app';
import type { OfferError } from './report';

/** The button that leads to the place of a problem, and selects what is wrong there. */
export function showLine(folder: vscode.Uri, { file, line = 1, column = 1, length = 0 }: Problem): OfferError['offer'] {
  const at = new vscode.Position(line - 1, column - 1);
  return {
    label: vscode.l10n.t('Show Line'),
    run: async () => void (await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, file), { selection: new vscode.Range(at, at.translate(0, length)) })),
  };
}
