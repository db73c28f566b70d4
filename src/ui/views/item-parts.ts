import * as vscode from 'vscode';
import { cutPlain, plainText, type PlainText } from '../../core/plain-text';
import { formatWait } from '../../core/format';
import { MAX_NAME, t } from '../editor/localize';

/** With more of them, all are forgotten. */
const MAX_FACTS = 100;

/** What many rows show alike is made once. */
export class SharedFacts<Shared> {
  private readonly facts = new Map<string, Shared>();

  get(key: string, make: () => Shared): Shared {
    const known = this.facts.get(key);
    if (known !== undefined) return known;
    const fact = make();
    if (this.facts.size >= MAX_FACTS) this.facts.clear();
    this.facts.set(key, fact);
    return fact;
  }
}

/** Maximum characters of a label's parts: more fits in no view, and the tooltip has the rest. */
export const MAX_LABEL = 60;

const ICONS = new SharedFacts<vscode.ThemeIcon>();

/** The colors of icons. */
const COLORS = {
  faded: 'browserSessions.excludedForeground',
  failing: 'problemsErrorIcon.foreground',
  warning: 'problemsWarningIcon.foreground',
  recording: 'charts.red',
} as const;

/** Thousands of rows share a few icons. */
export function icon(id: string, color?: keyof typeof COLORS | false): vscode.ThemeIcon {
  return ICONS.get(color ? `${id} ${color}` : id, () =>
    color ? new vscode.ThemeIcon(id, new vscode.ThemeColor(COLORS[color])) : new vscode.ThemeIcon(id),
  );
}

/** The icon of what has failed. */
export function failing(): vscode.ThemeIcon {
  return icon('error', 'failing');
}

/** What is so of a row, beside its label. */
export interface RowFact {
  /** What the row says; undefined: only the tooltip and a screen reader do. */
  readonly shown: PlainText | undefined;
  /** The same for a screen reader, where a bare name or a sign says too little. */
  readonly spoken: PlainText;
}

/** Maximum characters of a state: what is longer is cut off in a narrow side bar. */
const MAX_STATE = 12;

/** A state of a row; `spoken` if a screen reader needs more words. */
export function stateFact(text: PlainText, spoken = text): RowFact {
  return { shown: cutPlain(text, MAX_STATE), spoken };
}

/** Of all states, the row shows the first, which is the most important. */
export function firstShown(states: readonly RowFact[]): readonly RowFact[] {
  return states.map((state, index) => (index === 0 ? state : { ...state, shown: undefined }));
}

/** What the menus of `package.json` ask about a row: its kind, `live` if the service has it, then the rest. */
export function tokens(...parts: (string | false | undefined)[]): string {
  let joined = '';
  for (const part of parts) if (part) joined = joined === '' ? part : `${joined} ${part}`;
  return joined;
}

/** Thousands of rows have a time. */
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });

/** For today, only the time. */
export function shortTime(at: Date): PlainText {
  const isToday = at.toDateString() === new Date().toDateString();
  return plainText((isToday ? TIME : DATE).format(at), MAX_NAME);
}

/** Date and time, for a tooltip. */
export function shortDate(at: Date): PlainText {
  return plainText(at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }), MAX_NAME);
}

/** How long ago that was, roughly: `2 h ago`. */
export function timeAgo(at: number): PlainText {
  const ago = Math.max(0, Date.now() - at);
  return ago < 2 * DAY ? t('{0} ago', formatWait(ago)) : t('{0} d ago', Math.floor(ago / DAY));
}

/** Milliseconds. */
const DAY = 24 * 3_600_000;
