import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { prefixTo, realPath } from '../paths';
import { readRegularFile } from '../regular-file';
import {
  type IgnoreFileExclusion,
  type IgnoreLayer,
  literalPath,
  literalPattern,
  parseIgnoreFile,
  type PatternLine,
  type PatternList,
  seenBy,
  seenFrom,
} from './ignore-patterns';
import type { IgnoreFileRule } from './rule';

/** The extension's own rules, in the syntax of gitignore. They override all others. */
export const OWN_IGNORE_FILE = '.extensionignore';

export type OwnDecision =
  | { readonly verdict: 'out'; readonly exclusion: IgnoreFileExclusion }
  | { readonly verdict: 'in'; readonly rule: IgnoreFileRule };

/** A path that an own rule re-includes by its exact name. */
interface Reincluded {
  readonly path: string;
  readonly line: PatternLine<IgnoreFileExclusion>;
}

/**
 * The rules of an `.extensionignore`, for a folder at or below the one that contains the file. In addition to
 * gitignore, `!` with a complete path, such as `!/node_modules/lib/a.js`, also works inside an excluded folder.
 */
export class OwnRules {
  private readonly list: PatternList<IgnoreFileExclusion>;
  private readonly layer: IgnoreLayer<IgnoreFileExclusion>;
  /** In the order of the file, as paths within the folder. */
  readonly reincluded: readonly Reincluded[];

  /** `prefix` is the path from the ignore file's folder to this folder: empty, or ends with `/`. */
  constructor(
    file: string,
    text: string,
    private readonly prefix: string,
  ) {
    this.list = parseIgnoreFile(file, text, message('by .extensionignore'));
    this.layer = seenFrom(this.list, prefix);
    this.reincluded = this.list.lines.flatMap((line) => {
      const whole = line.pattern.startsWith('!') ? literalPath(line.pattern) : undefined;
      return whole?.startsWith(prefix) ? [{ path: whole.slice(prefix.length), line }] : [];
    });
  }

  /** What the rules decide for a path; a folder's path ends with `/`. */
  decide(within: string): OwnDecision | undefined {
    const seen = seenBy(this.layer, within);
    const found = this.layer.list.find(seen);
    if (found?.verdict === 'out') return { verdict: 'out', exclusion: found.means };
    const line = found && this.list.findNegation(seen);
    // The `!*/` of "exclude everything but …" re-includes only what own rules exclude: nobody means installed packages
    // or .git with it.
    return line && /\w/.test(line.pattern) ? { verdict: 'in', rule: line.means.rule } : undefined;
  }

  /**
   * The rule that re-includes a path even inside an excluded folder; undefined if a later line excludes it again. Here
   * a folder's path does not end with `/`.
   */
  reaching(within: string): IgnoreFileRule | undefined {
    const put = this.reincluded.findLast((each) => each.path === within);
    if (!put) return undefined;
    const later = this.list.from(put.line);
    const isOutAgain = [within, `${within}/`].some((seen) => later.find(this.prefix + seen)?.verdict === 'out');
    return isOutAgain ? undefined : put.line.means.rule;
  }
}

/**
 * Reads the rules.
 * @throws UserError if the file exists and cannot be read: the selection must not be guessed.
 */
export async function readOwnRules(file: string, prefix: string): Promise<OwnRules> {
  return new OwnRules(file, await readOwnText(file), prefix);
}

/** The text of the file, with its byte order mark if it has one; empty if there is no file. */
async function readOwnText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readRegularFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw new UserError(message('Couldn’t read {0}. It must be a readable UTF-8 text file.', file));
  }
}

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
  const decided = new OwnRules(ignoreFile, shorter, prefix).decide(seen);
  const isEnough = (decided ? decided.verdict === 'in' : isIncludedWithout) === included;
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
