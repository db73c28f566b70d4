import * as vscode from 'vscode';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize } from './localize';

/** A link, and the ID of the command that it runs. */
export type TooltipLink = readonly [label: Message, command: string];

/**
 * A tooltip of lines of text, and below them links that run commands.
 * @param lines text from outside among them: it stays text.
 */
export function linkedTooltip(lines: readonly PlainText[], links: readonly TooltipLink[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = { enabledCommands: links.map(([, command]) => command) };
  for (const line of lines) tooltip.appendMarkdown(`${unmarked(line)}\n\n`);
  const linked = links.map(([label, command]) => `[${localize(label)}](command:${command})`);
  return tooltip.appendMarkdown(linked.join(' | '));
}

/** As references to characters, because the editor makes links of addresses, even in text that it escapes itself. */
function unmarked(text: PlainText): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, (character) => `&#${String(character.codePointAt(0))};`);
}
