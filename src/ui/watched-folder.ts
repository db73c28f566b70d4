import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { inspectExtension, type Inspection, type Problem } from '../app';
import { Cancelled } from '../core/errors';
import { inspectOptions } from './settings';
import { pathWithin } from './within';

/** Milliseconds without another change, before a folder is looked at again: a build writes many files. */
const QUIET = 300;

/** What was seen of a folder, and when the look at it began, in milliseconds since 1970. */
export interface Look {
  readonly inspection: Inspection;
  readonly began: number;
}

/** An extension folder that is looked at again whenever something in it changes, also when it was gone in between. */
export class WatchedFolder {
  private last?: Look;
  private newest = 0;
  private disposed = false;
  private timer?: NodeJS.Timeout;
  private looking = new AbortController();
  private readonly watcher: vscode.FileSystemWatcher;

  /** @param onLook told after each look that saw something else than the one before, also one that finds the folder gone. */
  constructor(
    readonly folder: vscode.Uri,
    private readonly onLook: () => void,
  ) {
    this.watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
    this.watcher.onDidChange((uri) => this.changed(uri));
    this.watcher.onDidCreate((uri) => this.changed(uri));
    this.watcher.onDidDelete((uri) => this.changed(uri));
  }

  /** The last look; undefined where there was none yet, or where the folder was gone. */
  get look(): Look | undefined {
    return this.last;
  }

  /** Looks at the folder now. Of several looks at once the one that began last counts. */
  async inspect(signal: AbortSignal): Promise<Inspection> {
    const mine = ++this.newest;
    const began = Date.now();
    try {
      const inspection = await inspectExtension(this.folder.fsPath, inspectOptions(this.folder), signal);
      this.keep(mine, { inspection, began });
      return inspection;
    } catch (error) {
      if (!(error instanceof Cancelled)) this.keep(mine, undefined);
      throw error;
    }
  }

  /** Adds what somebody else says of the folder as it is now: it stands until the next look. */
  add(problem: Problem): void {
    if (!this.last) return;
    const { inspection, began } = this.last;
    const others = inspection.problems.filter(({ source }) => source !== problem.source);
    this.keep(this.newest, { inspection: { ...inspection, problems: [problem, ...others] }, began });
  }

  /** Something that decides over the folder has changed: looks again once it is quiet. */
  touch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookAgain(), QUIET);
  }

  dispose(): void {
    this.disposed = true;
    this.looking.abort();
    clearTimeout(this.timer);
    this.watcher.dispose();
  }

  private keep(look: number, seen: Look | undefined): void {
    if (look !== this.newest || this.disposed) return;
    // What looks the same is not told: rows that are drawn anew lose the click that is just being made.
    const same = isDeepStrictEqual(this.last?.inspection, seen?.inspection);
    if (seen) this.last = seen;
    else delete this.last;
    if (!same) this.onLook();
  }

  /** Nobody waits for this one: what goes wrong is told when somebody asks. */
  private async lookAgain(): Promise<void> {
    this.looking.abort();
    this.looking = new AbortController();
    await this.inspect(this.looking.signal).catch(() => undefined);
  }

  private changed(uri: vscode.Uri): void {
    if (this.last && staysOut(this.last.inspection, pathWithin(this.folder, uri))) return;
    this.touch();
  }
}

/** Whether something lies in a folder that stays out, and nobody needs it: installed packages change by the thousand. */
function staysOut({ leftOut, files, named }: Inspection, within: string): boolean {
  if (!leftOut.some(({ path }) => within.startsWith(`${path}/`))) return false;
  return !named.includes(within) && !files.some(({ path }) => path === within);
}
