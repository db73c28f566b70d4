import path from 'node:path';
import * as vscode from 'vscode';
import { inspectExtension, type Inspection, type Problem } from '../app';
import { Cancelled } from '../core/errors';
import { inspectOptions, onInspectOptionsChange } from './settings';

/** Milliseconds without another change, before a folder is looked at again: a build writes many files. */
const QUIET = 300;

/** What is known of the extension folders that were looked at. Each is looked at again when something in it changes, while it lies open. */
export class Inspections {
  private readonly known = new Map<string, WatchedFolder>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  private writing: Promise<unknown> = Promise.resolve();
  /** Told with the folder, after each look at it. */
  readonly onDidChange = this.changes.event;
  /** Rules may stand above the folder too. */
  private readonly ignoreFiles = vscode.workspace.createFileSystemWatcher('**/{.gitignore,.extensionignore}');
  private readonly listeners = [
    this.ignoreFiles,
    this.ignoreFiles.onDidChange(() => this.lookAgainAtAll()),
    this.ignoreFiles.onDidCreate(() => this.lookAgainAtAll()),
    this.ignoreFiles.onDidDelete(() => this.lookAgainAtAll()),
    onInspectOptionsChange(() => this.lookAgainAtAll()),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => removed.forEach(({ uri }) => this.forgetBelow(uri))),
  ];

  /** The last look at a folder; undefined where there was none. */
  get(folder: vscode.Uri): Inspection | undefined {
    return this.known.get(folder.toString())?.inspection;
  }

  /** The folder that a file or folder belongs to, of those that were looked at. */
  holding(uri: vscode.Uri): { folder: vscode.Uri; inspection: Inspection } | undefined {
    const holders = [...this.known.values()].filter(({ folder }) => isInside(uri, folder));
    const [nearest] = holders.toSorted((one, other) => other.folder.path.length - one.folder.path.length);
    return nearest?.inspection && { folder: nearest.folder, inspection: nearest.inspection };
  }

  /** Looks at a folder now, and from now on whenever something in it changes. */
  async inspect(folder: vscode.Uri, signal: AbortSignal): Promise<Inspection> {
    const inspection = await inspectExtension(folder.fsPath, inspectOptions(folder), signal);
    const key = folder.toString();
    const watched = this.known.get(key) ?? new WatchedFolder(folder, () => void this.lookAgain(folder));
    watched.inspection = inspection;
    this.known.set(key, watched);
    this.changes.fire(folder);
    return inspection;
  }

  /** Does what writes rules one after the other: two at once would read the same file, and one would be lost. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.writing.then(work);
    this.writing = Promise.allSettled([mine]);
    return mine;
  }

  /** Adds what somebody else says of a folder as it is now: it stands until the next look at it. */
  add(folder: vscode.Uri, problem: Problem): void {
    const watched = this.known.get(folder.toString());
    if (!watched?.inspection) return;
    const others = watched.inspection.problems.filter(({ source }) => source !== problem.source);
    watched.inspection = { ...watched.inspection, problems: [problem, ...others] };
    this.changes.fire(folder);
  }

  /** Where a folder turned out not to be the one that was meant. */
  forget(folder: vscode.Uri): void {
    const key = folder.toString();
    this.known.get(key)?.dispose();
    if (this.known.delete(key)) this.changes.fire(folder);
  }

  dispose(): void {
    for (const watched of this.known.values()) watched.dispose();
    vscode.Disposable.from(...this.listeners, this.changes).dispose();
  }

  private lookAgainAtAll(): void {
    for (const { folder } of this.known.values()) void this.lookAgain(folder);
  }

  /** A folder that cannot be looked at any more is gone: then nothing is known of it. */
  private async lookAgain(folder: vscode.Uri): Promise<void> {
    const watched = this.known.get(folder.toString());
    if (!watched) return;
    await this.inspect(folder, watched.newSignal()).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) this.forget(folder);
    });
  }

  private forgetBelow(uri: vscode.Uri): void {
    for (const { folder } of this.known.values()) if (isInside(folder, uri)) this.forget(folder);
  }
}

/** Path of something within a folder, with `/`. */
export function pathWithin(folder: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(folder.fsPath, uri.fsPath).split(path.sep).join('/');
}

/** Whether something lies in a folder, or is the folder. */
export function isInside(uri: vscode.Uri, folder: vscode.Uri): boolean {
  const relative = path.relative(folder.fsPath, uri.fsPath);
  return uri.scheme === folder.scheme && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

class WatchedFolder {
  inspection?: Inspection;
  private readonly watcher: vscode.FileSystemWatcher;
  private timer?: NodeJS.Timeout;
  private looking = new AbortController();

  constructor(
    readonly folder: vscode.Uri,
    private readonly onQuiet: () => void,
  ) {
    this.watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
    this.watcher.onDidChange((uri) => this.touched(uri));
    this.watcher.onDidCreate((uri) => this.touched(uri));
    this.watcher.onDidDelete((uri) => this.touched(uri));
  }

  /** A newer look takes the place of one that is under way. */
  newSignal(): AbortSignal {
    this.looking.abort();
    this.looking = new AbortController();
    return this.looking.signal;
  }

  dispose(): void {
    this.looking.abort();
    clearTimeout(this.timer);
    this.watcher.dispose();
  }

  private touched(uri: vscode.Uri): void {
    const inside = pathWithin(this.folder, uri);
    if (this.inspection?.leftOut.some((each) => inside.startsWith(`${each.path}/`))) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onQuiet, QUIET);
  }
}
