import * as vscode from 'vscode';
import { findExtensionAbove, MANIFEST, proposeFolder } from '../app';
import type { Inspections } from './inspections';
import { folderOf } from './target';
import { isSame } from './within';

/**
 * Checks the folder of every extension manifest that comes to the eye, and workspace folders that are extensions themselves, so that
 * the verdict stands in the Problems panel while one works on them.
 */
export function checkOpenManifests(inspections: Inspections): vscode.Disposable {
  const check = (): void => {
    const open = vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(isManifestOfWorkspace).map(folderOf);
    const tops = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    for (const folder of [...open, ...tops]) void checkFolder(inspections, folder);
  };
  check();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(check),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => isManifestOfWorkspace(uri) && check()),
    vscode.workspace.onDidChangeWorkspaceFolders(check),
    vscode.workspace.onDidGrantWorkspaceTrust(check),
  );
}

function isManifestOfWorkspace(uri: vscode.Uri): boolean {
  return uri.path.endsWith(`/${MANIFEST}`) && !uri.path.includes('/node_modules/') && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Nobody asked for this: what goes wrong here is told when somebody does. */
async function checkFolder(inspections: Inspections, folder: vscode.Uri): Promise<void> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted || inspections.get(folder)) return;
  // Web apps have a manifest.json too.
  if ((await findExtensionAbove(folder.fsPath, folder.fsPath)) === undefined) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal).catch(() => undefined);
  // Of a template that is built elsewhere, the build is what Chromium loads.
  if (found && 'chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder)) await inspections.inspect(folder, signal).catch(() => undefined);
}
