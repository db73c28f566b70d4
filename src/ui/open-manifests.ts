import * as vscode from 'vscode';
import { MANIFEST, proposeFolder } from '../app';
import type { Inspections } from './inspections';
import { folderOf } from './target';

/** Checks the folder of every extension manifest that is opened, so that its verdict stands in the Problems panel while one works on it. */
export function checkOpenManifests(inspections: Inspections): vscode.Disposable {
  const check = (document: vscode.TextDocument): void => void checkManifest(inspections, document);
  vscode.workspace.textDocuments.forEach(check);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidSaveTextDocument(check),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.workspace.textDocuments.forEach(check)),
  );
}

/** Nobody asked for this: what goes wrong here is told when somebody does. */
async function checkManifest(inspections: Inspections, document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  const folder = folderOf(uri);
  if (uri.scheme !== 'file' || !uri.path.endsWith(`/${MANIFEST}`) || !vscode.workspace.isTrusted || inspections.get(folder)) return;
  // Web apps have a manifest.json too.
  if (!document.getText().includes('"manifest_version"')) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal).catch(() => undefined);
  // Of a template that is built elsewhere, the build is what Chromium loads.
  if (found && 'chosen' in found && vscode.Uri.file(found.chosen.folder).path === folder.path) await inspections.inspect(folder, signal).catch(() => undefined);
}
