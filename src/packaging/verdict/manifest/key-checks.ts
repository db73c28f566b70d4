import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { replaceValue } from '../../manifest/edits';
import { members, property, type ManifestText } from '../../manifest/manifest-text';
import type { Fix, Problem } from '../../problem';
import { keyOf, removing, warningAt } from '../finding';
import {
  KEYS_NOT_READ,
  KEYS_OF_OTHERS,
  KEYS_PARTLY_KNOWN,
  KEYS_WITHOUT_SHAPE,
  MANIFEST_FORMAT,
} from './manifest-format';
import { nearestOf } from './nearest';
import { allBut, reportedOnlyBy } from '../versions';
import type { PackageContents } from '../package-contents';

const KNOWN = [...Object.keys(MANIFEST_FORMAT), ...KEYS_WITHOUT_SHAPE];
const nearestKey = nearestOf(KNOWN.filter((key) => !KEYS_PARTLY_KNOWN.has(key)));
const NOT_UNKNOWN: ReadonlySet<string> = new Set([...KNOWN, ...KEYS_OF_OTHERS]);
/** The buttons of manifest version 2. */
const BUTTONS = ['browser_action', 'page_action'];

/** Checks for keys that Chromium ignores. */
export function checkKeys({ manifest }: PackageContents): Problem[] {
  return members(manifest.root).flatMap(({ key, value }) => {
    const name = String(key.value);
    if (KEYS_NOT_READ.includes(name)) return [notRead(manifest, name, value)];
    const versions = KEYS_PARTLY_KNOWN.get(name);
    if (versions) return [reportedOnlyBy(unknown(manifest, name, value), allBut(versions))];
    if (NOT_UNKNOWN.has(name) || /^[_$-]/.test(name)) return [];
    return [unknown(manifest, name, value)];
  });
}

function notRead(manifest: ManifestText, name: string, value: Node): Problem {
  return warningAt(manifest, 'key-ignored', keyOf(value), notReadWords(manifest, name), [
    ...(name === buttonToRename(manifest) ? [renaming(manifest, value, 'action')] : []),
    ...removing(manifest, value),
  ]);
}

function notReadWords(manifest: ManifestText, name: string): Message {
  if (!BUTTONS.includes(name)) return message('Chromium ignores “{0}” in an extension. Remove it.', name);
  if (name === buttonToRename(manifest))
    return message('“{0}” has no effect with manifest version 3. Rename it to “action”.', name);
  return property(manifest, 'action')
    ? message('“{0}” has no effect with manifest version 3, and “action” already exists. Remove it.', name)
    : message('“{0}” has no effect with manifest version 3. Remove it.', name);
}

/**
 * The old button that can be renamed to “action”: none if “action” already exists, because two keys with the same name
 * are not allowed; of two old buttons only the first.
 */
export function buttonToRename(manifest: ManifestText): string | undefined {
  return property(manifest, 'action') ? undefined : BUTTONS.find((button) => property(manifest, button));
}

function unknown(manifest: ManifestText, name: string, value: Node): Problem {
  const meant = nearestKey(name);
  const exists = meant !== undefined && property(manifest, meant) !== undefined;
  return warningAt(
    manifest,
    'key-unknown',
    keyOf(value),
    sentences(
      message('Unknown key “{0}”. Chromium ignores it.', name),
      meant === undefined
        ? undefined
        : exists
          ? message('“{0}” already exists. Move what you need there and remove this one.', meant)
          : message('Did you mean “{0}”?', meant),
    ),
    [...(meant === undefined || exists ? [] : [renaming(manifest, value, meant)]), ...removing(manifest, value)],
  );
}

function renaming({ text }: ManifestText, value: Node, to: string): Fix {
  return {
    kind: 'edit',
    title: message('Rename to {0}', to),
    edits: replaceValue(text, keyOf(value), JSON.stringify(to)),
  };
}
