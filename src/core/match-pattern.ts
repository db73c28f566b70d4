import { fitsPattern } from './text-pattern';

/** `*` as a scheme. Source: Chromium's URLPattern. */
const WEB_SCHEMES = ['http', 'https'];
const ALL_SCHEMES = ['http', 'https', 'file', 'ftp'];

/**
 * Whether a content script with this match pattern runs in a page. What is not a pattern matches nothing.
 * Source: https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns
 * @param url of the page.
 */
export function matchesPattern(pattern: string, url: URL): boolean {
  const scheme = url.protocol.replace(/:$/, '');
  if (pattern === '<all_urls>') return ALL_SCHEMES.includes(scheme);
  const [, schemes, host, path] = /^([a-z*]+):\/\/([^/]*)(\/[^]*)$/.exec(pattern) ?? [];
  if (schemes === undefined || host === undefined || path === undefined) return false;
  return (
    (schemes === '*' ? WEB_SCHEMES.includes(scheme) : schemes === scheme) &&
    matchesHost(host, url) &&
    fitsPattern(path, url.pathname + url.search)
  );
}

function matchesHost(pattern: string, { hostname, port, protocol }: URL): boolean {
  const [, name = '', , wantedPort = '*'] = /^(\[[^\]]*\]|[^:]*)(:(.*))?$/.exec(pattern.toLowerCase()) ?? [];
  const usualPort = protocol === 'https:' ? '443' : '80';
  if (wantedPort !== '*' && wantedPort !== (port || usualPort)) return false;
  if (!name.startsWith('*')) return name === hostname;
  const domain = name.replace(/^\*\.?/, '');
  return domain === '' || hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Characters. Longer globs, and what is beyond this in an address, match nothing. */
const MAX_GLOB = 1000;

/** `*` is any text, and `?` one character or none, as Chromium's own `base::MatchPattern` has it. */
function matchesGlob(glob: string, address: string): boolean {
  if (glob.length > MAX_GLOB) return false;
  const text = address.slice(0, MAX_GLOB);
  // The lengths of text that the glob matches so far.
  let ends = new Set([0]);
  for (const sign of glob) {
    if (sign === '*') {
      const first = Math.min(...ends);
      ends = new Set(Array.from({ length: text.length - first + 1 }, (_, index) => first + index));
    } else if (sign === '?') ends = new Set([...ends].flatMap((end) => (end < text.length ? [end, end + 1] : [end])));
    else ends = new Set([...ends].filter((end) => text[end] === sign).map((end) => end + 1));
    if (ends.size === 0) return false;
  }
  return ends.has(text.length);
}

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

/** The same for all pages that an extension may run scripts in: those of its content scripts, and of its hosts. */
export function matchesOfManifest({
  contentScripts = [],
  hostPermissions = [],
}: {
  readonly contentScripts?: readonly ContentScript[];
  readonly hostPermissions?: readonly string[];
} = {}): string[] {
  return [...matchesOf(contentScripts), ...hostPermissions];
}
