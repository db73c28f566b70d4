import { elements, member, property, type ManifestText } from './manifest-text';

/** No extension has as many; a hostile manifest may. */
const MAX_PATTERNS = 1000;

/** The match patterns of all content scripts, each once. */
export function contentScriptMatches(manifest: ManifestText): string[] {
  const patterns = elements(property(manifest, 'content_scripts')).flatMap((script) =>
    elements(member(script, 'matches')).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  );
  return [...new Set(patterns)].slice(0, MAX_PATTERNS);
}
