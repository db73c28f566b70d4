import { formatDuration } from '../../core/format';
import type { Translate } from '../../core/localizer';
import { Html, markup } from './html';
import type { Report, ReportLine } from './report';

/** Something with a time, for the axis and for the table. */
export interface TimedEvent {
  readonly kind: 'upload' | 'step' | 'log' | 'error' | 'request';
  readonly at: number;
  readonly ended: number;
  /** From 1, of a step. */
  readonly step?: number;
  readonly hasFailed: boolean;
}

export function eventsOf({ extensions = [], path, log }: Report): readonly TimedEvent[] {
  const uploads = extensions.flatMap(({ upload }): TimedEvent[] =>
    upload ? [{ kind: 'upload', at: upload.at, ended: upload.at, hasFailed: false }] : [],
  );
  const steps = (path?.results ?? []).flatMap(({ began, ended = began, state }, index): TimedEvent[] =>
    began === undefined || ended === undefined
      ? []
      : [{ kind: 'step', at: began, ended, step: index + 1, hasFailed: state === 'failed' }],
  );
  const lines = (log?.lines ?? []).map((line): TimedEvent => ({
    kind: kindOf(line),
    at: line.at,
    ended: line.at,
    hasFailed: line.level === 'error',
  }));
  return [...uploads, ...steps, ...lines].toSorted((one, other) => one.at - other.at);
}

function kindOf({ isRequest, isUncaught, level }: ReportLine): TimedEvent['kind'] {
  if (isRequest) return 'request';
  return isUncaught || level === 'error' ? 'error' : 'log';
}

/** What the times of a report are counted from: the first step, else the first thing that happened. */
export function zeroOf(report: Report): number {
  const events = eventsOf(report);
  return events.find(({ kind }) => kind === 'step')?.at ?? events[0]?.at ?? report.at;
}

/** `+1.20 s` since the beginning. */
export function sinceText(at: number, zero: number): string {
  const milliseconds = at - zero;
  const sign = milliseconds < 0 ? '−' : '+';
  const size = Math.abs(milliseconds);
  return size < 60_000 ? `${sign}${(size / 1000).toFixed(2)} s` : `${sign}${formatDuration(size)}`;
}

/** Pixels of the drawing. */
const WIDTH = 1000;
/** Half of the longest label of a time. */
const HALF_LABEL = 30;
const LEFT = 130;
const RIGHT = 20;
const LANE = 30;
const LANES = ['upload', 'step', 'log', 'error', 'request'] as const;
/** Milliseconds between two lines of the grid. */
const TICKS = [10, 20, 50].flatMap((each) => [1, 10, 100, 1000, 10_000].map((factor) => each * factor));
const HOUR = 3_600_000;
const MAX_TICKS = 8;

/** The range of an axis, in milliseconds since the zero of the report. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The times of a report on one axis, counted from its zero. What is far from the rest is at the edge. */
export function timeAxis(report: Report, t: Translate): Html {
  const zero = zeroOf(report);
  const events = eventsOf(report).map((event) => ({ ...event, at: event.at - zero, ended: event.ended - zero }));
  const range = rangeOf(events);
  const x = (since: number): number =>
    LEFT +
    ((Math.min(range.end, Math.max(range.start, since)) - range.start) / (range.end - range.start)) *
      (WIDTH - LEFT - RIGHT);
  const label = {
    upload: t('Upload'),
    step: t('Steps'),
    log: t('Log'),
    error: t('Errors'),
    request: t('Failed requests'),
  };
  const lanes = LANES.filter((kind) => events.some((event) => event.kind === kind));
  const drawn = lanes.map((kind, index) => {
    const top = index * LANE;
    const ofKind = events.filter((event) => event.kind === kind);
    const marks = ofKind.filter(({ at }) => isIn(range, at)).map((event) => mark(event, x, top));
    return markup`<text x="0" y="${top + 20}">${label[kind]}</text>${marks}${edges(ofKind, range, top, t)}`;
  });
  const bottom = lanes.length * LANE;
  const ticks = ticksOf(range).map((since) => {
    const at = x(since).toFixed(1);
    return markup`<line class="grid" x1="${at}" x2="${at}" y1="0" y2="${bottom}" /><text class="soft" x="${at}" y="${bottom + 16}" text-anchor="${Number(at) > WIDTH - HALF_LABEL ? 'end' : 'middle'}">${sinceText(since, 0)}</text>`;
  });
  const title = t('Timeline. The table below lists the same events.');
  return markup`<svg class="axis" viewBox="0 0 ${WIDTH} ${bottom + 24}" role="img" aria-label="${title}">${ticks}${drawn}</svg>`;
}

