import type { Node } from 'jsonc-parser';
import { message, sentences } from '../../../core/message';
import { elements, type ManifestText, member, property } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { errorAt, pathOf, removing, warningAt } from '../finding';
import type { PackageContents } from '../package-contents';
import { ALL_SCHEMES, PAGE_SCHEMES, patternFault, type PatternRules } from './match-pattern';

/** Checks who may access the extension from outside: pages and other extensions. */
export function checkAccess({ manifest }: PackageContents): Problem[] {
  return [
    ...checkConnectable(manifest, property(manifest, 'externally_connectable')),
    ...elements(property(manifest, 'web_accessible_resources')).flatMap((entry) => checkResources(manifest, entry)),
    ...elements(property(manifest, 'import')).flatMap((entry) => checkImport(manifest, entry)),
  ];
}

function checkConnectable(manifest: ManifestText, node: Node | undefined): Problem[] {
  if (node?.type !== 'object') return [];
  const [ids, matches] = [member(node, 'ids'), member(node, 'matches')];
  const nobody = [ids, matches].every(
    (list) => list === undefined || (list.type === 'array' && elements(list).length === 0),
  );
  return [
    ...(nobody
      ? [
          warningAt(
            manifest,
            'key-ignored',
            node,
            message('“externally_connectable” needs “matches” or “ids”. Add one or remove it.'),
            removing(manifest, node),
          ),
        ]
      : []),
    ...checkPatterns(manifest, matches, ALL_SCHEMES),
    ...elements(ids).flatMap((id) => checkId(manifest, id, true)),
  ];
}

function checkResources(manifest: ManifestText, entry: Node): Problem[] {
  if (entry.type !== 'object' || !member(entry, 'resources')) return [];
  const [matches, ids, dynamic] = ['matches', 'extension_ids', 'use_dynamic_url'].map((key) => member(entry, key));
  return [
    ...(matches || ids || dynamic
      ? []
      : [
          errorAt(
            manifest,
            'web-accessible-resources',
            entry,
            message('“{0}” needs “matches” or “extension_ids”, such as "matches": ["<all_urls>"].', pathOf(entry)),
          ),
        ]),
    ...checkPatterns(manifest, matches, ALL_SCHEMES),
    ...elements(matches).flatMap((node) => checkWholeHost(manifest, node)),
    ...elements(ids).flatMap((id) => checkId(manifest, id, true)),
  ];
}

/** Resources can only be made accessible to whole hosts. */
function checkWholeHost(manifest: ManifestText, node: Node): Problem[] {
  const pattern: unknown = node.value;
  if (
    typeof pattern !== 'string' ||
    pattern === '<all_urls>' ||
    patternFault(pattern, ALL_SCHEMES) ||
    /^[^/]*:\/\/[^/]*\/\*$|^file:\/\/\*$/.test(pattern)
  )
    return [];
  return [errorAt(manifest, 'match-pattern', node, message('The path of “{0}” must be /*.', pattern))];
}

function checkId(manifest: ManifestText, node: Node, everybody: boolean): Problem[] {
  if (typeof node.value !== 'string' || isId(node.value) || (everybody && node.value === '*')) return [];
  return [
    errorAt(
      manifest,
      'extension-id',
      node,
      message('“{0}” isn’t an extension ID: those have 32 letters from a to p.', node.value),
      removing(manifest, node),
    ),
  ];
}

function checkImport(manifest: ManifestText, entry: Node): Problem[] {
  const id = member(entry, 'id');
  if (typeof id?.value !== 'string') return [];
  if (!isId(id.value)) return checkId(manifest, id, false);
  return [
    errorAt(
      manifest,
      'extension-id',
      id,
      message('“import” needs the shared module {0}, which sessions don’t have. Remove “import”.', id.value),
      removing(manifest, entry),
    ),
  ];
}

function isId(text: string): boolean {
  return /^[a-p]{32}$/i.test(text);
}

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
function checkPatterns(manifest: ManifestText, list: Node | undefined, rules: PatternRules): Problem[] {
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
