import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

/**
 * Keys with which the store refuses a package: it gives each extension its ID and its updates itself. Source: what it
 * answers, “key field is not allowed in manifest”; the reference of `update_url`, which is for other hosts.
 */
const REFUSED = ['key', 'update_url'];
/** A key may be there more than once. */
const MAX_TIMES = 100;

/** A manifest without the keys that the store refuses; the rest stays as it was written, apart from a comment beside them. */
export function withoutStoreKeys(text: string): { readonly manifest?: string; readonly removed: readonly string[] } {
  const removed: string[] = [];
  let left = text;
  for (const key of REFUSED)
    for (let times = 0; times < MAX_TIMES && has(left, key); times++) {
      if (times === 0) removed.push(key);
      left = applyEdits(left, modify(left, [key], undefined, {}));
    }
  return { removed, ...(removed.length > 0 && { manifest: left }) };
}

function has(text: string, key: string): boolean {
  const root = parseTree(text);
  return root !== undefined && findNodeAtLocation(root, [key]) !== undefined;
}
