/**
 * Characters that are not seen, and that a runner's search may skip: .NET compares by the rules of a language there, for
 * which marks and format characters count nothing.
 */
const UNSEEN = String.raw`\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}`;
/** What a line may begin with before a command. Line breaks are not in it: a search would go on from each to the end. */
const BLANK = String.raw`(?:(?!\n)[\s${UNSEEN}])`;
/** A color or another style of ours. */
const STYLE = String.raw`\u{1B}\[[\d;]*m`;
const CONTROLS = new RegExp(String.raw`${STYLE}|[^\P{Cc}\n]|[\p{Zl}\p{Zp}]`, 'gu');

/** A text with nothing unseen between its signs. */
const joined = (...signs: string[]): string => signs.join(`[${UNSEEN}]*`);
const three = (sign: string): string => joined(sign, sign, sign);

/**
 * What a runner obeys at the beginning of a line, also after white space: commands of GitHub Actions, headings of
 * Buildkite, folds of Travis CI. GitLab’s sections and Jenkins’ notes need control characters, which no line has.
 * Sources: ActionCommand.cs of actions/runner; https://buildkite.com/docs/pipelines/managing-log-output
 */
const AT_BEGINNING = new RegExp(
  String.raw`^(?=(?:${BLANK}|${STYLE})*(?:${[
    joined(':', ':'),
    `(?:${['-', String.raw`\+`, '~'].map(three).join('|')})[${UNSEEN}]*(?:\\s|$)`,
    String.raw`${three(String.raw`\^`)}${BLANK}+${three(String.raw`\+`)}`,
    joined('t', 'r', 'a', 'v', 'i', 's', '_'),
  ].join('|')}))`,
  'gimu',
);
/**
 * What a runner obeys anywhere in a line: `##vso[` of Azure Pipelines, `##[` of GitHub Actions, `##teamcity[`,
 * `##octopus[`. Source: Command.cs of microsoft/azure-pipelines-agent.
 */
const ANYWHERE = new RegExp(String.raw`#(?=[${UNSEEN}]*#[\w.\-${UNSEEN}]*\[)`, 'gu');

/**
 * Makes lines harmless for the runner of a CI job, which takes commands from what a program prints: a page’s words could
 * set its variables otherwise. What breaks a command is seen: a space, or a mark before the line. Control characters
 * other than line breaks and styles become spaces. Twice is the same as once.
 */
export function withoutCommands(text: string): string {
  return text
    .replace(CONTROLS, (found) => (found.length > 1 ? found : ' '))
    .replace(ANYWHERE, '# ')
    .replace(AT_BEGINNING, '| ');
}
