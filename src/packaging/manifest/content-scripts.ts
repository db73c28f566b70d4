import type { ContentScript } from '../../core/match-pattern';
import { elements, member, property, type ManifestText } from './manifest-text';

/** No extension has as many; a hostile manifest may. */
const MAX_SCRIPTS = 200;
const MAX_PATTERNS = 200;

type Node = ReturnType<typeof elements>[number];

/** Where the content scripts of a manifest run. */
export function contentScripts(manifest: ManifestText): ContentScript[] {
  return elements(property(manifest, 'content_scripts'))
    .slice(0, MAX_SCRIPTS)
    .map((script) => {
      const texts = (key: string): string[] => textsOf(member(script, key));
      return {
        matches: texts('matches'),
        excludeMatches: texts('exclude_matches'),
        ...(texts('include_globs').length > 0 && { includeGlobs: texts('include_globs') }),
        excludeGlobs: texts('exclude_globs'),
      };
    });
}

function textsOf(list: Node | undefined): string[] {
  return elements(list)
    .slice(0, MAX_PATTERNS)
    .flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