/** All steps, and what is not much farther from them than they are from each other. */
function rangeOf(events: readonly TimedEvent[]): Range {
  const steps = events.filter(({ kind }) => kind === 'step');
  const core = steps.length > 0 ? steps : events;
  const start = Math.min(0, ...core.map(({ at }) => at));
  const end = Math.max(start + 100, ...core.map(({ ended }) => ended));
  const reach = steps.length > 0 ? Math.max(5000, end - start) : Infinity;
  const near = events.filter(({ at, ended }) => at >= start - reach && ended <= end + reach);
  const [first, last] = [
    Math.min(start, ...near.map(({ at }) => at)),
    Math.max(end, ...near.map(({ ended }) => ended)),
  ];
  const margin = (last - first) * 0.03;
  return { start: first - margin, end: last + margin };
}

function ticksOf({ start, end }: Range): readonly number[] {
  const known = TICKS.toSorted((one, other) => one - other).find((each) => (end - start) / each <= MAX_TICKS);
  const tick = known ?? Math.ceil((end - start) / MAX_TICKS / HOUR) * HOUR;
  const first = Math.ceil(start / tick);
  return Array.from({ length: Math.floor(end / tick) - first + 1 }, (_, index) => (first + index) * tick);
}

function isIn({ start, end }: Range, since: number): boolean {
  return since >= start && since <= end;
}

/** At each end of a lane, how far away the nearest is that has no room on the axis. */
function edges(events: readonly TimedEvent[], { start, end }: Range, top: number, t: Translate): Html {
  const earlier = events.findLast(({ at }) => at < start);
  const later = events.find(({ at }) => at > end);
  return markup`${earlier && markup`<text class="soft edge" x="${LEFT}" y="${top + 20}">◂ ${t('{0} earlier', formatDuration(-earlier.at))}</text>`}${later && markup`<text class="soft edge" x="${WIDTH - RIGHT}" y="${top + 20}" text-anchor="end">${t('{0} later', formatDuration(later.at))} ▸</text>`}`;
}

/** Each kind has its own shape, so that no color is needed to tell them apart. */
function mark({ kind, at, ended, step, hasFailed }: TimedEvent, x: (since: number) => number, top: number): Html {
  const middle = top + LANE / 2;
  const [from, to] = [x(at), x(ended)];
  const place = from.toFixed(1);
  switch (kind) {
    case 'step': {
      const width = Math.max(3, to - from);
      const number =
        width >= 16
          ? markup`<text x="${(from + width / 2).toFixed(1)}" y="${middle + 5}" text-anchor="middle" style="fill: var(--back)">${step}</text>`
          : undefined;
      return markup`<rect class="${hasFailed ? 'bad' : 'step'}" x="${place}" y="${middle - 9}" width="${width.toFixed(1)}" height="18" rx="2" stroke="var(--back)" />${number}`;
    }
    case 'upload':
      return markup`<path class="upload" d="M${place} ${middle - 8}l8 8l-8 8l-8 -8z" />`;
    case 'log':
      return markup`<rect class="log" x="${(from - 1).toFixed(1)}" y="${middle - 8}" width="2" height="16" />`;
    case 'error':
      return markup`<path class="bad" d="M${place} ${middle - 8}l9 16h-18z" />`;
    case 'request':
      return markup`<circle class="bad" cx="${place}" cy="${middle}" r="7" /><path d="M${(from - 3).toFixed(1)} ${middle - 3}l6 6m0 -6l-6 6" stroke="var(--back)" stroke-width="2" />`;
  }
}
