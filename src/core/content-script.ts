import { matchesGlob, matchesPattern } from './match-pattern';

/** Where a content script of a manifest runs. Undefined globs include every page, and exclude none. */
export interface ContentScript {
  /** Match patterns. */
  readonly matches: readonly string[];
  readonly excludeMatches: readonly string[];
  /** Texts for the whole address, with `*` for any text and `?` for any character. */
  readonly includeGlobs?: readonly string[];
  readonly excludeGlobs: readonly string[];
}

/**
 * Whether a content script runs in a page.
 * Source: https://developer.chrome.com/docs/extensions/reference/manifest/content-scripts#match-globs
 */
export function runsIn({ matches, excludeMatches, includeGlobs, excludeGlobs }: ContentScript, url: URL): boolean {
  const address = url.href.replace(/#.*$/, '');
  const matchesAny = (patterns: readonly string[]): boolean => patterns.some((each) => matchesPattern(each, url));
  const isLike = (globs: readonly string[]): boolean => globs.some((each) => matchesGlob(each, address));
  return (
    matchesAny(matches) &&
    !matchesAny(excludeMatches) &&
    (includeGlobs === undefined || isLike(includeGlobs)) &&
    !isLike(excludeGlobs)
  );
}

/** The match patterns of all, each once. */
export function matchesOf(scripts: readonly ContentScript[]): string[] {
  return [...new Set(scripts.flatMap(({ matches }) => matches))];
}
