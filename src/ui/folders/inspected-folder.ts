import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { FolderPaths } from '../../app/folder-paths';
import { SettledChanges, type FolderChanges } from '../../app/watch-loop';
import { Cancelled, raceWithAbort } from '../../core/errors';
import { inspectExtension, TookTooLong, type Inspection, type Problem } from '../../packaging';
import { inspectOptions } from '../editor/settings';
import { watchFiles } from '../editor/file-watcher';
import { pathWithin } from '../editor/uris';

/** The inspection of a folder, and when it began, in milliseconds since 1970. */
export interface TimedInspection {
  readonly inspection: Inspection;
  readonly began: number;
}

/**
 * An extension folder whose changes are watched: when they have settled it is inspected again, also after it was deleted
 * and created again, and uploaded by those who listen.
 */
export class InspectedFolder {
  private last?: TimedInspection;
  /** The paths of the last inspection. */
  private paths?: FolderPaths;
  private newest = 0;
  /** If true, no inspection starts by itself until an ignore file changes: each would keep a core busy for as long. */
  private tookTooLong = false;
  private disposed = false;
  /** Whether something has changed since the newest inspection began. */
  private isStale = false;
  private readonly settled = new SettledChanges();
  /** How many listen to the changes. */
  private listening = 0;
  /** Of the browser that the last inspection was for. */
  private chromium: string | undefined;
  /** The newest inspection that was started by a change, while it runs and nothing else has changed. */
  private current: Promise<Inspection> | undefined;
  /** Cancels it. */
  private inspecting?: AbortController;
  /** Number of running inspections, however they were started. */
  private underWay = 0;
  private rulesChanged = false;
  private changedMeanwhile = false;
  private readonly watcher: vscode.Disposable;

  /**
   * @param chromiumOf the version of the browser that a folder is for, if it is known.
   * @param onInspected called after each inspection with another result than the previous one, also if the folder does
   * not exist any more.
   */
  constructor(
    readonly folder: vscode.Uri,
    private readonly chromiumOf: (folder: vscode.Uri) => string | undefined,
    private readonly onInspected: () => void,
  ) {
    const onChange = (uri: vscode.Uri): void => this.changed(uri);
    this.watcher = watchFiles(folder, {
      onChange: (uri) => this.changed(uri, uri.fsPath),
      onCreate: onChange,
      onDelete: onChange,
    });
    this.settled.onDidSettle(() => {
      if (this.isStale) void this.inspectAgain();
    });
  }

  /** Its changes, for one who listens to them until the disposal. */
  changes(): FolderChanges {
    const { settled } = this;
    this.listening += 1;
    return {
      get isPending() {
        return settled.isPending;
      },
      onDidSettle: settled.onDidSettle,
      settle: () => settled.settle(),
      dispose: () => {
        this.listening -= 1;
      },
    };
  }

  get hasListeners(): boolean {
    return this.listening > 0;
  }

  /** The last inspection; undefined if there was none yet, or if the folder did not exist. */
  get latest(): TimedInspection | undefined {
    return this.last;
  }

  /**
   * Whether the last inspection took too long. Another one is started only by the user, or by a change of an ignore
   * file.
   */
  get isGivenUp(): boolean {
    return this.tookTooLong;
  }

