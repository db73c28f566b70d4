import * as vscode from 'vscode';

const MANIFEST = 'manifest.json';

/**
 * Tells of every folder whose manifest comes to the eye, and of workspace folders that have one: what looks at them is
 * loaded only then. Whether it is that of an extension is not asked here: web apps have a manifest too.
 * @param onManifest told of a folder again and again; may take long.
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
