import type { Node } from 'jsonc-parser';
import { message } from '../../../core/message';
import { elements, member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { checkPatterns } from './content-script-checks';
import { pathOf, errorAt, removing, warningAt } from '../finding';
import { ALL_SCHEMES, patternFault } from './match-pattern';
import type { PackageContents } from '../package-contents';

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
