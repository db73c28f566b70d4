import * as vscode from 'vscode';
import { formatSequence, type PlayedStep } from '../../core/sequence';
import { SEQUENCE_ENDING } from '../editor/contributed';

const NAME = 'recorded';
/** Names that are tried. */
const MAX_NAMES = 1000;

/** Opens steps as a new file in an editor. Its name is free in the workspace folder, and nothing is written before it is saved. */
export async function openNewSequence(steps: readonly PlayedStep[]): Promise<void> {
  const uri = await freeName();
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), formatSequence(steps));
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
}

async function freeName(): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  for (let number = 1; number <= MAX_NAMES; number++) {
    const name = `${NAME}${number === 1 ? '' : `-${number}`}${SEQUENCE_ENDING}`;
    const file = folder && vscode.Uri.joinPath(folder.uri, name);
    const uri = file?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (!isOpen && !(file && (await exists(file)))) return uri;
  }
  return vscode.Uri.from({ scheme: 'untitled', path: `${NAME}${SEQUENCE_ENDING}` });
}

function exists(file: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
