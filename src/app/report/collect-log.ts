import path from 'node:path';
import type { Turn } from '../../core/regular-yield';
import { ExtensionFollower, type DevToolsConnection, type LoadedExtension, type LogEntry } from '../../devtools';
import type { LogLine } from '../log/follow-log';
import { placeText } from '../log/log-text';
import type { Redactor } from './redactor';
import { REPORT_LIMITS, type ReportLine, type ReportLog } from './report';
import { newestOf, type SessionHistory } from './session-history';

/** What is known of the log of a session. */
interface Logged {
  readonly history: SessionHistory;
  readonly entries: readonly LogEntry[];
  /** Milliseconds that the clock of the browser is ahead of ours. */
  readonly ahead: number;
  /** The folder of the project that an extension’s folder is in. */
  readonly topOf: (folder: string) => string;
}

/**
 * The lines that were followed, and those that the browser still knew, on the clock of this machine.
 * @throws what `turn` throws.
 */
export async function collectLog(
  { history, entries, ahead, topOf }: Logged,
  redactor: Redactor,
  turn: Turn,
): Promise<ReportLog> {
  const { lines: followed, dropped } = history;
  const known = new Set(followed.map(keyOfLine));
  const others = entries
    .filter((entry) => !known.has(keyOfLine(entry)))
    .map((entry): LogLine => ({
      ...entry,
      place: entry.place && { ...entry.place, source: undefined },
      stack: entry.stack.map(({ name, place }) => ({ name, place: place && { ...place, source: undefined } })),
    }));
  // A request that failed has the time of our clock; all else has that of the browser’s.
  const timed = [...followed, ...others].map((line) =>
    line.isRequest ? line : { ...line, at: Math.round(line.at - ahead) },
  );
  const all = timed.toSorted((one, other) => one.at - other.at);
  const lines: ReportLine[] = [];
  for (const line of all.slice(-REPORT_LIMITS.lines)) {
    const frames = await framesOf(line, topOf, redactor, turn);
    lines.push(lineOf(line, frames, topOf, redactor));
  }
  const kept = newestOf(lines, ({ text, stack }) => text.length + stack.join('').length);
  return { lines: kept, moreLines: dropped + all.length - kept.length };
}

function lineOf(
  { at, level, source, text, place, isUncaught, isRequest }: LogLine,
  stack: readonly string[],
  topOf: Logged['topOf'],
  redactor: Redactor,
): ReportLine {
  const short = (value: string): string => redactor.redact(value, REPORT_LIMITS.name);
  return {
    at,
    level,
    source:
      source.kind === 'page'
        ? { kind: 'page', path: short(source.path) }
        : source.kind === 'contentScript'
          ? { kind: 'contentScript', host: short(source.host) }
          : source,
    text: redactor.redact(text, REPORT_LIMITS.text),
    place: place ? short(placeText(place, nameWithin(topOf))) : '',
    stack,
    isUncaught,
    isRequest: isRequest === true,
  };
}

async function framesOf(
  { stack }: LogLine,
  topOf: Logged['topOf'],
  redactor: Redactor,
  turn: Turn,
): Promise<readonly string[]> {
  const frames: string[] = [];
  await turn();
  for (const { name, place } of stack.slice(0, REPORT_LIMITS.frames)) {
    const text = [name, place && placeText(place, nameWithin(topOf))].filter(Boolean).join(' ');
    frames.push(redactor.redact(text, REPORT_LIMITS.name));
    await turn();
  }
  return frames;
}

/** Only the path within the project: the rest of it is the person’s. */
function nameWithin(topOf: Logged['topOf']): (file: string) => string {
  return (file) => {
    const within = path.relative(topOf(path.dirname(file)), file).replaceAll(path.sep, '/');
    return within.startsWith('..') || path.isAbsolute(within) ? path.basename(file) : within;
  };
}

function keyOfLine({ at, text }: Pick<LogEntry, 'at' | 'text'>): string {
  return `${at} ${text}`;
}

/** What the extensions said that run now, as far as the browser still knows it. */
export async function readEntries(
  open: DevToolsConnection,
  extensions: readonly LoadedExtension[],
  signal: AbortSignal,
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    for (const { id } of extensions.filter(({ enabled }) => enabled).slice(0, REPORT_LIMITS.extensions)) {
      const follower = new ExtensionFollower({
        extensionId: id,
        pausesWorkers: false,
        runsIn: () => true,
        onEntry: (entry) => entries.push(entry),
      });
      // What is said was told before the answers to the requests that begin to follow.
      await follower.follow(open, either);
    }
    return entries;
  } finally {
    ending.abort();
  }
}
