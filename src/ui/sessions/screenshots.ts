import * as vscode from 'vscode';
import { plainText } from '../../core/plain-text';
import { MAX_TITLE } from '../editor/localize';

const SCHEME = 'browser-sessions';
/** Pictures that are kept for their editors; beyond this number the oldest are dropped. */
const MAX_PICTURES = 20;

/**
 * Screenshots as read-only files with their own URI scheme: the editor can show them, and nothing is written to disk.
 */
export class Screenshots implements vscode.FileSystemProvider {
  private readonly pictures = new Map<string, { readonly png: Buffer; readonly at: number }>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registration = vscode.workspace.registerFileSystemProvider(SCHEME, this, { isReadonly: true });

  /** Shows the picture in an editor; an editor with an older picture of this session is updated. */
  async show(sessionId: string, sessionName: string, png: Buffer): Promise<void> {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${encodeURIComponent(sessionId)}/${tabName(sessionName)}.png`,
    });
    this.pictures.delete(uri.path);
    this.pictures.set(uri.path, { png, at: Date.now() });
    for (const path of [...this.pictures.keys()].slice(0, -MAX_PICTURES)) this.pictures.delete(path);
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { png, at } = this.find(uri);
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: png.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.find(uri).png;
  }

  private find(uri: vscode.Uri): { readonly png: Buffer; readonly at: number } {
    const picture = this.pictures.get(uri.path);
    if (!picture) throw vscode.FileSystemError.FileNotFound(uri);
    return picture;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.dispose();
  }
}

/** The last part of the path, which becomes the title of the tab. */
function tabName(session: string): string {
  return plainText(session.replaceAll(/[/\\]/g, '\u2215'), MAX_TITLE);
}
