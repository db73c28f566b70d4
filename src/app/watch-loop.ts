import type { Subscribe } from '../core/emitter';

/** Milliseconds without another change before work begins: a build writes many files. */
const QUIET = 300;
/** The same if only one file was saved, as a person does. */
const QUIET_SAVE = 25;
/** Milliseconds before work that could not be done is tried again. */
const RETRY_PAUSES = [2_000, 8_000, 30_000];

/** The builds that may be writing to the folder. */
export interface Builds {
  readonly isRunning: boolean;
  /** Fires when one of them has ended. */
  readonly onDidEnd: Subscribe;
}

const NO_BUILDS: Builds = { isRunning: false, onDidEnd: () => ({ dispose: () => {} }) };

export interface WatchOptions {
  /** Milliseconds without another change before the work begins. */
  readonly quiet?: number;
  /** The same after a single file was saved. */
  readonly quietSave?: number;
  readonly builds?: Builds;
  /** Milliseconds before each further try. */
  readonly retryPauses?: readonly number[];
}

/**
 * Does work after changes: when no more of them come for a moment and no build is running, never twice at a time, and
 * once more if something changed meanwhile. When a build ends, what it changed needs no further quiet moment.
 */
export class WatchLoop {
  private timer: NodeJS.Timeout | undefined;
  private working = false;
  private changedMeanwhile = false;
  /** The only file that was saved since the last work; undefined if more happened. */
  private saved: string | undefined;
  /** Whether the work only waits for the end of a build. */
  private waiting = false;
  private failures = 0;
  private readonly stopping = new AbortController();
  private readonly quiet: number;
  private readonly quietSave: number;
  private readonly builds: Builds;
  private readonly retryPauses: readonly number[];
  private readonly listener: ReturnType<Subscribe>;

  /**
   * @param work must handle its own errors; it returns `tryAgain` if it may succeed in a moment, with no other change.
   * Its signal is aborted when the loop is stopped.
   */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<'tryAgain' | void>,
    {
      quiet = QUIET,
      quietSave = Math.min(quiet, QUIET_SAVE),
      builds = NO_BUILDS,
      retryPauses = RETRY_PAUSES,
    }: WatchOptions = {},
  ) {
    this.quiet = quiet;
    this.quietSave = quietSave;
    this.builds = builds;
    this.retryPauses = retryPauses;
    this.listener = builds.onDidEnd(() => this.buildEnded());
  }

  /**
   * Call this for each change.
   * @param saved the file, if the contents of an existing file changed.
   */
  changed(saved?: string): void {
    if (this.stopping.signal.aborted) return;
    this.failures = 0;
    if (this.working) this.changedMeanwhile = true;
    else {
      this.saved = this.timer === undefined || this.saved === saved ? saved : undefined;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.settled(), this.saved === undefined ? this.quiet : this.quietSave);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.listener.dispose();
    this.stopping.abort();
  }

  private settled(): void {
    this.timer = undefined;
    if (this.builds.isRunning) this.waiting = true;
    else void this.run();
  }

  private buildEnded(): void {
    if (this.builds.isRunning || !(this.waiting || this.timer)) return;
    clearTimeout(this.timer);
    void this.run();
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    this.waiting = false;
    this.working = true;
    this.changedMeanwhile = false;
    const result = await this.work(this.stopping.signal);
    this.working = false;
    if (this.changedMeanwhile) this.changed();
    else if (result === 'tryAgain') this.tryLater();
  }

  private tryLater(): void {
    const milliseconds = this.retryPauses[this.failures++];
    if (milliseconds === undefined || this.stopping.signal.aborted) return;
    this.saved = undefined;
    this.timer = setTimeout(() => this.settled(), milliseconds);
  }
}
