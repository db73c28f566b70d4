import * as vscode from 'vscode';
import { inspectExtension, MANIFEST, type Problem } from '../app';
import { say } from './say';

/** Shows in the Problems panel what is wrong with an extension's folder, until it is mended. */
export class ProblemsPanel {
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('browserSessions');
  private readonly listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.lookAgain(uri));

  /** Replaces what was shown of the folder. */
  show(folder: vscode.Uri, problems: readonly Problem[]): void {
    this.diagnostics.forEach((uri) => uri.path.startsWith(`${folder.path}/`) && this.diagnostics.delete(uri));
    for (const file of new Set(problems.map((problem) => problem.file))) {
      this.diagnostics.set(vscode.Uri.joinPath(folder, file), problems.filter((problem) => problem.file === file).map(diagnostic));
    }
  }

  dispose(): void {
    this.listener.dispose();
    this.diagnostics.dispose();
  }

  private async lookAgain(saved: vscode.Uri): Promise<void> {
    if (!this.diagnostics.has(saved)) return;
    if (!saved.path.endsWith(`/${MANIFEST}`)) return this.forgetRefusals(saved);
    const folder = vscode.Uri.joinPath(saved, '..');
    const inspection = await inspectExtension(folder.fsPath, {}, new AbortController().signal).catch(() => undefined);
    // Of a folder that went away in the meantime nothing is known any more.
    this.show(folder, inspection?.problems ?? []);
  }

  /** What Chromium or the service said was of the file as it was. */
  private forgetRefusals(saved: vscode.Uri): void {
    this.diagnostics.set(saved, this.diagnostics.get(saved)?.filter(({ source }) => source === OURSELVES));
  }
}

/** Who says what stands there, where nobody else is named. */
const OURSELVES = 'Browser Sessions';

function diagnostic({ severity, code, message, source = OURSELVES, line = 1, column = 1, length = 0 }: Problem): vscode.Diagnostic {
  const start = new vscode.Position(line - 1, column - 1);
  const level = severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const shown = new vscode.Diagnostic(new vscode.Range(start, start.translate(0, length)), say(message), level);
  return Object.assign(shown, { code, source });
}
