import * as vscode from 'vscode';
import { readPointsText, readSequenceText, type TextProblem } from '../../app/sequences/sequence-text';
import { cutPlain } from '../../core/plain-text';
import { POINTS_NAME } from '../../core/sequence-files';
import { localize, MAX_PROBLEM } from '../editor/localize';
import { pointsOfWorkspace } from '../clicks/workspace-points';
import { isSequence, rangeOf } from './sequence-file';

const OWNER = 'browserSessionsClicks';
const SOURCE = 'Browser Sessions';

/**
 * Shows in the Problems panel what is wrong with an open sequence, or with the points, beyond what the editor itself
 * reports by their schema.
 */
export class SequenceProblems {
  private readonly collection = vscode.languages.createDiagnosticCollection(OWNER);
  private readonly listeners: readonly vscode.Disposable[];

  constructor() {
    const points = vscode.workspace.createFileSystemWatcher(`**/.vscode/${POINTS_NAME}`);
    const all = (): void => {
      for (const document of vscode.workspace.textDocuments) void this.check(document);
    };
    this.listeners = [
      points,
      ...[points.onDidChange, points.onDidCreate, points.onDidDelete].map((event) => event(all)),
      vscode.workspace.onDidOpenTextDocument((document) => void this.check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        isPoints(document.uri) ? all() : void this.check(document),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)),
      vscode.workspace.onDidGrantWorkspaceTrust(all),
    ];
    all();
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners, this.collection).dispose();
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const { uri, version } = document;
    if (isPoints(uri)) return this.show(document, readPointsText(document.getText()).problems);
    // Without trust the points are not read, so nothing can be said about their names.
    if (!isSequence(uri) || !vscode.workspace.isTrusted) return;
    const points = await pointsOfWorkspace();
    if (document.isClosed || document.version !== version) return;
    const read = readSequenceText(document.getText(), points);
    this.show(document, 'problems' in read ? read.problems : []);
  }

  private show(document: vscode.TextDocument, problems: readonly TextProblem[]): void {
    this.collection.set(
      document.uri,
      problems
        .filter(({ isInSchema }) => !isInSchema)
        .map((problem) =>
          Object.assign(
            new vscode.Diagnostic(rangeOf(document, problem), cutPlain(localize(problem.text), MAX_PROBLEM)),
            { source: SOURCE },
          ),
        ),
    );
  }
}

function isPoints({ path }: vscode.Uri): boolean {
  return path.endsWith(`/.vscode/${POINTS_NAME}`);
}
