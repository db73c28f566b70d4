import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';

const MANIFEST = 'manifest.json';
/** Bytes. No manifest that a person writes is larger. */
const MAX_READ = 1_000_000;

/** The part of the window that is loaded when it is needed. */
interface Opened {
  /** Checks a folder with a manifest. */
  check(folder: vscode.Uri): Promise<void>;
}

/**
 * Checks every folder whose manifest becomes visible in an editor, and workspace folders with the manifest of an
 * extension. The code for the check is loaded only then, or if there is an extension one level below: the menus of the
 * Explorer show where. Web apps have a manifest.json too, and nothing is done for theirs.
 */
export function watchManifests(opened: () => Promise<Opened>): vscode.Disposable {
  const check = async (folder: vscode.Uri): Promise<void> => (await opened()).check(folder);
  const checkVisible = async (): Promise<void> => {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri).filter(isManifestOfWorkspace);
    for (const folder of readable(shown.map((uri) => vscode.Uri.joinPath(uri, '..'))))
      if (await isFile(path.join(folder.fsPath, MANIFEST))) await check(folder);
  };
  const checkWorkspace = async (): Promise<void> => {
    for (const folder of readable((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri)))
      if (await hasExtension(folder.fsPath)) await check(folder);
      else if (await hasExtensionBelow(folder.fsPath)) await opened();
  };
  const checkAll = (): void => {
    void checkVisible();
    void checkWorkspace();
  };
  checkAll();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(() => void checkVisible()),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => isManifestOfWorkspace(uri) && checkAll()),
    vscode.workspace.onDidChangeWorkspaceFolders(checkAll),
    vscode.workspace.onDidGrantWorkspaceTrust(checkAll),
  );
}

function isManifestOfWorkspace(uri: vscode.Uri): boolean {
  return (
    uri.path.endsWith(`/${MANIFEST}`) &&
    !uri.path.includes('/node_modules/') &&
    vscode.workspace.getWorkspaceFolder(uri) !== undefined
  );
}

function readable(folders: readonly vscode.Uri[]): readonly vscode.Uri[] {
  return vscode.workspace.isTrusted ? folders.filter(({ scheme }) => scheme === 'file') : [];
}

async function hasExtensionBelow(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries)
    if (entry.isDirectory() && (await hasExtension(path.join(folder, entry.name)))) return true;
  return false;
}

async function hasExtension(folder: string): Promise<boolean> {
  const file = path.join(folder, MANIFEST);
  return (await isFile(file)) && (await readFile(file, 'utf8').catch(() => '')).includes('"manifest_version"');
}

/** A pipe or a device would be read forever. */
async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.isFile() && found.size <= MAX_READ;
}
