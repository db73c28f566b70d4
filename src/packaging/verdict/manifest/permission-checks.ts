import type { Node } from 'jsonc-parser';
import { message, sentences } from '../../../core/message';
import { addElement, addMember, removeElements } from '../../manifest/edits';
import { elements, property, type ManifestText } from '../../manifest/manifest-text';
import type { Fix, Problem } from '../../problem';
import { nearestOf } from './nearest';
import { pathOf, errorAt, removing, replacing, warningAt } from '../finding';
import { HOST_SCHEMES, isCovered, isHostPattern, patternFault } from './match-pattern';
import { allBut, reportedOnlyBy } from '../versions';
import { NEVER_OPTIONAL, NOT_GRANTED, ONLY_CHROME_OS, PARTLY_KNOWN, PERMISSIONS, REFUSED } from './permission-names';
import type { PackageContents } from '../package-contents';

/** Patterns of each of two lists that are compared as sets; of more, only what is written alike is found. */
const MAX_COMPARED = 300;

const nearestPermission = nearestOf(PERMISSIONS);

/**
 * Checks permissions by name, and the hosts of an extension. Chromium ignores permissions that it does not know, and
 * loads the extension.
 */
export function checkPermissions({ manifest }: PackageContents): Problem[] {
  const optional = elements(property(manifest, 'optional_permissions'));
  const permissions = valuesOf(elements(property(manifest, 'permissions')));
  return [
    ...checkList(manifest, elements(property(manifest, 'permissions')), 'host_permissions'),
    ...checkList(manifest, optional, 'optional_host_permissions'),
    ...optional.flatMap((node) => checkOptional(manifest, node, permissions)),
    ...['host_permissions', 'optional_host_permissions'].flatMap((key) =>
      elements(property(manifest, key)).flatMap((node) => checkHost(manifest, node)),
    ),
  ];
}

/**
 * All hosts are reported in one problem, and so are all unknown names that resemble no permission: an extension for
 * another browser has many of both.
 */
function checkList(manifest: ManifestText, nodes: readonly Node[], hosts: string): Problem[] {
  const there = valuesOf(nodes);
  const others = nodes.filter((node) => !isHost(node));
  const unknown = others
    .filter((node) => isUnknown(nameOf(node)))
    .map((node) => ({ node, meant: nearestPermission(String(nameOf(node))) }));
  return [
    ...others.flatMap((node) => checkPermission(manifest, node, hosts)),
    ...unknown.flatMap(({ node, meant }) =>
      meant === undefined ? [] : [misspelt(manifest, node, meant, there.has(meant))],
    ),
    ...unknownPermissions(
      manifest,
      unknown.flatMap(({ node, meant }) => (meant === undefined ? [node] : [])),
    ),
    ...hostsHere(manifest, nodes.filter(isHost), hosts),
  ];
}

function nameOf(node: Node): unknown {
  return node.type === 'object' ? node.children?.[0]?.children?.[0]?.value : node.value;
}

function isHost({ value }: Node): boolean {
  return isHostPattern(value);
}

function isUnknown(name: unknown): boolean {
  return (
    typeof name === 'string' && ![PERMISSIONS, REFUSED, ONLY_CHROME_OS, NOT_GRANTED].some((names) => names.has(name))
  );
}

function checkPermission(manifest: ManifestText, node: Node, hosts: string): Problem[] {
  const name = nameOf(node);
  if (node.type === 'object' && (node.children?.length !== 1 || PERMISSIONS.has(String(name)))) {
    return [
      errorAt(
        manifest,
        'wrong-type',
        node,
        message('“{0}” must be a permission name, as a string.', pathOf(node)),
        removing(manifest, node),
      ),
    ];
  }
  if (typeof name !== 'string') return [];
  if (REFUSED.has(name) || (name === 'transientBackground' && hosts === 'host_permissions'))
    return [
      errorAt(
        manifest,
        'permission-ignored',
        node,
        message('“{0}” isn’t allowed here. Remove it.', name),
        removing(manifest, node),
      ),
    ];
  if (ONLY_CHROME_OS.has(name))
    return [
      warningAt(
        manifest,
        'permission-ignored',
        node,
        message('The permission “{0}” has an effect only on ChromeOS.', name),
        removing(manifest, node),
      ),
    ];
  if (NOT_GRANTED.has(name))
    return [
      warningAt(
        manifest,
        'permission-ignored',
        node,
        message('Chromium doesn’t grant the permission “{0}” to this extension. Remove it.', name),
        removing(manifest, node),
      ),
    ];
  const versions = PARTLY_KNOWN.get(name);
  return versions ? unknownPermissions(manifest, [node]).map((each) => reportedOnlyBy(each, allBut(versions))) : [];
}

