import { message, type Message } from '../../../core/message';

/** The schemes that a key accepts. For every key, `*` stands for http and https. */
export interface PatternRules {
  /** Undefined: every scheme that Chromium knows. */
  readonly schemes?: readonly string[];
}

export const PAGE_SCHEMES: PatternRules = { schemes: ['http', 'https', 'file', 'ftp', 'uuid-in-package'] };
export const HOST_SCHEMES: PatternRules = { schemes: ['http', 'https', 'file', 'ftp', 'uuid-in-package', 'ws', 'wss'] };
export const ALL_SCHEMES: PatternRules = {};

/** Whether an entry of a list of permissions is meant as a pattern of hosts, valid or not. */
export function isHostPattern(value: unknown): value is string {
  return typeof value === 'string' && (value === '<all_urls>' || value.includes('://'));
}

/** The schemes that Chromium requires `://` after; for all others it requires only `:`. */
const WITH_SLASHES = [
  '*',
  'http',
  'https',
  'file',
  'ftp',
  'ws',
  'wss',
  'chrome',
  'chrome-extension',
  'chrome-search',
  'chrome-untrusted',
  'devtools',
  'filesystem',
  'isolated-app',
];

/**
 * Why Chromium rejects a match pattern, as a sentence; undefined if it accepts it. The rules are those of `URLPattern::Parse`, tested
 * with Chromium 150.
 */
export function patternFault(pattern: string, { schemes }: PatternRules): Message | undefined {
  if (pattern === '<all_urls>') return undefined;
  const [, scheme, separator, rest] =
    /^([^]*?)(:\/\/)([^]*)$/.exec(pattern) ?? /^([^:]*)(:)([^]*)$/.exec(pattern) ?? [];
  if (scheme === undefined || rest === undefined)
    return message('It must start with a scheme and ://. Example: https://example.com/*');
  if (schemes && scheme !== '*' && !schemes.includes(scheme)) {
    return message('“{0}” isn’t allowed as a scheme. Use *, http, https or file, in lowercase.', scheme);
  }
  const slashes = WITH_SLASHES.includes(scheme.toLowerCase());
  if (slashes !== (separator === '://'))
    return slashes ? message('The scheme must be followed by ://.') : message('“{0}” is an unknown scheme.', scheme);
  if (rest === '') return message('The host is missing. Example: https://example.com/*');
  return !slashes || scheme === 'file' ? undefined : hostFault(rest, scheme);
}

function hostFault(rest: string, scheme: string): Message | undefined {
  const slash = rest.indexOf('/');
  if (slash === 0) return message('The host is missing. Example: https://example.com/*');
  if (slash < 0) return message('The path is missing. Add /* at the end for all pages of the host.');
  const [, host = '', , port] = /^(\[[^\]]*\]?|[^:]*)(:([^]*))?$/.exec(rest.slice(0, slash)) ?? [];
  if (port !== undefined && !isPort(port))
    return message('“{0}” isn’t a valid port. Use a number up to 65535 or *.', port);
  if (port !== undefined && port !== '*' && scheme === '*')
    return message('A port needs a scheme: use http or https instead of *.');
  if (host === '' || host === '*.') return message('The host is missing. Example: https://example.com/*');
  const name = host === '*' ? '' : host.replace(/^\*\./, '');
  if (name.includes('*')) return message('A * in a host must be alone or at the start. Example: *://*.example.com/*');
  return name === '' || isHost(name) ? undefined : message('“{0}” isn’t a valid host.', name);
}

function isPort(port: string): boolean {
  return port === '*' || (/^\+?\d+$/.test(port) && Number(port) <= 65_535);
}

/** Chromium also accepts a space, which it reads as %20, and does not decode names that begin with xn--. */
function isHost(name: string): boolean {
  return !/[#?@\\\p{Cc}]/u.test(name) && URL.canParse(`https://${name.replaceAll(' ', '').replaceAll(/xn--/gi, '')}/`);
}

/** Whether some of the patterns contain every page of this one; false if it is not certain. */
export function isCovered(pattern: string, by: readonly string[]): boolean {
  if (by.includes(pattern) || by.includes('<all_urls>')) return true;
  const schemes = pattern.startsWith('*://') ? ['http', 'https'] : [pattern.replace(/:.*$/s, '')];
  const parts = /^[^:]*:\/\/([^/]*)(\/[^]*)$/.exec(pattern);
  return (
    parts !== null &&
    schemes.every((scheme) => by.some((other) => contains(other, scheme, parts[1] ?? '', parts[2] ?? '')))
  );
}

function contains(pattern: string, scheme: string, host: string, path: string): boolean {
  const [, schemes, hosts = '', paths = ''] = /^([^:]*):\/\/([^/]*)(\/[^]*)$/.exec(pattern) ?? [];
  if (schemes !== scheme && !(schemes === '*' && (scheme === 'http' || scheme === 'https'))) return false;
  const isOnHost = hosts === '*' || hosts === host || (hosts.startsWith('*.') && isIn(host, hosts.slice(2)));
  return (
    isOnHost && (paths === path || (paths.indexOf('*') === paths.length - 1 && path.startsWith(paths.slice(0, -1))))
  );
}

function isIn(host: string, domain: string): boolean {
  const name = host.replace(/^\*\./, '');
  return name === domain || name.endsWith(`.${domain}`);
}
