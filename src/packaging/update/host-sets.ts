import { HOST_SCHEMES, patternFault } from '../verdict/manifest/match-pattern';

/** What a match pattern leads to, as far as an update counts. */
interface Hosts {
  readonly isAll: boolean;
  readonly isFile: boolean;
  /** Whether the subdomains belong to it. */
  readonly isDomain: boolean;
  /** Without the registry such as `com`, which Chromium does not compare. */
  readonly name: string;
}

/** A second level that belongs to a registry, before the two letters of a country. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|ne|net|or|org)$/;

/**
 * The new patterns with which an update gets hosts that the old version has not, in Chromium's own reckoning: scheme,
 * port, path and registry do not count, a subdomain belongs to `*.` before its domain, and who has all hosts can get no
 * more. Measured with updates in Chromium 156: test/service/app/compare-updates.test.ts.
 */
export function addedHosts(before: readonly string[], after: readonly string[]): string[] {
  const old = before.flatMap(hostsOf);
  if (old.some(({ isAll }) => isAll)) return [];
  const exact = new Set(old.filter(({ isDomain }) => !isDomain).map(({ name }) => name));
  const domains = new Set(old.filter(({ isDomain }) => isDomain).map(({ name }) => name));
  const hadFiles = old.some(({ isFile }) => isFile);
  return after.filter((pattern) =>
    hostsOf(pattern).some(({ isAll, isFile, isDomain, name }) => {
      if (isAll) return true;
      if (isFile) return !hadFiles;
      return !((!isDomain && exact.has(name)) || domainsOf(name).some((domain) => domains.has(domain)));
    }),
  );
}

function hostsOf(pattern: string): Hosts[] {
  if (pattern === '<all_urls>') return [{ isAll: true, isFile: false, isDomain: true, name: '' }];
  if (patternFault(pattern, HOST_SCHEMES)) return [];
  const [, scheme, host = ''] = /^([^:]*):\/\/(\[[^\]]*\]|[^/:]*)/.exec(pattern.toLowerCase()) ?? [];
  const isDomain = host.startsWith('*.');
  return [
    {
      isAll: scheme !== 'file' && host === '*',
      isFile: scheme === 'file',
      isDomain,
      name: withoutRegistry(isDomain ? host.slice(2) : host),
    },
  ];
}

function withoutRegistry(name: string): string {
  const labels = name.split('.');
  // An address, or a name without a registry.
  if (/^\[|\.\d+$/.test(name) || (labels.length < 2 && name.length > 3)) return name;
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(0, top.length === 2 && SECOND_LEVEL.test(second) ? -2 : -1).join('.');
}

/** The name itself, and the domains that it is in. A whole registry is no domain. */
function domainsOf(name: string): string[] {
  return name === '' ? [] : [name, ...Array.from(name.matchAll(/\./g), ({ index }) => name.slice(index + 1))];
}
