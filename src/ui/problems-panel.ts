import * as vscode from 'vscode';
import { inspectExtension, MANIFEST, type Problem } from '../app';
import { say } from './say';

/** Shows in the Problems panel what is wrong with an extension's folder, until it is mended. */
export class ProblemsPanel {
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('browserSessions');
  private readonly listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.lookAgain(uri));

  /** Replaces what was shown of the folder. */
  show(folder: vscode.Uri, problems: readonly Problem[]): void {
    const manifest = vscode.Uri.joinPath(folder, MANIFEST);
    this.diagnostics.set(manifest, problems.filter(({ file }) => file === MANIFEST).map(diagnostic));
  }

  dispose(): void {
    this.listener.dispose();
    this.diagnostics.dispose();
  }

  private async lookAgain(saved: vscode.Uri): Promise<void> {
    if (!this.diagnostics.has(saved)) return;
    const folder = vscode.Uri.joinPath(saved, '..');
    const inspection = await inspectExtension(folder.fsPath, new AbortController().signal).catch(() => undefined);
    // Of a folder that went away in the meantime nothing is known any more.
    this.show(folder, inspection?.problems ?? []);
  }
}

function diagnostic({ severity, code, message, line = 1, column = 1 }: Problem): vscode.Diagnostic {
  const start = new vscode.Position(line - 1, column - 1);
  const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const shown = new vscode.Diagnostic(new vscode.Range(start, start), say(message), level);
  return Object.assign(shown, { code, source: 'Browser Sessions' });
}
