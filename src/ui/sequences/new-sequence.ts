import * as vscode from 'vscode';
import { SEQUENCE_ENDING } from '../../core/sequence-files';

/** Names that are tried. */
const MAX_NAMES = 1000;

/**
 * Opens a sequence as a new file in an editor. Its name is free in the workspace folder, and nothing is written before
 * it is saved.
 * @param name without its ending.
 */
export async function openNewSequence(name: string, text: string): Promise<void> {
  const uri = await freeName(name);
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
}

async function freeName(wanted: string): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  for (let number = 1; number <= MAX_NAMES; number++) {
    const name = `${wanted}${number === 1 ? '' : `-${number}`}${SEQUENCE_ENDING}`;
    const file = folder && vscode.Uri.joinPath(folder.uri, name);
    const uri = file?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (!isOpen && !(file && (await exists(file)))) return uri;
  }
  return vscode.Uri.from({ scheme: 'untitled', path: `${wanted}${SEQUENCE_ENDING}` });
}

function exists(file: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
