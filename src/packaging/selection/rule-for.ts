import { stat } from 'node:fs/promises';
import path from 'node:path';
import { realPath } from '../paths';
import { OwnRules, readOwnText } from './extension-ignore';
import { literalPath, literalPattern } from './pattern-list';
import { prefixTo } from './selection';

/** A file or folder to include or exclude. */
export interface RuleRequest {
  readonly folder: string;
  readonly ignoreFile: string;
  /** Path within the folder, with `/`. */
  readonly within: string;
  readonly included: boolean;
  /** Undefined if unknown. */
  readonly isFolder: boolean | undefined;
  /** Whether it would be included if no own rule matched it. */
  readonly isIncludedWithout: boolean;
}

/** The text of the own ignore file, before and after the change. */
export interface RuleChange {
  readonly before: string;
  readonly now: string;
}

/**
 * Finds the own rules that include or exclude the path: without the rules for exactly this path if that is enough, else
 * with one more rule at the end.
 * @throws UserError if the ignore file cannot be read.
 */
export async function ruleFor({
  folder,
  ignoreFile,
  within,
  included,
  isFolder,
  isIncludedWithout,
}: RuleRequest): Promise<RuleChange> {
  const root = await realPath(folder);
  const prefix = prefixTo(path.dirname(ignoreFile), root);
  const seen = (isFolder ?? (await isFolderAt(path.join(root, within)))) ? `${within}/` : within;
  const before = await readOwnText(ignoreFile);
  const shorter = withoutLinesFor(before, prefix + within);
  const said = new OwnRules(ignoreFile, shorter, prefix).say(seen);
  const isEnough = (said ? said.verdict === 'in' : isIncludedWithout) === included;
  return {
    before,
    now: isEnough ? shorter : withLine(shorter, `${included ? '!' : ''}${literalPattern(prefix + seen)}`),
  };
}

async function isFolderAt(place: string): Promise<boolean> {
  return stat(place).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

function withoutLinesFor(text: string, within: string): string {
  return linesOf(text)
    .filter((line) => literalPath(line.replace(/\r?\n$/, '')) !== within)
    .join('');
}

function withLine(text: string, line: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}${line}${end}`;
}

/** The lines, each with its line break. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
