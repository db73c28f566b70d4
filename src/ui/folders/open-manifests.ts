import * as vscode from 'vscode';

const MANIFEST = 'manifest.json';

/**
 * Reports every folder whose manifest becomes visible in an editor, and workspace folders with a manifest; the code for
 * the check is loaded only then. Whether the manifest belongs to an extension is not checked here: web apps have one
 * too.
 * @param onManifest called with a folder, possibly many times; may take long.
 */
export function watchManifests(onManifest: (folder: vscode.Uri) => Promise<void>): vscode.Disposable {
  const check = (): void => {
    const open = vscode.window.visibleTextEditors
      .map(({ document }) => document.uri)
      .filter(isManifestOfWorkspace)
      .map((uri) => vscode.Uri.joinPath(uri, '..'));
    const tops = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    for (const folder of [...open, ...tops]) void tell(folder, onManifest);
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
  return (
    uri.path.endsWith(`/${MANIFEST}`) &&
    !uri.path.includes('/node_modules/') &&
    vscode.workspace.getWorkspaceFolder(uri) !== undefined
  );
}

async function tell(folder: vscode.Uri, onManifest: (folder: vscode.Uri) => Promise<void>): Promise<void> {
  if (folder.scheme !== 'file' || !vscode.workspace.isTrusted) return;
  const exists = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, MANIFEST)).then(
    () => true,
    () => false,
  );
  if (exists) await onManifest(folder);
}
