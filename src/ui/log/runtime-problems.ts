import * as vscode from 'vscode';
import type { LogLine } from '../../app/log/follow-log';
import { cutPlain, plainText } from '../../core/plain-text';
import { MAX_PROBLEM } from '../editor/localize';

const SOURCE = 'Browser Sessions';
const CODE = 'uncaught';
/** Problems of one extension. */
const MAX_PROBLEMS = 100;

interface Problem {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
  /** Milliseconds since 1970, by the clock of this machine. */
  readonly at: number;
}

/** Shows the uncaught errors of one extension in the Problems panel, each place once, until its next reload. */
export class RuntimeProblems {
  private readonly collection = vscode.languages.createDiagnosticCollection('browserSessions.log');
  private readonly problems = new Map<string, Problem>();

  /** @returns whether there is a new problem. */
  add(lines: readonly LogLine[]): boolean {
    const before = this.problems.size;
    for (const { isUncaught, place, text } of lines) {
      if (!isUncaught || !place?.source) continue;
      const { file, line, column } = place.source;
      const key = JSON.stringify([file, line, column, text]);
      const known = this.problems.get(key);
      if (known) {
        // The new version may have it too.
        this.problems.set(key, { ...known, at: Date.now() });
        continue;
      }
      if (this.problems.size >= MAX_PROBLEMS) continue;
      const start = new vscode.Position(line - 1, column - 1);
      const words = cutPlain(plainText(text, MAX_PROBLEM), MAX_PROBLEM);
      const diagnostic = new vscode.Diagnostic(new vscode.Range(start, start), words);
      this.problems.set(key, {
        uri: vscode.Uri.file(file),
        diagnostic: Object.assign(diagnostic, { source: SOURCE, code: CODE }),
        at: Date.now(),
      });
    }
    if (this.problems.size === before) return false;
    this.show();
    return true;
  }

  get count(): number {
    return this.problems.size;
  }

  /**
   * Removes the errors of the version that ran before a reload.
   * @param at when the reload began, in milliseconds since 1970.
   */
  clearBefore(at: number): void {
    for (const [key, problem] of this.problems) if (problem.at < at) this.problems.delete(key);
    this.show();
  }

  dispose(): void {
    this.collection.dispose();
  }

  private show(): void {
    this.collection.clear();
    const byFile = new Map<string, Problem[]>();
    for (const problem of this.problems.values()) {
      const key = problem.uri.toString();
      byFile.set(key, [...(byFile.get(key) ?? []), problem]);
    }
    for (const problems of byFile.values())
      if (problems[0])
        this.collection.set(
          problems[0].uri,
          problems.map(({ diagnostic }) => diagnostic),
        );
  }
}
