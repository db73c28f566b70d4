import * as vscode from 'vscode';
import type { Problem } from '../../app';
import { cutPlain, plainText } from '../../core/plain-text';
import type { Inspections } from './inspections';
import { localize, MAX_PROBLEM, MAX_TITLE } from '../editor/localize';

/** Shows in the Problems panel what is wrong with the extension folders that were looked at, until it is mended. */
export class ProblemsPanel {
  /** One for each folder: one extension folder may lie in another. */
  private readonly shown = new Map<string, vscode.DiagnosticCollection>();
  private readonly listener: vscode.Disposable;

  constructor(inspections: Inspections) {
    this.listener = inspections.onDidChange((folder) => this.show(folder, inspections.get(folder)?.problems ?? []));
  }

  dispose(): void {
    this.listener.dispose();
    for (const collection of this.shown.values()) collection.dispose();
  }

  /** Replaces what was shown of the folder. */
  private show(folder: vscode.Uri, problems: readonly Problem[]): void {
    const key = folder.toString();
    const collection = this.shown.get(key) ?? vscode.languages.createDiagnosticCollection('browserSessions');
    this.shown.set(key, collection);
    collection.clear();
    for (const file of new Set(problems.map((problem) => problem.file))) {
      collection.set(
        vscode.Uri.joinPath(folder, file),
        problems.filter((problem) => problem.file === file).map(diagnostic),
      );
    }
  }
}

function diagnostic(problem: Problem): vscode.Diagnostic {
  const level = problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  return Object.assign(
    new vscode.Diagnostic(rangeOf(problem), cutPlain(localize(problem.message), MAX_PROBLEM), level),
    { code: problem.code, source: plainText(problem.source ?? 'Browser Sessions', MAX_TITLE) },
  );
}

/** Where a problem stands in its file. */
export function rangeOf({
  line = 1,
  column = 1,
  length = 0,
}: Pick<Problem, 'line' | 'column' | 'length'>): vscode.Range {
  return new vscode.Range(line - 1, column - 1, line - 1, column - 1 + length);
}
