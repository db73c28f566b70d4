import type { Node } from 'jsonc-parser';
import { message, sentences } from '../../core/message';
import { replaceValue } from '../manifest/edits';
import { members, property, type ManifestText } from '../manifest/manifest-text';
import type { Fix, Problem } from '../problem';
import { keyOf, removing, warned } from './finding';
import { KEYS_NOT_READ, KEYS_OF_OTHERS, KEYS_PARTLY_KNOWN, KEYS_WITHOUT_SHAPE, MANIFEST_FORMAT } from './manifest-format';
import { nearest } from './nearest';
import { allBut, mindedBy } from './versions';

const KNOWN = [...Object.keys(MANIFEST_FORMAT), ...KEYS_WITHOUT_SHAPE];
const NOT_UNKNOWN: ReadonlySet<string> = new Set([...KNOWN, ...KEYS_OF_OTHERS]);

/** Keys that Chromium passes over. */
export function checkKeys(manifest: ManifestText): Problem[] {
  return members(manifest.root).flatMap(({ key, value }) => {
    const name = String(key.value);
    if (KEYS_NOT_READ.includes(name)) return [notRead(manifest, name, value)];
    const versions = KEYS_PARTLY_KNOWN.get(name);
    if (versions) return [mindedBy(unknown(manifest, name, value), allBut(versions))];
    if (NOT_UNKNOWN.has(name) || /^[_$-]/.test(name)) return [];
    return [unknown(manifest, name, value)];
  });
}

function notRead(manifest: ManifestText, name: string, value: Node): Problem {
  const old = name === 'browser_action' || name === 'page_action';
  const rename = old && !property(manifest, 'action') ? [renaming(manifest, value, 'action')] : [];
  return warned(manifest, 'key-ignored', keyOf(value), old
    ? message('“{0}” does nothing with manifest version 3. Name it “action”.', name)
    : message('Chromium does not read “{0}” of an extension. Remove it.', name), [...rename, ...removing(manifest, value)]);
}

function unknown(manifest: ManifestText, name: string, value: Node): Problem {
  const meant = nearest(name, KNOWN.filter((known) => known !== name));
  return warned(manifest, 'key-unknown', keyOf(value), sentences(
    message('Chromium does not know the key “{0}” and passes over it.', name),
    meant === undefined ? undefined : message('Did you mean “{0}”?', meant),
  ), [...(meant === undefined || property(manifest, meant) ? [] : [renaming(manifest, value, meant)]), ...removing(manifest, value)]);
}

function renaming({ text }: ManifestText, value: Node, to: string): Fix {
  return { kind: 'edit', title: message('Rename to {0}', to), edits: replaceValue(text, keyOf(value), JSON.stringify(to)) };
}
