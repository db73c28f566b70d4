import type { Node } from 'jsonc-parser';
import { elements, member } from '../manifest/manifest-text';

/**
 * What words may mention: a quoted key, path or value, a path without quotes, “for priority key”, the index of an
 * element, the id of a rule. An apostrophe as in “isn't” opens no quote.
 */
const MENTION =
  /(?<!\w)'(?<single>[^']*)'(?!\w)|"(?<double>[^"]*)"|\b(?<bare>[a-z]+(?:[._][a-z]+)+)\b|\bfor (?<key>\w+) key\b|\bindex (?<index>\d+)|\bid (?<id>\d+)/g;

/** Each may lead through the whole file. Chromium's own words hold a handful. */
const MAX_MENTIONS = 50;

/** Names that Chromium has for a key where the manifest has another. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  command: 'commands',
  permissions: 'optional_permissions',
  mime_types: 'mime_types_handler',
};

/** Sentences that name no key, and the key that they are about. */
const ABOUT: readonly (readonly [RegExp, string])[] = [
  [/manifest version/i, 'manifest_version'],
  [/background script/i, 'background.service_worker'],
  [/requires \w+ version/i, 'minimum_chrome_version'],
  [/side panel/i, 'side_panel.default_path'],
  [/schema|^Can't read/i, 'storage.managed_schema'],
  [/options page/i, 'options_page'],
  [/options page/i, 'options_ui.page'],
  [/theme colors/i, 'theme.colors'],
  [/theme images/i, 'theme.images'],
  [/theme/i, 'theme'],
  [/cannot override|^File not found/i, 'chrome_url_overrides'],
  [/in icons/i, 'icons'],
  [/homepage url/i, 'homepage_url'],
  [/update url/i, 'update_url'],
  [/^expected /, 'externally_connectable'],
  [/^expected |^'event'/, 'event_rules'],
  [/sandboxed pages/i, 'sandbox'],
  [/locale/i, 'default_locale'],
];

/**
 * The deepest value that words of Chromium lead to: by keys and indices first (`content_scripts[0].matches`, “at index
 * 0”), then by a value that they quote. The root where they lead nowhere.
 */
export function reach(root: Node, words: string): Node {
  const { node, names } = followMentions(root, words);
  const reached = (isMissing(words) ? undefined : first(names, (name) => descendant(node, name))) ?? node;
  return valueIn(reached, words) ?? (reached === root ? about(root, words) : undefined) ?? reached;
}

/** A key that is said to be missing must not be found elsewhere. */
function isMissing(words: string): boolean {
  return /required|missing/i.test(words);
}

/** The value at a path such as `icons["16"]` or `a.b[0]`, as far as it goes, and the names of the rest. */
function follow(from: Node, path: string): { readonly node: Node; readonly rest: readonly string[] } {
  const steps = path.match(/[^.[\]"]+/g) ?? [];
  let node = from;
  for (const [index, step] of steps.entries()) {
    const next = child(node, step);
    if (!next) return { node, rest: steps.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}

/** Every text at or below a node; keys are none. */
function texts(node: Node): readonly Node[] {
  if (node.type === 'string') return [node];
  return (node.type === 'property' ? (node.children ?? []).slice(1) : (node.children ?? [])).flatMap(texts);
}

function mentions(words: string): readonly RegExpExecArray[] {
  return [...words.matchAll(MENTION)].slice(0, MAX_MENTIONS);
}

/** What the words quote, without the brackets that Chromium puts around an address. */
export function quoted(words: string): readonly string[] {
  return mentions(words)
    .flatMap(({ groups }) => groups?.['single'] ?? groups?.['double'] ?? [])
    .map((text) => text.replace(/^\[(.*)\]$/, '$1'));
}

/** Goes along the paths and indices in their order. `names`: what may be a key deeper than where that ends. */
function followMentions(root: Node, words: string): { readonly node: Node; readonly names: readonly string[] } {
  let node = root;
  const names: string[] = [];
  for (const { groups: { single, double, key, bare, index, id } = {} } of mentions(words)) {
    const path = single ?? double ?? key;
    if (path !== undefined) {
      const next = followPath(root, node, path, isMissing(words));
      if (next) node = next;
      else names.push(...lastName(path));
    } else if (bare !== undefined) {
      const there = follow(root, bare);
      if (there.rest.length === 0) node = there.node;
    } else node = (index === undefined ? withId(node, Number(id)) : elements(node)[Number(index)]) ?? node;
  }
  return { node, names };
}

/**
 * From where the words are, or from the root. The end of `commands[1].default` may be deeper, and that of `icons["16"]`
 * in another key.
 */
function followPath(root: Node, from: Node, path: string, isEndMissing: boolean): Node | undefined {
  const here = follow(from, path);
  const { node, rest } = here.node === from ? follow(root, path) : here;
  if (node === root) return undefined;
  const end = rest.at(-1);
  if (end === undefined || isEndMissing) return node;
  return descendant(node, end) ?? (/^\d+$/.test(end) ? descendant(root, end) : undefined) ?? node;
}

/** Of a path that begins nowhere the last name may still be a key; of a file name, the part behind the dot is none. */
function lastName(named: string): string[] {
  const name = /^(?:.*\]\.)?(\w+)$/.exec(named)?.[1];
  return name === undefined ? [] : [name, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()];
}

function child(node: Node, step: string): Node | undefined {
  const also = ALSO_CALLED[step];
  const named = member(node, step) ?? (also === undefined ? undefined : member(node, also));
  if (named || !/^\d+$/.test(step)) return named;
  return node.type === 'object' ? nthKey(node, Number(step)) : elements(node)[Number(step)];
}

/** `commands[1]` is the first command, in the order of the alphabet. */
function nthKey(node: Node, count: number): Node | undefined {
  const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value)).toSorted();
  const key = keys[count - 1];
  return key === undefined ? undefined : member(node, key);
}

/** Of two rules with one id the second is at fault. */
function withId(node: Node, id: number): Node | undefined {
  return elements(node).findLast((element) => member(element, 'id')?.value === id);
}

/** The value of a key, however deep it is. */
export function descendant(node: Node, key: string): Node | undefined {
  return member(node, key) ?? first(node.children ?? [], (each) => descendant(each, key));
}

/**
 * The text that the words quote, the last one if there are several: “expected "a" or "b", got "c"”. Else the longest
 * that stands in them.
 */
function valueIn(node: Node, words: string): Node | undefined {
  const candidates = texts(node);
  const exact = first(quoted(words).toReversed(), (text) =>
    text !== '' || node.parent ? candidates.find((each) => isText(each, text)) : undefined,
  );
  if (exact) return exact;
  const within = quoted(words).concat(words.match(/__MSG_\w+__|\$\w+\$/g) ?? []);
  return (
    first(within, (text) =>
      text.length > 2 ? candidates.find((each) => String(each.value).includes(text)) : undefined,
    ) ?? standingIn(candidates, words)
  );
}

/**
 * Whether a text of the manifest is what the words quote: Chromium names a file without the slash that may stand before
 * it.
 */
export function isText({ value }: Node, quote: string): boolean {
  return plainPath(value) === plainPath(quote);
}

function plainPath(value: unknown): string {
  return String(value).replace(/^\.?\//, '');
}

function standingIn(candidates: readonly Node[], words: string): Node | undefined {
  const stands = (text: string): boolean =>
    text.length > 2 && words.includes(text) && new RegExp(`(?<![\\w.-])${escape(text)}(?![\\w-])`).test(words);
  const parts = candidates.filter(({ value }) => stands(plainPath(value)));
  return parts.toSorted((one, other) => other.length - one.length)[0];
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function about(root: Node, words: string): Node | undefined {
  return first(
    ABOUT.filter(([sentence]) => sentence.test(words)),
    ([, key]) => {
      const { node, rest } = follow(root, key);
      return rest.length === 0 ? node : undefined;
    },
  );
}

function first<T, R>(from: readonly T[], find: (each: T) => R | undefined): R | undefined {
  for (const each of from) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
