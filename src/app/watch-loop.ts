/** Milliseconds without another change before work begins: a build writes many files. */
const QUIET = 300;

/**
 * Does work after changes: when no more of them come for a moment, never twice at a time, and once more if something
 * changed meanwhile.
 */
export class WatchLoop {
  private timer: NodeJS.Timeout | undefined;
  private working = false;
  private changedMeanwhile = false;
  private readonly stopping = new AbortController();

  /**
   * @param work must handle its own errors. Its signal is aborted when the loop is stopped.
   * @param quiet milliseconds.
   */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly quiet = QUIET,
  ) {}

  /** Call this for each change. */
  changed(): void {
    if (this.stopping.signal.aborted) return;
    if (this.working) this.changedMeanwhile = true;
    else {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.run(), this.quiet);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    this.working = true;
    this.changedMeanwhile = false;
    await this.work(this.stopping.signal);
    this.working = false;
    if (this.changedMeanwhile) this.changed();
  }
}
