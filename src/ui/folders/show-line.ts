import * as vscode from 'vscode';
import { message } from '../../core/message';
import type { Problem } from '../../packaging';
import type { Button } from '../editor/show';
import { rangeOf } from './problems-panel';

/** A button that opens the place of a problem, and selects the text it is about. */
export function showLine(folder: vscode.Uri, problem: Pick<Problem, 'file' | 'line' | 'column' | 'length'>): Button {
  return {
    label: message('Show Line'),
    // This command also opens pictures, and reports itself if a file cannot be opened.
    run: async () =>
      void (await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, problem.file), {
        selection: rangeOf(problem),
      })),
  };
}
