import path from 'node:path';
import * as vscode from 'vscode';
import type { FolderChanges } from '../../app/watch-loop';
import {
  MANIFEST,
  type Inspection,
  type Problem,
  findExtensionAbove,
  proposeFolder,
  TookTooLong,
} from '../../packaging';
import { onInspectOptionsChange } from '../editor/settings';
import { isInside, isSame } from '../editor/uris';
import { InspectedFolder, type TimedInspection } from './inspected-folder';

/** Files that affect a folder's inspection, and that may be above the folder, or be restored with it. */
const DECIDING = `**/{.gitignore,.extensionignore,${MANIFEST}}`;

/** The inspections of extension folders, kept up to date while the window is open. */
export class Inspections {
  private readonly known = new Map<string, InspectedFolder>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  private writing: Promise<unknown> = Promise.resolve();
  /** Fires with the folder, after each inspection. */
  readonly onDidChange = this.changes.event;
  private readonly deciding = vscode.workspace.createFileSystemWatcher(DECIDING);
  /** For a deleted folder, the editor reports only the folder itself, not its contents. */
  private readonly deletions = vscode.workspace.createFileSystemWatcher('**/*', true, true);
  private readonly listeners = [
    this.deciding,
    this.deletions,
    this.deletions.onDidDelete((uri) => this.touchIn(uri)),
    this.deciding.onDidChange((uri) => this.touchBelow(uri)),
    this.deciding.onDidCreate((uri) => this.touchBelow(uri)),
    this.deciding.onDidDelete((uri) => this.touchBelow(uri)),
    onInspectOptionsChange(() => this.known.forEach((inspected) => inspected.optionsChanged())),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => removed.forEach(({ uri }) => this.forgetBelow(uri))),
  ];

  /** @param chromiumOf the version of the browser that a folder is for, if it is known. */
  constructor(private readonly chromiumOf: (folder: vscode.Uri) => string | undefined) {}

  /** Inspects folders again that are for another version of the browser now. */
  chromiumChanged(): void {
    for (const inspected of this.known.values()) inspected.chromiumChanged();
  }

  /** The latest inspection of a folder; undefined if there was none, or if the folder does not exist any more. */
  get(folder: vscode.Uri): Inspection | undefined {
    return this.known.get(folder.toString())?.latest?.inspection;
  }

  /**
   * Whether the inspection of a folder took too long. It is then repeated only when the user requests it, or changes an
   * ignore file.
   */
  hasGivenUp(folder: vscode.Uri): boolean {
    return this.known.get(folder.toString())?.isGivenUp ?? false;
  }

  /** The nearest inspected folder that contains a file or folder. */
  holding(uri: vscode.Uri): ({ readonly folder: vscode.Uri } & TimedInspection) | undefined {
    const holders = [...this.known.values()].flatMap(({ folder, latest }) =>
      latest && isInside(uri, folder) ? [{ folder, ...latest }] : [],
    );
    return holders.toSorted((one, other) => other.folder.path.length - one.folder.path.length)[0];
  }

  /** Paths of all inspected folders, and of the folders in them as far as they were entered. */
  get folders(): string[] {
    return [...new Set([...this.known.values()].flatMap(foldersOf))];
  }

  /** Inspects a folder now, and again whenever something in it changes. */
  async inspect(folder: vscode.Uri, signal: AbortSignal): Promise<Inspection> {
    return this.inspected(folder).inspect(signal);
  }

  /** The inspection that the last change has started, or else a new one: for those who listen to the changes. */
  async inspectChanged(folder: vscode.Uri, signal: AbortSignal): Promise<Inspection> {
    return this.inspected(folder).inspectChanged(signal);
  }

  /** The changes in a folder that its inspection may depend on, until the disposal. */
  changesIn(folder: vscode.Uri): FolderChanges {
    return this.inspected(folder).changes();
  }

  /** Adds a problem that a browser or a service reported for the folder; it is shown until the next inspection. */
  add(folder: vscode.Uri, problem: Problem): void {
    this.known.get(folder.toString())?.add(problem);
  }

  /** Shows what an update of the folder does, until the next inspection. */
  compared(folder: vscode.Uri, problems: readonly Problem[]): void {
    this.known.get(folder.toString())?.compared(problems);
  }

  /**
   * Runs work that writes rules, one after another: two at the same time would read the same file, and one change would
   * be lost.
   */
  async serialize<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.writing.then(work);
    this.writing = Promise.allSettled([mine]);
    return mine;
  }

  dispose(): void {
    for (const inspected of this.known.values()) inspected.dispose();
    vscode.Disposable.from(...this.listeners, this.changes).dispose();
  }

  private inspected(folder: vscode.Uri): InspectedFolder {
    const key = folder.toString();
    const inspected =
      this.known.get(key) ?? new InspectedFolder(folder, this.chromiumOf, () => this.changes.fire(folder));
    this.known.set(key, inspected);
    return inspected;
  }

  private touchBelow(file: vscode.Uri): void {
    this.touchIn(vscode.Uri.joinPath(file, '..'), file);
  }

  private touchIn(above: vscode.Uri, cause = above): void {
    for (const inspected of this.known.values()) if (isInside(inspected.folder, above)) inspected.touch(cause);
  }

  private forgetBelow(uri: vscode.Uri): void {
    for (const [key, inspected] of this.known) {
      // A folder that is watched, and uploaded at each change, is kept.
      if (!isInside(inspected.folder, uri) || inspected.hasListeners) continue;
      inspected.dispose();
      this.known.delete(key);
      this.changes.fire(inspected.folder);
    }
  }
}

function foldersOf({ folder: { fsPath }, latest }: InspectedFolder): string[] {
  if (!latest) return [];
  const { files, excluded } = latest.inspection;
  const within = new Set([
    ...files.map((file) => path.posix.dirname(file.path)),
    ...excluded.map((each) => (each.folder ? each.path : path.posix.dirname(each.path))),
  ]);
  return [fsPath, ...[...within].map((each) => path.join(fsPath, each))];
}

/**
 * Returns a function that checks a folder with a manifest, so that the problems appear in the Problems panel during
 * work. The user did not request this check, so its errors are reported only when the user runs a command. A folder
 * whose check took too long is not checked again until then, or until its ignore file changes.
 */
export function manifestCheck(inspections: Inspections): (folder: vscode.Uri) => Promise<void> {
  const begun = new Set<string>();
  return async (folder) => {
    const key = folder.toString();
    if (begun.has(key) || inspections.get(folder) || inspections.hasGivenUp(folder)) return;
    begun.add(key);
    const error: unknown = await check(inspections, folder).catch((thrown: unknown) => thrown);
    if (!(error instanceof TookTooLong)) begun.delete(key);
  };
}

async function check(inspections: Inspections, folder: vscode.Uri): Promise<void> {
  // Web apps have a manifest.json too.
  if ((await findExtensionAbove(folder.fsPath, folder.fsPath)) === undefined) return;
  const { signal } = new AbortController();
  const found = await proposeFolder(folder.fsPath, signal);
  // If the folder is a template, Chromium loads its build instead.
  if ('chosen' in found && isSame(vscode.Uri.file(found.chosen.folder), folder))
    await inspections.inspect(folder, signal);
}
