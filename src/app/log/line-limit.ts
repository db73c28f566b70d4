/** Lines that may come at once, and lines for each second after that. */
const BURST = 1000;
const PER_SECOND = 100;

/** Limits the lines of a log: a loop that logs would otherwise fill the memory and hide everything else. */
export class LineLimit {
  private left = BURST;
  private at = performance.now();
  private dropped = 0;

  /** @returns whether the next line may be shown; if not, it is counted. */
  take(): boolean {
    const now = performance.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    if (this.left < 1) {
      this.dropped++;
      return false;
    }
    this.left--;
    return true;
  }

  /** @returns how many lines were dropped since the last call. */
  takeDropped(): number {
    const { dropped } = this;
    this.dropped = 0;
    return dropped;
  }
}
