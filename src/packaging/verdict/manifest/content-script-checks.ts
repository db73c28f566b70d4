import type { Node } from 'jsonc-parser';
import { message, sentences } from '../../../core/message';
import { elements, member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { pathOf, errorAt, removing } from '../finding';
import { PAGE_SCHEMES, patternFault, type PatternRules } from './match-pattern';
import type { PackageContents } from '../package-contents';

export function checkContentScripts({ manifest }: PackageContents): Problem[] {
  return elements(property(manifest, 'content_scripts')).flatMap((script) => checkScript(manifest, script));
}

function checkScript(manifest: ManifestText, script: Node): Problem[] {
  if (script.type !== 'object') return [];
  const matches = member(script, 'matches');
  return [
    ...(matches?.type === 'array' && elements(matches).length === 0
      ? [
          errorAt(
            manifest,
            'content-script',
            matches,
            message(
              '“{0}” must not be empty. Add at least one pattern, such as "https://example.com/*".',
              pathOf(matches),
            ),
          ),
        ]
      : []),
    ...checkPatterns(manifest, matches, PAGE_SCHEMES),
    ...checkPatterns(manifest, member(script, 'exclude_matches'), PAGE_SCHEMES),
    ...checkFiles(manifest, script),
    ...checkFallback(manifest, script),
  ];
}

/** Checks a list of patterns in which an invalid pattern makes Chromium reject the extension. */
export function checkPatterns(manifest: ManifestText, list: Node | undefined, rules: PatternRules): Problem[] {
  return elements(list).flatMap((node) => {
    const fault = typeof node.value === 'string' ? patternFault(node.value, rules) : undefined;
    return fault
      ? [
          errorAt(
            manifest,
            'match-pattern',
            node,
            sentences(message('“{0}” isn’t a valid match pattern.', String(node.value)), fault),
            removing(manifest, node),
          ),
        ]
      : [];
  });
}

function checkFiles(manifest: ManifestText, script: Node): Problem[] {
  const lists = ['js', 'css'].map((key) => member(script, key));
  if (lists.some((list) => list && (list.type !== 'array' || elements(list).length > 0))) return [];
  return [
    errorAt(
      manifest,
      'content-script',
      script,
      message('“{0}” has neither “js” nor “css”. Add one or remove it.', pathOf(script)),
      removing(manifest, script),
    ),
  ];
}

function checkFallback(manifest: ManifestText, script: Node): Problem[] {
  if (member(script, 'match_origin_as_fallback')?.value !== true) return [];
  return elements(member(script, 'matches'))
    .filter(
      ({ value }) =>
        typeof value === 'string' &&
        value !== '<all_urls>' &&
        patternFault(value, PAGE_SCHEMES) === undefined &&
        !/^[^/]*\/\/[^/]*\/\*$|^file:\/\/\*$/.test(value),
    )
    .map((node) =>
      errorAt(
        manifest,
        'match-pattern',
        node,
        message('With “match_origin_as_fallback” the path of “{0}” must be /*.', String(node.value)),
      ),
    );
}
