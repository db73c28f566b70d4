import { codeOf, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { readRegularFile } from '../regular-file';
import { type IgnoreFileExclusion, parseIgnoreFile } from './ignore-file';
import { type IgnoreLayer, seenBy, seenFrom } from './ignore-layer';
import { literalPath, type PatternLine, type PatternList } from './pattern-list';
import type { IgnoreFileRule } from './rule';

/** The extension's own rules, in the syntax of gitignore. They override all others. */
export const OWN_IGNORE_FILE = '.extensionignore';

export type OwnSay =
  | { readonly verdict: 'out'; readonly exclusion: IgnoreFileExclusion }
  | { readonly verdict: 'in'; readonly rule: IgnoreFileRule };

/** A path that an own rule re-includes by its exact name. */
export interface Reincluded {
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
    this.list = parseIgnoreFile(file, text, message('custom rule'));
    this.layer = seenFrom(this.list, prefix);
    this.reincluded = this.list.lines.flatMap((line) => {
      const path = line.pattern.startsWith('!') ? literalPath(line.pattern) : undefined;
      return path?.startsWith(prefix) ? [{ path: path.slice(prefix.length), line }] : [];
    });
  }

  /** What the rules decide for a path; a folder's path ends with `/`. */
  say(path: string): OwnSay | undefined {
    const seen = seenBy(this.layer, path);
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
  reaching(path: string): IgnoreFileRule | undefined {
    const put = this.reincluded.findLast((each) => each.path === path);
    if (!put) return undefined;
    const later = this.list.from(put.line);
    const isOutAgain = [path, `${path}/`].some((seen) => later.find(this.prefix + seen)?.verdict === 'out');
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
export async function readOwnText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readRegularFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw new UserError(message('Couldn’t read {0}. It must be a readable UTF-8 text file.', file));
  }
}
