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
      if (await exists(vscode.Uri.joinPath(folder, MANIFEST))) await check(folder);
  };
  const checkWorkspace = async (): Promise<void> => {
    for (const folder of readable((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri)))
      if (await hasExtension(folder)) await check(folder);
      else if (await hasExtensionBelow(folder)) await opened();
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

async function hasExtensionBelow(folder: vscode.Uri): Promise<boolean> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  for (const [name, type] of entries)
    if (type & vscode.FileType.Directory && (await hasExtension(vscode.Uri.joinPath(folder, name)))) return true;
  return false;
}

async function hasExtension(folder: vscode.Uri): Promise<boolean> {
  const file = vscode.Uri.joinPath(folder, MANIFEST);
  if (!(await exists(file))) return false;
  const { readText } = await import('../editor/workspace-file');
  const text = await readText(file, MAX_READ).catch(() => undefined);
  return text?.includes('"manifest_version"') ?? false;
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
