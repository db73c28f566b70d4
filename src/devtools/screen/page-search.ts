import { Cancelled } from '../../core/errors';
import { DevToolsFailure } from '../failures';

/** Milliseconds between two searches for the page in front; a page that opens may need this long to be visible. */
const PAUSE = 250;

/** Searches one at a time, and once more if something has changed meanwhile. */
export class PageSearch {
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly search: () => Promise<void>) {}

  async now(): Promise<void> {
    this.running ??= this.search().finally(() => (this.running = undefined));
    await this.running;
  }

  soon(): void {
    if (this.ended) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.again();
    }, PAUSE);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private async again(): Promise<void> {
    try {
      await this.running?.catch(() => {});
      if (!this.ended) await this.now();
    } catch (error) {
      // A page that closes meanwhile is followed by another event.
      if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
      if (error instanceof DevToolsFailure) this.soon();
    }
  }
}
