// Imported directly: the index would load all use cases together with a view.
import { COUNTED, COUNTED_WHILE_PAUSED, endOf, timeLeft, untilNextStep } from '../../app/expiry';
import { rowId, type SessionRow } from './rows';

export interface ClockDependencies {
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
  /** The rows that were shown then. */
  private known = new Set<string>();

  constructor(private readonly deps: ClockDependencies) {}

  /** Call when other rows are shown. */
  restart(): void {
    clearTimeout(this.timer);
    const { since, known } = this;
    const now = (this.since = Date.now());
    const ends = this.deps.rows().flatMap((row) => {
      const end = endOf(row.session);
      return end === undefined ? [] : [{ row, end }];
    });
    const waits = ends.flatMap(({ row, end }) => untilNextStep(end, now, countedFor(row)) ?? []);
    if (waits.length > 0) {
      const next = waits.reduce((one, other) => Math.min(one, other));
      this.timer = setTimeout(() => this.step(), next + 1).unref();
    }
    this.known = new Set(ends.map(({ row }) => rowId(row)));
    // Also if the rows changed just before the timer.
    for (const { row, end } of ends) if (since < end && end <= now && known.has(rowId(row))) this.deps.onEnd(row);
  }

  private step(): void {
    const [before, now] = [this.since, Date.now()];
    for (const row of this.deps.rows()) {
      const end = endOf(row.session);
      if (end === undefined) continue;
      const [leftBefore, left] = [before, now].map((time) => timeLeft(end, time, countedFor(row)));
      if (JSON.stringify(leftBefore) !== JSON.stringify(left)) this.deps.redraw(row);
    }
    this.restart();
  }
}

/** Milliseconds before the end of a session in which its row counts down. */
export function countedFor({ isPaused }: SessionRow): number {
  return isPaused ? COUNTED_WHILE_PAUSED : COUNTED;
}
