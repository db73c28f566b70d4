import * as vscode from 'vscode';
import { MANIFEST, proposeFolder } from '../app';
import type { Inspections } from './inspections';
import { folderOf } from './target';
import { isSame } from './within';

/** What no web app has in its `manifest.json`. */
const OF_EXTENSIONS = /"(manifest_version|background|content_scripts|host_permissions|browser_action)"/;

/** Checks the folder of every extension manifest that comes to the eye, so that its verdict stands in the Problems panel while one works on it. */
export function checkOpenManifests(inspections: Inspections): vscode.Disposable {
  const check = (): void => {
    for (const { document } of vscode.window.visibleTextEditors) void checkManifest(inspections, document);
  };
  check();
  void checkTops(inspections);
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(check),
    vscode.workspace.onDidSaveTextDocument(check),
    vscode.workspace.onDidGrantWorkspaceTrust(check),
  );
}

/** Where the workspace folder itself is an extension, its manifest need not be opened. */
async function checkTops(inspections: Inspections): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const manifest = vscode.Uri.joinPath(uri, MANIFEST);
    const bytes = uri.scheme === 'file' ? await vscode.workspace.fs.readFile(manifest).then((read) => read, () => undefined) : undefined;
    if (bytes && OF_EXTENSIONS.test(new TextDecoder().decode(bytes))) await inspect(inspections, manifest);
  }
}

async function checkManifest(inspections: Inspections, document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  if (uri.scheme !== 'file' || !uri.path.endsWith(`/${MANIFEST}`) || uri.path.includes('/node_modules/')) return;
  if (vscode.workspace.getWorkspaceFolder(uri) && OF_EXTENSIONS.test(document.getText())) await inspect(inspections, uri);
}

/** Nobody asked for this: what goes wrong here is told when somebody does. */
async function inspect(inspections: Inspections, manifest: vscode.Uri): Promise<void> {
  const folder = folderOf(manifest);
  if (!vscode.workspace.isTrusted || inspections.get(folder)) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal).catch(() => undefined);
  // Of a template that is built elsewhere, the build is what Chromium loads.
  if (found && 'chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder)) await inspections.inspect(folder, signal).catch(() => undefined);
}
