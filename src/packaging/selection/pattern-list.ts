import ignore, { type Ignore } from 'ignore';
import { notePosition } from '../thread/position';

/** One line in the syntax of gitignore, and what it means here. Comments and blank lines are lines too. */
export interface PatternLine<T> {
  readonly pattern: string;
  readonly means: T;
}

/**
 * `out`: a line excludes the path, or a folder above it. `in`: the last line that matches the path itself has a `!`.
 */
export type Found<T> = { readonly verdict: 'out'; readonly means: T } | { readonly verdict: 'in' };

/**
 * Lines in the syntax of gitignore; the last one that matches decides. Paths are relative to the folder that the lines
 * apply to, with `/`; a folder's path ends with `/`.
 */
export class PatternList<T> {
  private readonly matcher: Ignore;
  private readonly isEmpty: boolean;
  private characters = 0;

  constructor(
    readonly lines: readonly PatternLine<T>[],
    private readonly ignoreCase: boolean,
    /** The file of the lines, if they are not ours; it is noted because a pattern may take forever to match. */
    private readonly file?: string,
    /** Folders that are entered although a line excludes them. */
    private readonly entered: readonly string[] = [],
  ) {
    this.isEmpty = lines.every(({ pattern }) => pattern === '');
    this.matcher = ignore({ ignoreCase, allowRelativePaths: true })
      .add(lines.map(({ pattern }, index) => ({ pattern, mark: String(index) })))
      .add(entered.map((folder) => ({ pattern: `!${literalPattern(folder)}` })));
  }

  /** Characters of all paths that were asked for; the library keeps what it found for each of them. */
  get asked(): number {
    return this.characters;
  }

  find(path: string): Found<T> | undefined {
    if (this.isEmpty) return undefined;
    this.characters += path.length;
    if (this.file !== undefined) notePosition(path, this.file);
    const { ignored, unignored, rule } = this.matcher.test(path);
    const line = ignored ? this.lines[Number(rule?.mark)] : undefined;
    if (line) return { verdict: 'out', means: line.means };
    return unignored ? { verdict: 'in' } : undefined;
  }

  /**
   * The line with `!` that re-includes a path for which `find` returns `in`. The library reports only lines that
   * exclude.
   */
  findNegation(path: string): PatternLine<T> | undefined {
    return this.lines.findLast(
      ({ pattern }) =>
        pattern.startsWith('!') &&
        ignore({ ignoreCase: this.ignoreCase, allowRelativePaths: true }).add([pattern]).test(path).unignored,
    );
  }

  /**
   * The same lines for the inside of a folder that is included although they exclude it: there, only lines that match a
   * path itself count.
   */
  entering(folder: string): PatternList<T> {
    return this.find(folder)?.verdict === 'out'
      ? new PatternList(this.lines, this.ignoreCase, this.file, [...this.entered, folder])
      : this;
  }

  /** The lines from `line` on. */
  from(line: PatternLine<T>): PatternList<T> {
    return new PatternList(this.lines.slice(this.lines.indexOf(line)), this.ignoreCase, this.file, this.entered);
  }
}

/** The pattern that matches exactly this path, relative to the file with the pattern; a folder's path ends with `/`. */
export function literalPattern(path: string): string {
  return `/${path.replace(/[\\*?[]/g, '\\$&').replace(/ $/, '\\ ')}`;
}

/**
 * The path that a pattern names exactly, without a `/` at either end; undefined for a pattern that has wildcards or
 * matches in any folder.
 */
export function literalPath(pattern: string): string | undefined {
  const body = pattern
    .replace(/^!/, '')
    .replace(/(?<!\\) +$/, '')
    .replace(/\/(\*\*)?$/, '');
  const hasWildcard = /[*?[]/.test(body.replace(/\\./g, ''));
  if (hasWildcard || body.startsWith('#') || !body.includes('/')) return undefined;
  return body.replace(/^\//, '').replace(/\\(.)/g, '$1') || undefined;
}
