/**
 * Calls `expired` once, when a session has not been used for a while. Time during which it is in use does not count.
 */
export class IdleTimer {
  private readonly milliseconds: number;
  private readonly expired: () => void;
  private users = 0;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(seconds: number, expired: () => void) {
    this.milliseconds = seconds * 1000;
    this.expired = expired;
    this.run();
  }

  pause(): void {
    this.users++;
    clearTimeout(this.timer);
  }

  start(): void {
    this.users--;
    this.run();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private run(): void {
    clearTimeout(this.timer);
    if (this.users === 0 && !this.stopped) this.timer = setTimeout(this.expired, this.milliseconds);
  }
}
