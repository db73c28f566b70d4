import * as vscode from 'vscode';
import type { Message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { localize, MAX_WORDS } from './localize';

/** A link, the ID of the command that it runs, and what the command gets. */
export type TooltipLink = readonly [label: Message, command: string, argument?: object];

/** A tooltip that is made here. */
export type Tooltip = vscode.MarkdownString;

/** A line of a tooltip: what it is about, and what is so; undefined or empty: it is omitted. */
export type Fact = readonly [what: PlainText, value: string | undefined];

/**
 * A tooltip with a name, its state, and a table. All texts from outside stay text.
 * @param states short, the most important first.
 */
export function tableTooltip(
  name: PlainText,
  states: readonly (PlainText | undefined)[],
  facts: readonly Fact[],
  links: readonly TooltipLink[] = [],
): vscode.MarkdownString {
  const said = states.flatMap((state) => (state ? [unmarked(state)] : []));
  const lines = facts.flatMap(([what, value]) =>
    value ? [`| ${unmarked(what)} | ${unmarked(plainText(value, MAX_WORDS))} |`] : [],
  );
  const tooltip = new vscode.MarkdownString([`**${unmarked(name)}**`, ...said].join(' · '));
  if (lines.length > 0) tooltip.appendMarkdown(['\n', '| | |', '|---|---|', ...lines].join('\n'));
  return withLinks(tooltip, links);
}

/**
 * A tooltip of lines of text, and below them links that run commands.
 * @param lines text from outside among them: it stays text.
 */
export function linkedTooltip(lines: readonly PlainText[], links: readonly TooltipLink[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  for (const line of lines) tooltip.appendMarkdown(`${unmarked(line)}\n\n`);
  return withLinks(tooltip, links);
}

function withLinks(tooltip: vscode.MarkdownString, links: readonly TooltipLink[]): vscode.MarkdownString {
  if (links.length === 0) return tooltip;
  tooltip.isTrusted = { enabledCommands: links.map(([, command]) => command) };
  const linked = links.map(([label, command, argument]) => `[${localize(label)}](${addressOf(command, argument)})`);
  return tooltip.appendMarkdown(`\n\n${linked.join(' · ')}`);
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
  text.appendMarkdown(`\n\n[${localize(label)}](${addressOf(command, argument)})`);
  return text;
}

function addressOf(command: string, argument: object | undefined): string {
  if (!argument) return `command:${command}`;
  // In an address, also a parenthesis could end the link.
  const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(/[()]/g, (each) =>
    each === '(' ? '%28' : '%29',
  );
  return `command:${command}?${query}`;
}

/**
 * Escapes the colons of addresses as well: the editor makes links of them, even in text that it escapes itself. Not what
 * stands in most sentences: some of what the editor reads aloud is the text as it is written here. A reference to a
 * character would stay in a list of results, which has no Markdown.
 */
function unmarked(text: PlainText): string {
  return text.replaceAll(/["#$&'*+\-<=>@[\\\]^_`{|}~]|(?<=www)\.|:(?! )/giu, String.raw`\$&`);
}
