import path from 'node:path';
import * as vscode from 'vscode';
import { findExtensionFolders, MANIFEST } from '../../packaging';
import { setContext } from '../editor/context';

/** Milliseconds without another change before the workspace is searched again: a build writes several manifests. */
const QUIET = 500;

/** Tells the menus of the Explorer in which folders of the workspace an extension is found, at any depth. */
export class ExtensionFolders {
  private timer?: NodeJS.Timeout;
  private searching?: AbortController;
  /** Of a folder that appears or goes with all that is in it, the editor may report only the folder itself. */
  private readonly files = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
  private readonly listeners = [
    this.files,
    this.files.onDidCreate((uri) => this.changed(uri)),
    this.files.onDidDelete((uri) => this.changed(uri)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void this.search()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void this.search()),
  ];

  constructor() {
    void this.search();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.searching?.abort();
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private changed({ path: file }: vscode.Uri): void {
    if (/\/(?:node_modules|\.git)\//.test(file) || !mayHoldManifest(file)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.search(), QUIET);
  }

  /** Nobody waits for it: if it fails, the menus stay as they are. */
  private async search(): Promise<void> {
    this.searching?.abort();
    const { signal } = (this.searching = new AbortController());
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const roots = folders.flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
    const found = await Promise.all(roots.map((root) => extensionsIn(root, signal).catch(() => [])));
    if (!signal.aborted) await setContext('extensionFolders', [...new Set(found.flat())]);
  }
}

/** Of a path that is no more, nobody knows whether it was a folder; the names of nearly all files have a dot. */
function mayHoldManifest(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name === MANIFEST || !name.slice(1).includes('.');
}

/** The manifests, their folders, and the folders above those up to the root. */
async function extensionsIn(root: string, signal: AbortSignal): Promise<string[]> {
  const found = await findExtensionFolders(root, signal);
  return found.flatMap(({ folder }) => {
    const within = path.relative(root, folder).split(path.sep).filter(Boolean);
    return [
      path.join(folder, MANIFEST),
      root,
      ...within.map((_, index) => path.join(root, ...within.slice(0, index + 1))),
    ];
  });
}
