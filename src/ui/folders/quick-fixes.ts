import * as vscode from 'vscode';
import type { Fix, Problem } from '../../packaging';
import { commandId } from '../editor/contributed';
import { localize, MAX_NAME } from '../editor/localize';
import { isSame } from '../editor/uris';
import type { Inspections } from './inspections';
import { rangeOf } from './problems-panel';

/** Offers quick fixes for the problems of an extension folder. */
export class QuickFixes implements vscode.CodeActionProvider {
  constructor(private readonly inspections: Inspections) {}

  static register(inspections: Inspections): vscode.Disposable {
    return vscode.languages.registerCodeActionsProvider(
      { scheme: 'file', pattern: '**/*.{json,html,htm}' },
      new QuickFixes(inspections),
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    );
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const held = this.inspections.holding(document.uri);
    if (!held || document.isDirty || !(await isOlder(document.uri, held.began))) return [];
    const { folder, inspection } = held;
    const here = inspection.problems.filter(
      (problem) =>
        isSame(vscode.Uri.joinPath(folder, problem.file), document.uri) && rangeOf(problem).intersection(range),
    );
    return here.flatMap((problem) =>
      (problem.fixes ?? []).map((fix, index) =>
        Object.assign(action(folder, problem, fix), {
          diagnostics: diagnostics.filter(
            ({ code, range: at }) => code === problem.code && at.isEqual(rangeOf(problem)),
          ),
          isPreferred: index === 0,
        }),
      ),
    );
  }
}

/**
 * Whether the file is older than the inspection. A fix is made for the inspected text, and could damage a text that was
 * saved later.
 */
async function isOlder(uri: vscode.Uri, looked: number): Promise<boolean> {
  const { mtime } = await vscode.workspace.fs.stat(uri);
  return mtime < looked;
}

function action(folder: vscode.Uri, problem: Problem, fix: Fix): vscode.CodeAction {
  const made = new vscode.CodeAction(localize(fix.title, MAX_NAME), vscode.CodeActionKind.QuickFix);
  if (fix.kind === 'include')
    return Object.assign(made, {
      command: {
        title: made.title,
        command: commandId('include'),
        arguments: [vscode.Uri.joinPath(folder, fix.file)],
      },
    });
  return Object.assign(made, { edit: editFor(folder, problem, fix) });
}

function editFor(folder: vscode.Uri, problem: Problem, fix: Exclude<Fix, { kind: 'include' }>): vscode.WorkspaceEdit {
  if (fix.kind === 'edit') return textEdit(folder, problem, fix);
  if (fix.kind === 'create') return newFile(folder, fix);
  const file = vscode.Uri.joinPath(folder, problem.file);
  const change = new vscode.WorkspaceEdit();
  change.renameFile(file, vscode.Uri.joinPath(file, '..', fix.to), { overwrite: false });
  return change;
}

function textEdit(
  folder: vscode.Uri,
  { file }: Problem,
  { edits }: Extract<Fix, { kind: 'edit' }>,
): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  for (const { line, column, endLine, endColumn, text } of edits) {
    change.replace(
      vscode.Uri.joinPath(folder, file),
      new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1),
      text,
    );
  }
  return change;
}

function newFile(folder: vscode.Uri, { file, content }: Extract<Fix, { kind: 'create' }>): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  change.createFile(vscode.Uri.joinPath(folder, file), {
    contents: new TextEncoder().encode(content),
    overwrite: false,
  });
  return change;
}
