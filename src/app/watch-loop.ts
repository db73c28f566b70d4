import { Emitter, type Subscribe } from '../core/emitter';

/** Milliseconds without another change after which the changes count as settled: a build writes many files. */
const QUIET = 300;
/** The same if only one file was saved, as a person does. */
const QUIET_SAVE = 25;
/** Milliseconds before work that could not be done is tried again. */
const RETRY_PAUSES = [2_000, 8_000, 30_000];

/** Tells of the changes of a folder once they have settled. */
export class SettledChanges {
  private timer: NodeJS.Timeout | undefined;
  /** The only file that was saved since they have settled; undefined if more happened. */
  private saved: string | undefined;
  private readonly settles = new Emitter();
  readonly onDidSettle = this.settles.event;

  /**
   * @param quiet milliseconds without another change.
   * @param quietSave the same after a single file was saved.
   */
  constructor(
    private readonly quiet = QUIET,
    private readonly quietSave = Math.min(quiet, QUIET_SAVE),
  ) {}

  /** Whether there are changes that have not settled. */
  get isPending(): boolean {
    return this.timer !== undefined;
  }

  /**
   * Call this for each change.
   * @param saved the file, if the contents of an existing file changed.
   */
  changed(saved?: string): void {
    this.saved = this.timer === undefined || this.saved === saved ? saved : undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), this.saved === undefined ? this.quiet : this.quietSave);
  }

  /** What has changed needs no further quiet moment. */
  settle(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.settles.fire();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.settles.dispose();
  }
}

/** The changes of a folder, for one who listens to them. */
export interface FolderChanges extends Pick<SettledChanges, 'isPending' | 'onDidSettle' | 'settle'> {
  dispose(): void;
}

/** The builds that may be writing to the folder. */
export interface Builds {
  readonly isRunning: boolean;
  /** Fires when one of them has ended. */
  readonly onDidEnd: Subscribe;
}

/** For who cannot know of them. */
export const NO_BUILDS: Builds = { isRunning: false, onDidEnd: () => ({ dispose: () => {} }) };

export interface WatchOptions {
  readonly builds?: Builds;
  /** Milliseconds before each further try. */
  readonly retryPauses?: readonly number[];
}

/**
 * Does work after changes: when they have settled and no build is running, never twice at a time, and once more if
 * something changed meanwhile.
 */
export class WatchLoop {
  private working = false;
  private changedMeanwhile = false;
  /** Whether the work only waits for the end of a build. */
  private waiting = false;
  private retrying: NodeJS.Timeout | undefined;
  private failures = 0;
  private readonly stopping = new AbortController();
  private readonly builds: Builds;
  private readonly retryPauses: readonly number[];
  private readonly listeners: readonly ReturnType<Subscribe>[];

  /**
   * @param changes disposed of at the end.
   * @param work must handle its own errors; it returns `tryAgain` if it may succeed in a moment, with no other change.
   * Its signal is aborted when the loop is stopped.
   */
  constructor(
    private readonly changes: FolderChanges,
    private readonly work: (signal: AbortSignal) => Promise<'tryAgain' | void>,
    { builds = NO_BUILDS, retryPauses = RETRY_PAUSES }: WatchOptions = {},
  ) {
    this.builds = builds;
    this.retryPauses = retryPauses;
    this.listeners = [changes.onDidSettle(() => this.changed()), builds.onDidEnd(() => this.buildEnded())];
  }

  /** Does the work, because something may have changed. */
  changed(): void {
    if (this.stopping.signal.aborted) return;
    this.failures = 0;
    if (this.working) this.changedMeanwhile = true;
    else this.begin();
  }

  stop(): void {
    clearTimeout(this.retrying);
    for (const listener of this.listeners) listener.dispose();
    if (!this.stopping.signal.aborted) this.changes.dispose();
    this.stopping.abort();
  }

  private begin(): void {
    clearTimeout(this.retrying);
    this.retrying = undefined;
    this.waiting = this.builds.isRunning;
    if (!this.waiting) void this.run();
  }

  private buildEnded(): void {
    if (this.builds.isRunning) return;
    // What a build has changed needs no further quiet moment.
    if (this.changes.isPending) this.changes.settle();
    else if (this.waiting || this.retrying) this.begin();
  }

  private async run(): Promise<void> {
    this.working = true;
    this.changedMeanwhile = false;
    const result = await this.work(this.stopping.signal);
    this.working = false;
    if (this.stopping.signal.aborted) return;
    // What has not settled is the next change.
    if (this.changedMeanwhile && !this.changes.isPending) this.begin();
    else if (!this.changedMeanwhile && result === 'tryAgain') this.tryLater();
  }

  private tryLater(): void {
    const milliseconds = this.retryPauses[this.failures++];
    if (milliseconds === undefined) return;
    this.retrying = setTimeout(() => this.begin(), milliseconds);
  }
}
