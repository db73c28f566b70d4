import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import { keyOf } from '../../state';
import { t } from '../editor/localize';
import { datedName } from '../editor/save-file';
import { SCREENSHOTS, screenshotUri, type Pictured } from './screenshot-uri';

/** Pictures that are kept for their editors; beyond this number the oldest are dropped. */
const MAX_PICTURES = 20;

interface Screenshot {
  readonly png: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly of: Pictured;
  /** The session's label. */
  readonly label: PlainText;
}

/**
 * Screenshots as read-only files with their own URI scheme: the editor can show them, and nothing is written to disk.
 * Each session has one that is always its newest; a copy keeps an older one beside it.
 */
export class Screenshots implements vscode.FileSystemProvider {
  private readonly screenshots = new Map<string, Screenshot>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly registration = vscode.workspace.registerFileSystemProvider(SCREENSHOTS, this, { isReadonly: true });

  /** Shows the screenshot in an editor; an editor with an older screenshot of this session is updated. */
  async show(of: Pictured, label: PlainText, png: Buffer): Promise<void> {
    const uri = this.uriFor(of, label);
    this.put(uri, { png, at: Date.now(), of, label });
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  }

  /** Sessions with the same label are numbered. */
  private uriFor(of: Pictured, label: PlainText): vscode.Uri {
    for (let number = 1; ; number++) {
      const name = t('{0} screenshot', number === 1 ? label : `${label} ${number}`);
      const uri = screenshotUri(of, name);
      const other = this.screenshots.get(uri.path)?.of;
      if (!other || (other.session === of.session && keyOf(other.connection) === keyOf(of.connection))) return uri;
    }
  }

  /** Keeps the screenshot that is shown at this URI in an editor of its own, beside the one that is updated. */
  async keep(uri: vscode.Uri): Promise<void> {
    const screenshot = this.find(uri);
    const copy = screenshotUri(screenshot.of, datedName(screenshot.label, screenshot.at));
    this.put(copy, screenshot);
    await vscode.commands.executeCommand('vscode.open', copy, {
      preview: false,
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  }

  /** The screenshot at a URI, and a name for its file with its session and its time; undefined if it was dropped. */
  at(uri: vscode.Uri): { readonly png: Buffer; readonly of: Pictured; readonly fileName: string } | undefined {
    const screenshot = this.screenshots.get(uri.path);
    return (
      screenshot && {
        png: screenshot.png,
        of: screenshot.of,
        fileName: `${datedName(screenshot.label, screenshot.at)}.png`,
      }
    );
  }

  private put(uri: vscode.Uri, screenshot: Screenshot): void {
    this.screenshots.delete(uri.path);
    this.screenshots.set(uri.path, screenshot);
    for (const path of [...this.screenshots.keys()].slice(0, -MAX_PICTURES)) this.screenshots.delete(path);
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { png, at } = this.find(uri);
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: png.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.find(uri).png;
  }

  private find(uri: vscode.Uri): Screenshot {
    const screenshot = this.screenshots.get(uri.path);
    if (!screenshot) throw vscode.FileSystemError.FileNotFound(uri);
    return screenshot;
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
