import * as vscode from 'vscode';
import { reportedAs } from '../../app/upload/refusals';
import { message } from '../../core/message';
import { cutPlain, plainText } from '../../core/plain-text';
import type { Problem } from '../../packaging';
import { localize, MAX_PROBLEM, MAX_TITLE } from '../editor/localize';
import type { Button } from '../editor/show';
import type { Inspections } from './inspections';

const OWNER = 'browserSessions';
const SOURCE = 'Browser Sessions';

/** The editor's own JSON validation uses the language as its source. */
const JSON_SOURCES: ReadonlySet<string> = new Set(['json', 'jsonc']);

/** Problems that the editor also reports for an open JSON file, at the same place and in other words. */
const SYNTAX_CODES: ReadonlySet<string> = new Set(['manifest-not-json', 'file-not-json']);

/**
 * Shows the problems of the inspected extension folders in the Problems panel until they are fixed, one problem for
 * each cause. If the editor reports invalid JSON, our problem is hidden; what a browser reports at the place of one of
 * our problems is added to that problem.
 */
export class ProblemsPanel {
  /** One collection for each folder, because an extension folder may be inside another. */
  private readonly shown = new Map<string, ShownFolder>();
  private readonly listeners: readonly vscode.Disposable[];

  constructor(inspections: Inspections) {
    this.listeners = [
      inspections.onDidChange((folder) => this.show(folder, inspections.get(folder)?.problems ?? [])),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.followEditor(uris)),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(
      ...this.listeners,
      ...[...this.shown.values()].map(({ collection }) => collection),
    ).dispose();
  }

  /** Replaces the problems that are shown for the folder. */
  private show(folder: vscode.Uri, problems: readonly Problem[]): void {
    const collection =
      this.shown.get(folder.toString())?.collection ?? vscode.languages.createDiagnosticCollection(OWNER);
    const hidden = hiddenOf(folder, problems);
    this.shown.set(folder.toString(), { folder, problems, collection, hidden });
    collection.clear();
    const entries = entriesOf(problems.filter((problem) => !hidden.includes(problem)));
    for (const file of new Set(entries.map(({ problem }) => problem.file)))
      collection.set(
        vscode.Uri.joinPath(folder, file),
        entries.filter(({ problem }) => problem.file === file).map((entry) => diagnostic(folder, entry)),
      );
  }

  /** Our own changes also cause this event, but change nothing here. */
  private followEditor(uris: readonly vscode.Uri[]): void {
    const changed = new Set(uris.map((uri) => uri.toString()));
    for (const { folder, problems, hidden } of this.shown.values()) {
      const isConcerned = problems.some(
        ({ code, file }) => SYNTAX_CODES.has(code) && changed.has(vscode.Uri.joinPath(folder, file).toString()),
      );
      const now = isConcerned ? hiddenOf(folder, problems) : hidden;
      const isSame = now.length === hidden.length && now.every((problem, index) => problem === hidden[index]);
      if (!isSame) this.show(folder, problems);
    }
  }
}

interface ShownFolder {
  readonly folder: vscode.Uri;
  readonly problems: readonly Problem[];
  readonly collection: vscode.DiagnosticCollection;
  /** Problems that the editor reports instead. */
  readonly hidden: readonly Problem[];
}

function hiddenOf(folder: vscode.Uri, problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(
    ({ code, file }) => SYNTAX_CODES.has(code) && isBrokenForEditor(vscode.Uri.joinPath(folder, file)),
  );
}

function isBrokenForEditor(uri: vscode.Uri): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some(({ source = '', severity }) => JSON_SOURCES.has(source) && severity === vscode.DiagnosticSeverity.Error);
}

/** A problem, and what a browser or a service says of the same cause. */
interface Entry {
  readonly problem: Problem;
  readonly theirs: readonly Problem[];
}

/** What a browser or a service rejected is added to our problem about it; without one, it has an entry of its own. */
function entriesOf(problems: readonly Problem[]): Entry[] {
  const ours = problems.filter(({ source }) => source === undefined);
  const theirs = problems.filter(({ source }) => source !== undefined);
  return [
    ...theirs.filter((reported) => !reportedAs(ours, reported)).map((problem) => ({ problem, theirs: [] })),
    ...ours.map((problem) => ({
      problem,
      theirs: theirs.filter((reported) => reportedAs(ours, reported) === problem),
    })),
  ];
}

function diagnostic(folder: vscode.Uri, { problem, theirs }: Entry): vscode.Diagnostic {
  const isError = [problem, ...theirs].some(({ severity }) => severity === 'error');
  const level = isError ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const words =
    problem.source === undefined
      ? wordsOf(problem)
      : cutPlain(localize(message('{0} rejects the extension: {1}', problem.source, problem.message)), MAX_PROBLEM);
  return Object.assign(new vscode.Diagnostic(rangeOf(problem), words, level), {
    code: problem.code,
    source: plainText(problem.source ?? SOURCE, MAX_TITLE),
    ...(theirs.length > 0 && { relatedInformation: theirs.map((reported) => related(folder, reported)) }),
  });
}

function related(folder: vscode.Uri, problem: Problem): vscode.DiagnosticRelatedInformation {
  const words = `${plainText(problem.source ?? '', MAX_TITLE)}: ${wordsOf(problem)}`;
  const uri = vscode.Uri.joinPath(folder, problem.file);
  return new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, rangeOf(problem)), words);
}

function wordsOf({ message: words }: Problem): string {
  return cutPlain(localize(words), MAX_PROBLEM);
}

/** The range of a problem in its file. */
export function rangeOf({
  line = 1,
  column = 1,
  length = 0,
}: Pick<Problem, 'line' | 'column' | 'length'>): vscode.Range {
  return new vscode.Range(line - 1, column - 1, line - 1, column - 1 + length);
}

/** A button that opens the Problems panel. */
export const SHOW_PROBLEMS: Button = {
  label: message('Show Problems'),
  run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
};

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
