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

/** A link that runs a command of ours. */
export interface CommandLink {
  readonly label: Message;
  readonly command: string;
  readonly argument: object;
}

/** A sentence, below it a picture, lines as they are, and a link. All texts from outside stay text. */
export function pictureWithText(
  sentence: PlainText,
  picture: vscode.Uri | undefined,
  lines: readonly PlainText[],
  link?: CommandLink,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString(`${unmarked(sentence)}\n\n`);
  if (picture) text.appendMarkdown(`![](${picture.toString()})\n\n`);
  if (lines.length > 0) text.appendCodeblock(lines.join('\n'));
  if (!link) return text;
  const { label, command, argument } = link;
  text.isTrusted = { enabledCommands: [command] };
  // In an address, also a parenthesis could end the link.
  const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(/[()]/g, (each) =>
    each === '(' ? '%28' : '%29',
  );
  text.appendMarkdown(`\n\n[${localize(label)}](command:${command}?${query})`);
  return text;
}

/**
 * As references to characters, because the editor makes links of addresses, even in text that it escapes itself. Not
 * what stands in most sentences: some of what the editor reads aloud is the text as it is written here.
 */
function unmarked(text: PlainText): string {
  return text.replaceAll(
    /[^\p{L}\p{N} “”‘’…,;.:()!?%/]|(?<=www)\.|:(?! )/giu,
    (character) => `&#${String(character.codePointAt(0))};`,
  );
}
