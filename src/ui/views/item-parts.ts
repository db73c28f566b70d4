import * as vscode from 'vscode';
import { message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { localize, MAX_NAME } from '../editor/localize';

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
const FADED = new SharedFacts<vscode.ThemeIcon>();

/** Thousands of rows share a few icons. */
export function icon(id: string, faded = false): vscode.ThemeIcon {
  const color = faded ? 'browserSessions.excludedForeground' : undefined;
  return (faded ? FADED : ICONS).get(id, () => new vscode.ThemeIcon(id, color && new vscode.ThemeColor(color)));
}

let failed: vscode.ThemeIcon | undefined;

/** The icon of what has failed. */
export function failing(): vscode.ThemeIcon {
  return (failed ??= new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground')));
}

/** What the menus of `package.json` ask about a row: its kind, `live` if the service has it, then the rest. */
export function tokens(...parts: (string | false | undefined)[]): string {
  let joined = '';
  for (const part of parts) if (part) joined = joined === '' ? part : `${joined} ${part}`;
  return joined;
}

export type Fact = readonly [what: PlainText, value: string | undefined];

/** One line for each fact; unknown facts are omitted. Plain text and not Markdown, because names come from outside. */
export function tooltip(facts: readonly Fact[]): PlainText {
  return joinPlain(
    '\n',
    facts.map(([what, value]) => (value ? localize(message('{0}: {1}', what, value)) : undefined)),
  );
}

/** For today, only the time. */
export function shortTime(at: Date): PlainText {
  return plainText(
    at.toDateString() === new Date().toDateString()
      ? at.toLocaleTimeString(undefined, { timeStyle: 'short' })
      : at.toLocaleDateString(),
    MAX_NAME,
  );
}

/** Date and time, for a tooltip. */
export function shortDate(at: Date): PlainText {
  return plainText(at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }), MAX_NAME);
}
