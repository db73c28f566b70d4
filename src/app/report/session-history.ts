import { MAX_STEPS } from '../../core/sequence';
import { keyOfSession, type ConnectionKey } from '../../state';
import type { LogLine } from '../log/follow-log';
import { secretsTyped } from './redacted-path';
import { REPORT_LIMITS, type ReportPath } from './report';

/** What is remembered of a session for its next report. */
export interface SessionHistory {
  /** What was run or recorded last. */
  readonly path?: ReportPath;
  /** What was typed where a secret belongs, also before that: older lines may have it. */
  readonly typedSecrets: readonly string[];
  readonly lines: readonly LogLine[];
  /** How many older lines were dropped. */
  readonly dropped: number;
}

/** Sessions that are remembered: those that something happened in last. */
const MAX_SESSIONS = 20;
/** Secrets of a session: the newest. One sequence can’t type more. */
const MAX_SECRETS = MAX_STEPS;
const NOTHING: SessionHistory = { typedSecrets: [], lines: [], dropped: 0 };

/** What has happened in the sessions since the window was opened. It is in memory only. */
export class SessionHistories {
  private readonly known = new Map<string, SessionHistory>();

  of(connection: ConnectionKey, session: string): SessionHistory {
    return this.known.get(keyOfSession(connection, session)) ?? NOTHING;
  }

  setPath(connection: ConnectionKey, session: string, path: ReportPath): void {
    const before = this.of(connection, session);
    const typed = new Set([...secretsTyped(path.steps), ...before.typedSecrets]);
    this.put(connection, session, { ...before, path, typedSecrets: [...typed].slice(0, MAX_SECRETS) });
  }

  /** Adds lines of a log that is followed. */
  addLines(connection: ConnectionKey, session: string, lines: readonly LogLine[]): void {
    const before = this.of(connection, session);
    const all = [...before.lines, ...lines];
    const kept = newestOf(all.slice(-REPORT_LIMITS.lines), ({ text, stack }) => lengthOf(text, stack));
    this.put(connection, session, { ...before, lines: kept, dropped: before.dropped + all.length - kept.length });
  }

  /** The session may be somebody else’s from now on. */
  forget(connection: ConnectionKey, session: string): void {
    this.known.delete(keyOfSession(connection, session));
  }

  private put(connection: ConnectionKey, session: string, history: SessionHistory): void {
    const key = keyOfSession(connection, session);
    this.known.delete(key);
    this.known.set(key, history);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_SESSIONS && oldest !== undefined) this.known.delete(oldest);
  }
}

/** UTF-16 units of a line. */
function lengthOf(text: string, stack: LogLine['stack']): number {
  return stack.reduce((sum, { name, place }) => sum + name.length + (place?.path.length ?? 0), text.length);
}

/** The newest lines that together are not too long. */
export function newestOf<Line>(lines: readonly Line[], lengthOfLine: (line: Line) => number): readonly Line[] {
  let left: number = REPORT_LIMITS.log;
  const first = lines.findLastIndex((line) => {
    left -= lengthOfLine(line);
    return left < 0;
  });
  return lines.slice(first + 1);
}
