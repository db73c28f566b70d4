import { elements, property, type ManifestText } from './manifest-text';

/** No extension has as many; a hostile manifest may. */
const MAX_PATTERNS = 1000;
const KEYS = ['host_permissions', 'optional_host_permissions', 'permissions', 'optional_permissions'];

/** The match patterns of the pages that the extension may insert scripts into while it runs, each once. */
export function hostPermissions(manifest: ManifestText): string[] {
  const patterns = KEYS.flatMap((key) =>
    elements(property(manifest, key)).flatMap(({ value }) => (isPattern(value) ? [value] : [])),
  );
  return [...new Set(patterns)].slice(0, MAX_PATTERNS);
}

/** In Manifest V2, patterns are among the names of permissions. */
function isPattern(value: unknown): value is string {
  return typeof value === 'string' && (value === '<all_urls>' || value.includes('://'));
}
