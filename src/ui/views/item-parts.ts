import * as vscode from 'vscode';
import { message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { localize, MAX_NAME } from '../editor/localize';

export function icon(id: string, faded = false): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, faded ? new vscode.ThemeColor('browserSessions.excludedForeground') : undefined);
}

/** What the menus of `package.json` ask about a row. */
export function tokens(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

type Fact = readonly [what: PlainText, value: string | undefined];

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