  /** Inspects the folder now. If several inspections run at the same time, the one that started last counts. */
  async inspect(signal: AbortSignal): Promise<Inspection> {
    const mine = ++this.newest;
    const began = Date.now();
    // Changes up to now are part of this inspection. A further one would remove problems that a browser reports meanwhile.
    const wasStale = this.isStale;
    this.isStale = false;
    this.underWay += 1;
    try {
      const chromium = (this.chromium = this.chromiumOf(this.folder));
      const options = { ...inspectOptions(this.folder), ...(chromium !== undefined && { chromium }) };
      const inspection = await inspectExtension(this.folder.fsPath, options, signal);
      await this.keep(mine, { inspection, began });
      return inspection;
    } catch (error) {
      if (error instanceof Cancelled) {
        if (wasStale) void this.inspectAgain();
        throw error;
      }
      await this.keep(mine, undefined, error instanceof TookTooLong);
      throw error;
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0 && this.changedMeanwhile && !this.tookTooLong && !this.disposed) void this.inspectAgain();
    }
  }

  /** Adds a problem that a browser or a service reported for the folder; it is shown until the next inspection. */
  add(problem: Problem): void {
    this.replace([problem], ({ source }) => source === problem.source);
  }

  /** Shows what an update does, in place of a former comparison, until the next inspection. */
  compared(problems: readonly Problem[]): void {
    this.replace(problems, ({ code }) => code.startsWith('update-'));
  }

  private replace(problems: readonly Problem[], isFormer: (problem: Problem) => boolean): void {
    if (!this.last) return;
    const { inspection, began } = this.last;
    const others = inspection.problems.filter((problem) => !isFormer(problem));
    void this.keep(this.newest, { inspection: { ...inspection, problems: [...problems, ...others] }, began });
  }

  /**
   * The inspection that the last change has started, or else a new one. It is for those who listen to the changes: what
   * the editor has not told yet is the next one.
   */
  async inspectChanged(signal: AbortSignal): Promise<Inspection> {
    try {
      if (this.current) return await raceWithAbort(this.current, signal);
    } catch (error) {
      // Another change may have cancelled it.
      if (!(error instanceof Cancelled) || signal.aborted) throw error;
    }
    return this.inspect(signal);
  }

  /**
   * Something has changed that the inspection may depend on.
   * @param cause the file or folder.
   * @param saved the file, if only its contents changed.
   */
  touch(cause: vscode.Uri, saved?: string): void {
    if (this.disposed) return;
    const isRules = IGNORE_FILE.test(cause.path);
    this.rulesChanged ||= isRules;
    this.isStale ||= isRules || !this.tookTooLong;
    this.current = undefined;
    this.settled.changed(saved);
  }

  /** Inspects the folder again, because it is to be inspected in another way now. */
  optionsChanged(): void {
    this.rulesChanged = true;
    void this.inspectAgain();
  }

  /** Inspects the folder again if it is for another version of the browser now. */
  chromiumChanged(): void {
    if (this.last && this.chromiumOf(this.folder) !== this.chromium) this.optionsChanged();
  }

  dispose(): void {
    this.disposed = true;
    this.inspecting?.abort();
    this.settled.dispose();
    this.watcher.dispose();
  }

  private async keep(attempt: number, seen: TimedInspection | undefined, tookTooLong = false): Promise<void> {
    if (attempt !== this.newest || this.disposed) return;
    this.tookTooLong = tookTooLong;
    // What changed meanwhile is no reason for another one that takes as long.
    if (tookTooLong) this.isStale &&= this.rulesChanged;
    const before = this.last?.inspection;
    if (seen) this.last = seen;
    else delete this.last;
    delete this.paths;
    // No event for an equal result: redrawing the rows would lose a click that the user is just making.
    if (!(await isSameInspection(before, seen?.inspection)) && !this.disposed) this.onInspected();
  }

  /**
   * Nobody waits for this inspection, so its errors are reported only when the user runs a command. While another
   * inspection is running, it starts only if the rules have changed. Otherwise, while files are being saved, a second
   * inspection would join one that hangs, or the running one would never reach its deadline.
   */
  private async inspectAgain(): Promise<void> {
    this.changedMeanwhile = this.underWay > 0 && !this.rulesChanged;
    if (this.changedMeanwhile || this.disposed) return;
    this.rulesChanged = false;
    this.isStale = false;
    this.inspecting?.abort();
    this.inspecting = new AbortController();
    const current = this.inspect(this.inspecting.signal);
    this.current = current;
    await current.catch(() => undefined);
    if (this.current === current) this.current = undefined;
  }

  private changed(uri: vscode.Uri, saved?: string): void {
    if (this.last) {
      this.paths ??= new FolderPaths(this.last.inspection);
      if (this.paths.isExcludedAlone(pathWithin(this.folder, uri))) return;
    }
    this.touch(uri, saved);
  }
}

const IGNORE_FILE = /\/\.(gitignore|extensionignore)$/;
/** The number of items compared in about half a millisecond. */
const SLICE = 200;

/**
 * Whether two inspections of a folder have the same result. With 10,000 files this takes a while, so other work of the
 * editor gets a turn in between.
 */
async function isSameInspection(one: Inspection | undefined, other: Inspection | undefined): Promise<boolean> {
  if (!one || !other) return one === other;
  const { files, excluded, problems, ...rest } = one;
  const { files: otherFiles, excluded: otherExcluded, problems: otherProblems, ...otherRest } = other;
  if (!isDeepStrictEqual(rest, otherRest)) return false;
  return (
    (await isSameList(files, otherFiles)) &&
    (await isSameList(excluded, otherExcluded)) &&
    isSameList(problems, otherProblems)
  );
}

async function isSameList(one: readonly unknown[], other: readonly unknown[]): Promise<boolean> {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += SLICE) {
    if (!isDeepStrictEqual(one.slice(at, at + SLICE), other.slice(at, at + SLICE))) return false;
    await setImmediate();
  }
  return true;
}
