import * as vscode from 'vscode';
import { MANIFEST, type Inspection, type Problem } from '../../app';
import { onInspectOptionsChange } from '../editor/settings';
import { WatchedFolder, type TimedInspection } from './watched-folder';
import { isInside } from '../editor/within';

/** What decides over a folder and may stand above it, or come back with it. */
const DECIDING = `**/{.gitignore,.extensionignore,${MANIFEST}}`;

/** What is known of the extension folders that were looked at, kept up to date while they lie open. */
export class Inspections {
  private readonly known = new Map<string, WatchedFolder>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  private writing: Promise<unknown> = Promise.resolve();
  /** Told with the folder, after each look at it. */
  readonly onDidChange = this.changes.event;
  private readonly deciding = vscode.workspace.createFileSystemWatcher(DECIDING);
  /** Of a folder that goes, the editor tells just that, and nothing of what was in it. */
  private readonly deletions = vscode.workspace.createFileSystemWatcher('**/*', true, true);
  private readonly listeners = [
    this.deciding,
    this.deletions,
    this.deletions.onDidDelete((uri) => this.touchIn(uri)),
    this.deciding.onDidChange((uri) => this.touchBelow(uri)),
    this.deciding.onDidCreate((uri) => this.touchBelow(uri)),
    this.deciding.onDidDelete((uri) => this.touchBelow(uri)),
    onInspectOptionsChange(() => this.known.forEach((watched) => watched.touch())),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => removed.forEach(({ uri }) => this.forgetBelow(uri))),
  ];

  /** The last look at a folder; undefined where there was none, or where it is gone. */
  get(folder: vscode.Uri): Inspection | undefined {
    return this.known.get(folder.toString())?.latest?.inspection;
  }

  /**
   * Whether a look at a folder took too long, so that there is no other until somebody asks, or changes an ignore file.
   */
  hasGivenUp(folder: vscode.Uri): boolean {
    return this.known.get(folder.toString())?.isGivenUp ?? false;
  }

  /** The folder that a file or folder belongs to, of those that were looked at: the nearest. */
  holding(uri: vscode.Uri): ({ readonly folder: vscode.Uri } & TimedInspection) | undefined {
    const holders = [...this.known.values()].flatMap(({ folder, latest }) =>
      latest && isInside(uri, folder) ? [{ folder, ...latest }] : [],
    );
    return holders.toSorted((one, other) => other.folder.path.length - one.folder.path.length)[0];
  }

  /** Looks at a folder now, and from now on whenever something in it changes. */
  async inspect(folder: vscode.Uri, signal: AbortSignal): Promise<Inspection> {
    const key = folder.toString();
    const watched = this.known.get(key) ?? new WatchedFolder(folder, () => this.changes.fire(folder));
    this.known.set(key, watched);
    return watched.inspect(signal);
  }

  /** Adds what somebody else says of a folder as it is now: it stands until the next look at it. */
  add(folder: vscode.Uri, problem: Problem): void {
    this.known.get(folder.toString())?.add(problem);
  }

  /** Does what writes rules one after the other: two at once would read the same file, and one would be lost. */
  async serialize<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.writing.then(work);
    this.writing = Promise.allSettled([mine]);
    return mine;
  }

  dispose(): void {
    for (const watched of this.known.values()) watched.dispose();
    vscode.Disposable.from(...this.listeners, this.changes).dispose();
  }

  private touchBelow(file: vscode.Uri): void {
    this.touchIn(vscode.Uri.joinPath(file, '..'), file);
  }

  private touchIn(above: vscode.Uri, cause = above): void {
    for (const watched of this.known.values()) if (isInside(watched.folder, above)) watched.touch(cause);
  }

  private forgetBelow(uri: vscode.Uri): void {
    for (const [key, watched] of this.known) {
      if (!isInside(watched.folder, uri)) continue;
      watched.dispose();
      this.known.delete(key);
      this.changes.fire(watched.folder);
    }
  }
}
