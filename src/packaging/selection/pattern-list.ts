import ignore, { type Ignore } from 'ignore';
import { notePosition } from '../thread/position';

/** One line in the syntax of gitignore, and what it means to us. Comments and blank lines are lines too. */
export interface PatternLine<T> {
  readonly pattern: string;
  readonly means: T;
}

/**
 * `out`: a line leaves the path out, or a folder above it. `in`: a line with `!` is the last that fits the path itself.
 */
export type Found<T> = { readonly verdict: 'out'; readonly means: T } | { readonly verdict: 'in' };

/**
 * Lines in the syntax of gitignore; the last that fits decides. Paths are relative to where the lines belong, with `/`,
 * and those of folders end with `/`.
 */
export class PatternList<T> {
  private readonly matcher: Ignore;
  private readonly isEmpty: boolean;

  constructor(
    readonly lines: readonly PatternLine<T>[],
    private readonly ignoreCase: boolean,
    /** Where the lines stand, if they are not ours: a pattern may take for ever to match. */
    private readonly file?: string,
    /** Folders that are looked into although a line leaves them out. */
    private readonly entered: readonly string[] = [],
  ) {
    this.isEmpty = lines.every(({ pattern }) => pattern === '');
    this.matcher = ignore({ ignoreCase, allowRelativePaths: true })
      .add(lines.map(({ pattern }, index) => ({ pattern, mark: String(index) })))
      .add(entered.map((folder) => ({ pattern: `!${literalPattern(folder)}` })));
  }

  find(path: string): Found<T> | undefined {
    if (this.isEmpty) return undefined;
    if (this.file !== undefined) notePosition(path, this.file);
    const { ignored, unignored, rule } = this.matcher.test(path);
    const line = ignored ? this.lines[Number(rule?.mark)] : undefined;
    if (line) return { verdict: 'out', means: line.means };
    return unignored ? { verdict: 'in' } : undefined;
  }

  /**
   * The line with `!` that re-includes a path of which `find` says `in`. The library tells only of lines that exclude.
   */
  findNegation(path: string): PatternLine<T> | undefined {
    return this.lines.findLast(
      ({ pattern }) =>
        pattern.startsWith('!') &&
        ignore({ ignoreCase: this.ignoreCase, allowRelativePaths: true }).add([pattern]).test(path).unignored,
    );
  }

  /**
   * The same lines for the inside of a folder that is included although they exclude it: only what fits a path itself
   * counts there.
   */
  entering(folder: string): PatternList<T> {
    return this.find(folder)?.verdict === 'out'
      ? new PatternList(this.lines, this.ignoreCase, this.file, [...this.entered, folder])
      : this;
  }

  /** The lines from one of them on. */
  from(line: PatternLine<T>): PatternList<T> {
    return new PatternList(this.lines.slice(this.lines.indexOf(line)), this.ignoreCase, this.file, this.entered);
  }
}

/** The pattern that fits exactly this path, relative to where the pattern stands; a folder's ends with `/`. */
export function literalPattern(path: string): string {
  return `/${path.replace(/[\\*?[]/g, '\\$&').replace(/ $/, '\\ ')}`;
}

/**
 * The path that a pattern names letter by letter, without a `/` at its ends; undefined of one with wildcards, or that
 * fits in any folder.
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
