import type { FileCoverage, Range as SourceRange } from 'istanbul-lib-coverage';
import * as vscode from 'vscode';
import type { Coverage } from '../../app/coverage/run-coverage';
import type { Test } from '../../app/tests/load-test';

/** What is known of a file beyond its totals. */
interface KnownCoverage {
  readonly whole: FileCoverage;
  readonly byTest: ReadonlyMap<vscode.TestItem, FileCoverage>;
}

/** What ran in the files of runs, as the editor shows it. Details are made when a file is opened. */
export class ShownCoverage {
  private readonly known = new WeakMap<vscode.FileCoverage, KnownCoverage>();

  /** Gives the editor the totals of each file. */
  add(run: vscode.TestRun, { map, byTest }: Coverage, itemOf: (test: Test) => vscode.TestItem): void {
    for (const path of map.files()) {
      const whole = map.fileCoverageFor(path);
      const tests = new Map<vscode.TestItem, FileCoverage>();
      for (const [test, ofTest] of byTest ?? [])
        if (ofTest.files().includes(path)) {
          const file = ofTest.fileCoverageFor(path);
          if (Object.values(file.s).some((count) => count > 0)) tests.set(itemOf(test), file);
        }
      const { statements, branches, functions } = whole.toSummary();
      const shown = new vscode.FileCoverage(
        vscode.Uri.file(path),
        countOf(statements),
        branches.total > 0 ? countOf(branches) : undefined,
        functions.total > 0 ? countOf(functions) : undefined,
        [...tests.keys()],
      );
      this.known.set(shown, { whole, byTest: tests });
      run.addCoverage(shown);
    }
  }

  /** @param item only what ran in this test; undefined: in all. */
  detailsOf(shown: vscode.FileCoverage, item?: vscode.TestItem): vscode.FileCoverageDetail[] {
    const known = this.known.get(shown);
    const file = item ? known?.byTest.get(item) : known?.whole;
    return file ? detailsOf(file) : [];
  }
}

function countOf({ covered, total }: { readonly covered: number; readonly total: number }): vscode.TestCoverageCount {
  return new vscode.TestCoverageCount(covered, total);
}

function detailsOf({ statementMap, s, branchMap, b, fnMap, f }: FileCoverage): vscode.FileCoverageDetail[] {
  const statements = Object.entries(statementMap).map(
    ([key, range]) => new vscode.StatementCoverage(s[key] ?? 0, rangeOf(range)),
  );
  for (const [key, { loc, locations }] of Object.entries(branchMap)) {
    const branches = locations.map((each, index) => new vscode.BranchCoverage(b[key]?.[index] ?? 0, rangeOf(each)));
    innermost(statements, rangeOf(loc))?.branches.push(...branches);
  }
  const functions = Object.entries(fnMap).map(
    ([key, { name, loc }]) => new vscode.DeclarationCoverage(name, f[key] ?? 0, rangeOf(loc)),
  );
  return [...statements, ...functions];
}

/** The statement that a branch is in. */
function innermost(
  statements: readonly vscode.StatementCoverage[],
  branch: vscode.Range,
): vscode.StatementCoverage | undefined {
  let found: { readonly statement: vscode.StatementCoverage; readonly range: vscode.Range } | undefined;
  for (const statement of statements) {
    const { location: range } = statement;
    if (!(range instanceof vscode.Range) || !range.contains(branch.start)) continue;
    if (!found || found.range.contains(range)) found = { statement, range };
  }
  return found?.statement;
}

/** Istanbul's lines count from 1, its columns from 0. */
function rangeOf({ start, end }: SourceRange): vscode.Range {
  return new vscode.Range(start.line - 1, start.column, end.line - 1, end.column);
}
