// Imported directly: the index would load all use cases together with a view.
import { endOf, timeLeft, untilNextStep } from '../../app/expiry';
import type { SessionRow } from './rows';
import { countedFor } from './session-item';

export interface ClockParts {
  /** The rows that are shown; none while the view is hidden. */
  readonly rows: () => readonly SessionRow[];
  readonly redraw: (row: SessionRow) => void;
  /** The time of a session is over: it may have ended. */
  readonly onEnd: (row: SessionRow) => void;
}

/** Draws the rows of sessions again that end soon, when their time left says something else. It asks no service. */
export class SessionClock {
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds since 1970. */
  private since = Date.now();

  constructor(private readonly parts: ClockParts) {}

  /** Call when other rows are shown. */
  restart(): void {
    clearTimeout(this.timer);
    this.since = Date.now();
    const waits = this.parts.rows().flatMap((row) => {
      const end = endOf(row.session);
      return (end !== undefined && untilNextStep(end, this.since, countedFor(row))) || [];
    });
    if (waits.length === 0) return;
    const next = waits.reduce((one, other) => Math.min(one, other));
    this.timer = setTimeout(() => this.step(), next + 1).unref();
  }

  private step(): void {
    const [before, now] = [this.since, Date.now()];
    for (const row of this.parts.rows()) {
      const end = endOf(row.session);
      if (end === undefined) continue;
      const [leftBefore, left] = [before, now].map((time) => timeLeft(end, time, countedFor(row)));
      if (JSON.stringify(leftBefore) !== JSON.stringify(left)) this.parts.redraw(row);
      if (before < end && end <= now) this.parts.onEnd(row);
    }
    this.restart();
  }
}
