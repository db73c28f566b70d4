import ignore, { type Ignore } from 'ignore';
import { message, type Message } from '../../core/message';
import { readRegularFile } from '../regular-file';
import { notePosition } from '../thread/position';
import type { IgnoreFileRule, Rule } from './rule';

/** One line in the syntax of gitignore, and what it means here. Comments and blank lines are lines too. */
export interface PatternLine<T> {
  readonly pattern: string;
  readonly means: T;
}

/**
 * `out`: a line excludes the path, or a folder above it. `in`: the last line that matches the path itself has a `!`.
 */
type IgnoreVerdict<T> = { readonly verdict: 'out'; readonly means: T } | { readonly verdict: 'in' };

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

  find(path: string): IgnoreVerdict<T> | undefined {
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

export interface IgnoreFileExclusion extends Exclusion {
  readonly rule: IgnoreFileRule;
}

/** The lines of an ignore file. Case matters, as with git on Linux: the selection must not depend on the machine. */
export function parseIgnoreFile(file: string, text: string, reason: Message): PatternList<IgnoreFileExclusion> {
  const lines = text.split(/\r?\n/);
  return new PatternList(
    lines.map((pattern, index) => ({
      pattern,
      means: { reason, rule: { kind: 'ignore-file', file, line: index + 1, pattern: pattern.trimEnd() } },
    })),
    false,
    file,
  );
}

/**
 * The lines of one of git's ignore files; undefined if it does not exist or cannot be read, as in git. `file` is
 * absolute.
 */
export async function readGitIgnore(file: string): Promise<PatternList<IgnoreFileExclusion> | undefined> {
  const text = await readRegularFile(file).then(String, () => undefined);
  return text === undefined ? undefined : parseIgnoreFile(file, text, message('ignored by git'));
}

/** Why a path is excluded. */
export interface Exclusion {
  readonly rule: Rule;
  /** A few words. */
  readonly reason: Message;
  /** Included only by an own rule: naming it in the manifest is not enough. */
  readonly secret?: true;
  /**
   * True for files that are never part of an extension: version control, system files, secrets, installed packages. A
   * file in such a folder is included only if the manifest names exactly that file.
   */
  readonly external?: true;
}

/** Patterns, and how they apply to the paths of the folder that is zipped. */
export interface IgnoreLayer<T = Exclusion> {
  readonly list: PatternList<T>;
  /** The path from the folder that the patterns apply to, down to this folder: empty, or ends with `/`. */
  readonly prefix: string;
  /** If the patterns apply to a folder inside this one: the length of its path with `/`. */
  readonly baseLength: number;
  /** The patterns match only entries of the folder itself. */
  readonly onlyTop?: true;
}

/** A path of the folder, relative to the folder that the layer's patterns apply to. */
export function seenBy({ prefix, baseLength }: IgnoreLayer<unknown>, path: string): string {
  return prefix + path.slice(baseLength);
}

/** The layer for the inside of an included folder. `path` ends with `/`. */
export function entering(layer: IgnoreLayer, path: string): IgnoreLayer {
  const list = layer.list.entering(seenBy(layer, path));
  return list === layer.list ? layer : { ...layer, list };
}

/** A layer for a folder below the one its patterns apply to, even if they exclude that folder itself. */
export function seenFrom<T>(list: PatternList<T>, prefix: string): IgnoreLayer<T> {
  const above = prefix
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);
  return { list: above.reduce((entered, folder) => entered.entering(folder), list), prefix, baseLength: 0 };
}

/**
 * The exclusion that the layers give a path; the last layer that decides anything counts. A folder's path ends with
 * `/`.
 */
export function lastMatch(layers: readonly IgnoreLayer[], path: string): Exclusion | undefined {
  for (const layer of layers.toReversed()) {
    if (layer.onlyTop && isDeep(path)) continue;
    const found = layer.list.find(seenBy(layer, path));
    if (found) return found.verdict === 'out' ? found.means : undefined;
  }
  return undefined;
}

function isDeep(path: string): boolean {
  const slash = path.indexOf('/');
  return slash !== -1 && slash < path.length - 1;
}