function misspelt(manifest: ManifestText, node: Node, meant: string, exists: boolean): Problem {
  return warningAt(
    manifest,
    'permission-unknown',
    node,
    sentences(
      message('Unknown permission “{0}”. Chromium ignores it.', String(nameOf(node))),
      exists ? message('“{0}” is listed twice. Remove it.', meant) : message('Did you mean “{0}”?', meant),
    ),
    [
      ...(node.type === 'string' && !exists ? [replacing(manifest, node, JSON.stringify(meant))] : []),
      ...removing(manifest, node),
    ],
  );
}

function unknownPermissions(manifest: ManifestText, nodes: readonly Node[]): Problem[] {
  const names = nodes.map((node) => String(nameOf(node))).join(', ');
  return nodes
    .slice(0, 1)
    .map((first) =>
      warningAt(
        manifest,
        'permission-unknown',
        first,
        nodes.length === 1
          ? message('Unknown permission “{0}”. Chromium ignores it. Correct or remove it.', names)
          : message('Unknown permissions: {0}. Chromium ignores them. Correct or remove them.', names),
        [{ kind: 'edit', title: message('Remove {0}', names), edits: removeElements(manifest.text, nodes) }],
      ),
    );
}

function checkOptional(manifest: ManifestText, node: Node, permissions: ReadonlySet<unknown>): Problem[] {
  const name = String(node.value);
  if (!NEVER_OPTIONAL.has(name)) return [];
  return [
    warningAt(
      manifest,
      'permission-ignored',
      node,
      permissions.has(name)
        ? message('“{0}” can’t be optional, and “permissions” already has it. Remove it here.', name)
        : message('“{0}” can’t be optional, so Chromium ignores it. Move it to “permissions”.', name),
      moving(manifest, [node], 'permissions', permissions.has(name) ? [] : [node]),
    ),
  ];
}

function hostsHere(manifest: ManifestText, nodes: readonly Node[], hosts: string): Problem[] {
  const [first] = nodes;
  if (!first) return [];
  const there = valuesOf(elements(property(manifest, hosts)));
  const patterns = [...there].filter(isHostPattern).slice(0, MAX_COMPARED);
  const missing = nodes.filter(
    ({ value }, index) => !there.has(value) && (index >= MAX_COMPARED || !isCovered(String(value), patterns)),
  );
  const names = nodes.map(({ value }) => String(value)).join(', ');
  return [
    warningAt(
      manifest,
      'host-in-permissions',
      first,
      missing.length === 0
        ? message(
            'With manifest version 3, hosts belong in “{0}”, which already covers these. Remove them here: {1}',
            hosts,
            names,
          )
        : message('Chromium ignores hosts here. With manifest version 3, move them to “{0}”: {1}', hosts, names),
      moving(manifest, nodes, hosts, missing),
    ),
  ];
}

function valuesOf(nodes: readonly Node[]): ReadonlySet<unknown> {
  return new Set(nodes.map(({ value }): unknown => value));
}

/**
 * One edit that removes elements from their list, and adds to the list of another key those of them that are missing
 * there.
 */
function moving(manifest: ManifestText, nodes: readonly Node[], key: string, missing: readonly Node[]): Fix[] {
  const { text, root } = manifest;
  const target = property(manifest, key);
  if (target && target.type !== 'array') return [];
  const removed = removeElements(text, nodes);
  if (missing.length === 0)
    return [
      {
        kind: 'edit',
        title: message('Remove {0}', nodes.map(({ value }) => String(value)).join(', ')),
        edits: removed,
      },
    ];
  const json = missing.map(({ value }) => JSON.stringify(value)).join(', ');
  const added = target ? addElement(text, target, json) : addMember(text, root, key, `[${json}]`);
  return [{ kind: 'edit', title: message('Move to {0}', key), edits: [...removed, ...added] }];
}

function checkHost(manifest: ManifestText, node: Node): Problem[] {
  if (typeof node.value !== 'string') return [];
  const fault = patternFault(node.value, HOST_SCHEMES);
  return fault
    ? [
        warningAt(
          manifest,
          'match-pattern',
          node,
          sentences(message('“{0}” isn’t a valid match pattern, so Chromium ignores it.', node.value), fault),
          removing(manifest, node),
        ),
      ]
    : [];
}
