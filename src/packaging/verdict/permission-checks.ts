import type { Node } from 'jsonc-parser';
import { message, sentences } from '../../core/message';
import { addElement, addMember, removeElement } from '../manifest/edits';
import { elements, member, property, type ManifestText } from '../manifest/manifest-text';
import type { Fix, Problem } from '../problem';
import { nearest } from './nearest';
import { pathOf, refused, removing, replacing, warned } from './finding';
import { HOST_SCHEMES, patternFault } from './match-pattern';
import { NEVER_OPTIONAL, NOT_GRANTED, ONLY_CHROME_OS, PERMISSIONS, REFUSED } from './permission-names';

/** Permissions by name, and the hosts of an extension. Chromium leaves out those that it does not know, and loads the rest. */
export function checkPermissions(manifest: ManifestText): Problem[] {
  return [
    ...elements(property(manifest, 'permissions')).flatMap((node) => checkPermission(manifest, node, 'host_permissions')),
    ...elements(property(manifest, 'optional_permissions')).flatMap((node) => [...checkPermission(manifest, node, 'optional_host_permissions'), ...checkOptional(manifest, node)]),
    ...['host_permissions', 'optional_host_permissions'].flatMap((key) => elements(property(manifest, key)).flatMap((node) => checkHost(manifest, node))),
  ];
}

function checkPermission(manifest: ManifestText, node: Node, hosts: string): Problem[] {
  const name: unknown = node.type === 'object' ? node.children?.[0]?.children?.[0]?.value : node.value;
  if (node.type === 'object' && (node.children?.length !== 1 || PERMISSIONS.has(String(name)))) {
    return [refused(manifest, 'wrong-type', node, message('“{0}” must be the name of a permission, as a text.', pathOf(node)), removing(manifest, node))];
  }
  if (typeof name !== 'string' || PERMISSIONS.has(name)) return [];
  if (REFUSED.has(name) || (name === 'transientBackground' && hosts === 'host_permissions')) return [refused(manifest, 'permission-ignored', node, message('“{0}” cannot be used here, and Chromium refuses the extension. Remove it.', name), removing(manifest, node))];
  if (name === '<all_urls>' || name.includes('://')) return [hostHere(manifest, node, name, hosts)];
  if (ONLY_CHROME_OS.has(name)) return [warned(manifest, 'permission-ignored', node, message('The permission “{0}” is granted only on ChromeOS. Here it does nothing.', name), removing(manifest, node))];
  if (NOT_GRANTED.has(name)) return [warned(manifest, 'permission-ignored', node, message('Chromium does not grant the permission “{0}” to this extension. Remove it.', name), removing(manifest, node))];
  const meant = nearest(name, [...PERMISSIONS]);
  return [warned(manifest, 'permission-unknown', node, sentences(
    message('Chromium does not know the permission “{0}” and leaves it out.', name),
    meant === undefined ? message('Correct or remove it.') : message('Did you mean “{0}”?', meant),
  ), [...(meant === undefined || node.type !== 'string' ? [] : [replacing(manifest, node, JSON.stringify(meant))]), ...removing(manifest, node)])];
}

function checkOptional(manifest: ManifestText, node: Node): Problem[] {
  if (!NEVER_OPTIONAL.has(String(node.value))) return [];
  return [warned(manifest, 'permission-ignored', node, message('“{0}” cannot be optional, and Chromium leaves it out. Move it to “permissions”.', String(node.value)), moving(manifest, node, 'permissions'))];
}

function hostHere(manifest: ManifestText, node: Node, pattern: string, hosts: string): Problem {
  return warned(manifest, 'host-in-permissions', node,
    message('With manifest version 3 hosts do not stand in “{0}”, and Chromium leaves “{1}” out. Move it to “{2}”.', pathOf(node).replace(/\[.*$/, ''), pattern, hosts), moving(manifest, node, hosts));
}

/** One change that takes an element out of its list and adds it to the list of another key. */
function moving(manifest: ManifestText, node: Node, key: string): Fix[] {
  const { text, root } = manifest;
  const json = JSON.stringify(node.value);
  const target = member(root, key);
  if (target && target.type !== 'array') return [];
  const added = target ? addElement(text, target, json) : addMember(text, root, key, `[${json}]`);
  return [{ kind: 'edit', title: message('Move to {0}', key), edits: [...removeElement(text, node), ...added] }];
}

function checkHost(manifest: ManifestText, node: Node): Problem[] {
  if (typeof node.value !== 'string') return [];
  const fault = patternFault(node.value, HOST_SCHEMES);
  return fault ? [warned(manifest, 'match-pattern', node, message('“{0}” is no match pattern: {1}. Chromium leaves it out.', node.value, fault), removing(manifest, node))] : [];
}
