import * as vscode from 'vscode';
import { inspectExtension, TookTooLong, type Inspection, type Problem } from '../../app';
import { Cancelled } from '../../core/errors';
import { isSameInspection } from './same-inspection';
import { inspectOptions } from '../editor/settings';
import { pathWithin } from '../editor/within';

/** Milliseconds without another change, before a folder is looked at again: a build writes many files. */
const QUIET = 300;

/** What was seen of a folder, and when the look at it began, in milliseconds since 1970. */
export interface TimedInspection {
  readonly inspection: Inspection;
  readonly began: number;
}

/** An extension folder that is looked at again whenever something in it changes, also when it was gone in between. */
export class WatchedFolder {
  private last?: TimedInspection;
  /** What lies in the last look, so that each of the thousand changes of an installation is held against it quickly. */
  private paths?: Paths;
  private newest = 0;
  /** Then no look begins unasked until an ignore file changes: each would keep a core busy as long. */
  private tookTooLong = false;
  private disposed = false;
  private timer?: NodeJS.Timeout;
  /** The newest look that began because something changed. */
  private looking?: AbortController;
  /** Looks that are under way, whoever began them. */
  private underWay = 0;
  private rulesChanged = false;
  private changedMeanwhile = false;
  private readonly watcher: vscode.FileSystemWatcher;

  /**
   * @param onInspected told after each look that saw something else than the one before, also one that finds the folder
   * gone.
   */
  constructor(
    readonly folder: vscode.Uri,
    private readonly onInspected: () => void,
  ) {
    this.watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
    this.watcher.onDidChange((uri) => this.changed(uri));
    this.watcher.onDidCreate((uri) => this.changed(uri));
    this.watcher.onDidDelete((uri) => this.changed(uri));
  }

  /** The last look; undefined where there was none yet, or where the folder was gone. */
  get latest(): TimedInspection | undefined {
    return this.last;
  }

  /** Whether somebody has to ask before there is another look, or change an ignore file: the last one took too long. */
  get isGivenUp(): boolean {
    return this.tookTooLong;
  }

  /** Looks at the folder now. Of several looks at once the one that began last counts. */
  async inspect(signal: AbortSignal): Promise<Inspection> {
    const mine = ++this.newest;
    const began = Date.now();
    this.underWay += 1;
    try {
      const inspection = await inspectExtension(this.folder.fsPath, inspectOptions(this.folder), signal);
      await this.keep(mine, { inspection, began });
      return inspection;
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      await this.keep(mine, undefined, error instanceof TookTooLong);
      throw error;
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0 && this.changedMeanwhile && !this.tookTooLong && !this.disposed) void this.inspectAgain();
    }
  }

  /** Adds what somebody else says of the folder as it is now: it stands until the next look. */
  add(problem: Problem): void {
    if (!this.last) return;
    const { inspection, began } = this.last;
    const others = inspection.problems.filter(({ source }) => source !== problem.source);
    void this.keep(this.newest, { inspection: { ...inspection, problems: [problem, ...others] }, began });
  }

  /** Something that decides over the folder has changed, `cause` if it is a file: looks again once it is quiet. */
  touch(cause?: vscode.Uri): void {
    const isRules = !cause || IGNORE_FILE.test(cause.path);
    if (this.tookTooLong && !isRules) return;
    this.rulesChanged ||= isRules;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.inspectAgain(), QUIET);
  }

  dispose(): void {
    this.disposed = true;
    this.looking?.abort();
    clearTimeout(this.timer);
    this.watcher.dispose();
  }

  private async keep(look: number, seen: TimedInspection | undefined, tookTooLong = false): Promise<void> {
    if (look !== this.newest || this.disposed) return;
    this.tookTooLong = tookTooLong;
    const before = this.last?.inspection;
    if (seen) this.last = seen;
    else delete this.last;
    delete this.paths;
    // What looks the same is not told: rows that are drawn anew lose the click that is just being made.
    if (!(await isSameInspection(before, seen?.inspection)) && !this.disposed) this.onInspected();
  }

  /**
   * Nobody waits for this one: what goes wrong is told when somebody asks. Beside a look that is under way another
   * begins only for other rules: else one that hangs would be joined by a second, or never come to its deadline, while
   * files are being saved.
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

/**
 * Whether something lies in a folder that is excluded, and nobody needs it: installed packages change by the thousand.
 */
function staysOut({ excluded, needed }: Paths, within: string): boolean {
  return !needed.has(within) && foldersAbove(within).some((folder) => excluded.has(folder));
}

function foldersAbove(within: string): string[] {
  return [...within.matchAll(/\//g)].map(({ index }) => within.slice(0, index));
}
