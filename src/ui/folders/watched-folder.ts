import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import { inspectExtension, TookTooLong, type Inspection, type Problem } from '../../packaging';
import { inspectOptions } from '../editor/settings';
import { watchFolder } from '../editor/watch-folder';
import { pathWithin } from '../editor/within';
import { isSameInspection } from './same-inspection';

/** Milliseconds without another change before a folder is inspected again: a build writes many files. */
const QUIET = 300;

/** The inspection of a folder, and when it began, in milliseconds since 1970. */
export interface TimedInspection {
  readonly inspection: Inspection;
  readonly began: number;
}

/**
 * An extension folder that is inspected again whenever something in it changes, also after it was deleted and created
 * again.
 */
export class WatchedFolder {
  private last?: TimedInspection;
  /**
   * The paths of the last inspection, to check quickly whether each of the thousands of changes during an installation
   * matters.
   */
  private paths?: Paths;
  private newest = 0;
  /** If true, no inspection starts by itself until an ignore file changes: each would keep a core busy for as long. */
  private tookTooLong = false;
  private disposed = false;
  private timer?: NodeJS.Timeout;
  /** Of the browser that the last inspection was for. */
  private chromium: string | undefined;
  /** Cancels the newest inspection that was started by a change. */
  private looking?: AbortController;
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
    this.watcher = watchFolder(folder, { onChange, onCreate: onChange, onDelete: onChange });
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
    // What has changed until now is part of this inspection. Another one would remove what a browser says meanwhile.
    const wasPending = this.timer !== undefined;
    this.clearTimer();
    this.underWay += 1;
    try {
      const chromium = (this.chromium = this.chromiumOf(this.folder));
      const options = { ...inspectOptions(this.folder), ...(chromium !== undefined && { chromium }) };
      const inspection = await inspectExtension(this.folder.fsPath, options, signal);
      await this.keep(mine, { inspection, began });
      return inspection;
    } catch (error) {
      if (error instanceof Cancelled) {
        if (wasPending) this.touch();
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
    if (!this.last) return;
    const { inspection, began } = this.last;
    const others = inspection.problems.filter(({ source }) => source !== problem.source);
    void this.keep(this.newest, { inspection: { ...inspection, problems: [problem, ...others] }, began });
  }

  /**
   * Something that affects the inspection has changed; `cause` is the file, if any. Inspects again when no more changes
   * follow.
   */
  touch(cause?: vscode.Uri): void {
    const isRules = !cause || IGNORE_FILE.test(cause.path);
    if (this.tookTooLong && !isRules) return;
    this.rulesChanged ||= isRules;
    this.clearTimer();
    if (this.disposed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.inspectAgain();
    }, QUIET);
  }

  /** Inspects the folder again if it is for another version of the browser now. */
  touchIfOtherChromium(): void {
    if (this.last && this.chromiumOf(this.folder) !== this.chromium) this.touch();
  }

  dispose(): void {
    this.disposed = true;
    this.looking?.abort();
    this.clearTimer();
    this.watcher.dispose();
  }

  private clearTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async keep(look: number, seen: TimedInspection | undefined, tookTooLong = false): Promise<void> {
    if (look !== this.newest || this.disposed) return;
    this.tookTooLong = tookTooLong;
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
    if (this.changedMeanwhile) return;
    this.rulesChanged = false;
    this.looking?.abort();
    this.looking = new AbortController();
    await this.inspect(this.looking.signal).catch(() => undefined);
  }

  private changed(uri: vscode.Uri): void {
    if (this.last && staysOut((this.paths ??= pathsOf(this.last.inspection)), pathWithin(this.folder, uri))) return;
    this.touch(uri);
  }
}

const IGNORE_FILE = /\/\.(gitignore|extensionignore)$/;

interface Paths {
  readonly excluded: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
}

function pathsOf({ excluded, files, named }: Inspection): Paths {
  return {
    excluded: new Set(excluded.map(({ path }) => path)),
    needed: new Set([...named, ...files.map(({ path }) => path)]),
  };
}

/** Whether a path is inside an excluded folder and not needed: installed packages change by the thousands. */
function staysOut({ excluded, needed }: Paths, within: string): boolean {
  return !needed.has(within) && foldersAbove(within).some((folder) => excluded.has(folder));
}

function foldersAbove(within: string): string[] {
  return [...within.matchAll(/\//g)].map(({ index }) => within.slice(0, index));
}
