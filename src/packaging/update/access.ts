import type { Node } from 'jsonc-parser';
import { listOf, message, sentences, type Message } from '../../core/message';
import { elements, member, members, property, textsIn, type ManifestText } from '../manifest/manifest-text';
import type { Place, Problem } from '../problem';
import { placeOf } from '../verdict/finding';
import { HOST_SCHEMES, isHostPattern, patternFault } from '../verdict/manifest/match-pattern';
import { NEVER_OPTIONAL } from '../verdict/manifest/permission-names';
import { addedHosts } from './host-sets';

/**
 * What an extension may do more than its old version. A question is a manifest that has only what Chromium warns of: no
 * code of the extension runs when a browser is asked with it.
 */
export interface AccessChange {
  /** The questions for both versions. */
  readonly before: string;
  readonly after: string;
  readonly added: readonly AddedAccess[];
  /** Told with what Chromium says of `after`; undefined if there are no new hosts. */
  readonly hosts: Place | undefined;
  /** The patterns of the new hosts. */
  readonly patterns: readonly string[];
}

/** A permission, or a key that is one. */
export interface AddedAccess {
  readonly name: string;
  /** The question for the old version with this one. */
  readonly question: string;
  readonly place: Place;
}

/** No extension has as many; a hostile manifest may. */
const MAX_PATTERNS = 1000;
const MAX_PERMISSIONS = 200;
/** Chromium knows about 90, each asked about alone. */
const MAX_ADDED = 60;
/** Characters of a name or a pattern. */
const MAX_TEXT = 500;
/** Patterns that a sentence names. */
const MAX_NAMED = 5;

/** Keys that Chromium warns of, with the least value that it loads. */
const KEYS: Readonly<Record<string, unknown>> = { devtools_page: 'page.html' };
const OVERRIDES = ['bookmarks', 'history', 'newtab'];

interface Access {
  readonly permissions: ReadonlyMap<string, Node>;
  readonly keys: ReadonlyMap<string, Node>;
  readonly overrides: ReadonlyMap<string, Node>;
  readonly hosts: ReadonlyMap<string, Node>;
}

/** What the new version may do more. */
export function compareAccess(before: ManifestText, after: ManifestText): AccessChange {
  const [old, now] = [accessOf(before), accessOf(after)];
  const patterns = addedHosts([...old.hosts.keys()], [...now.hosts.keys()]);
  const first = now.hosts.get(patterns[0] ?? '');
  const added = (['permissions', 'keys', 'overrides'] as const).flatMap((kind) =>
    [...now[kind]]
      .filter(([name]) => !old[kind].has(name))
      .map(([name, node]) => ({
        name,
        question: questionOf({ ...old, [kind]: new Map([...old[kind], [name, node]]) }),
        place: placeOf(after, node),
      })),
  );
  return {
    before: questionOf(old),
    after: questionOf(now),
    added: added.slice(0, MAX_ADDED),
    hosts: first && placeOf(after, first),
    patterns,
  };
}

/** The patterns of the pages that an extension reaches without asking: its hosts, and those of its content scripts. */
function accessOf(manifest: ManifestText): Access {
  const named = textsOf(property(manifest, 'permissions'), MAX_PERMISSIONS + MAX_PATTERNS);
  const scripts = elements(property(manifest, 'content_scripts')).slice(0, MAX_PATTERNS);
  const hosts = [
    // With manifest version 3, Chromium ignores hosts there.
    ...(property(manifest, 'manifest_version')?.value === 2 ? named.filter(([text]) => isHostPattern(text)) : []),
    ...textsOf(property(manifest, 'host_permissions'), MAX_PATTERNS),
    ...scripts.flatMap((script) => textsOf(member(script, 'matches'), MAX_PATTERNS)),
  ].filter(([text]) => !patternFault(text, HOST_SCHEMES));
  const overrides = members(property(manifest, 'chrome_url_overrides'));
  return {
    permissions: new Map(named.filter(([text]) => !isHostPattern(text)).slice(0, MAX_PERMISSIONS)),
    keys: new Map(
      Object.keys(KEYS).flatMap((key) => {
        const value = property(manifest, key);
        return value ? [[key, value] as const] : [];
      }),
    ),
    overrides: new Map(
      overrides.flatMap(({ key, value }) => {
        const page = String(key.value);
        return OVERRIDES.includes(page) ? [[page, value] as const] : [];
      }),
    ),
    hosts: new Map(hosts.slice(0, MAX_PATTERNS)),
  };
}

/** Those that are not too long. */
function textsOf(list: Node | undefined, most: number): readonly (readonly [string, Node])[] {
  return textsIn(list, most).filter(([text]) => text.length <= MAX_TEXT);
}

function questionOf({ permissions, keys, overrides, hosts }: Access): string {
  return JSON.stringify({
    manifest_version: 3,
    name: 'Question',
    version: '1',
    permissions: [...permissions.keys()],
    host_permissions: [...hosts.keys()],
    ...Object.fromEntries([...keys.keys()].map((key) => [key, KEYS[key]])),
    ...(overrides.size > 0 && {
      chrome_url_overrides: Object.fromEntries([...overrides.keys()].map((page) => [page, 'page.html'])),
    }),
  });
}

/**
 * What follows from it.
 * @param words what Chromium says to each question, in the order of `questionsOf`; undefined if no browser could be
 * asked: then what is new is told without a sentence of Chromium.
 */
export function accessProblems(
  change: AccessChange,
  words: readonly (readonly string[] | undefined)[] | undefined,
): Problem[] {
  const [before, after, ...each] = words ?? [];
  const had = new Set(before);
  const told = change.added.map(
    ({ name, place }, index): { fresh: readonly string[]; problem: Problem | undefined } => {
      const fresh = before && each[index]?.filter((sentence) => !had.has(sentence));
      if (fresh === undefined) return { fresh: [], problem: { ...place, ...unasked(name) } };
      return { fresh, problem: fresh.length === 0 ? undefined : { ...place, ...disables(fresh, remedyFor(name)) } };
    },
  );
  const said = new Set([...had, ...told.flatMap(({ fresh }) => fresh)]);
  const hosts = (before && after?.filter((sentence) => !said.has(sentence))) ?? [];
  return [
    ...told.flatMap(({ problem }) => problem ?? []),
    ...(change.hosts ? [{ ...change.hosts, ...disables(hosts, hostsRemedy(change.patterns)) }] : []),
  ];
}

/** The questions whose answers `accessProblems` takes. */
export function questionsOf({ before, after, added, hosts }: AccessChange): string[] {
  // Without anything new, nothing has to be asked.
  return added.length === 0 && !hosts ? [] : [before, after, ...added.map(({ question }) => question)];
}

type Said = Pick<Problem, 'severity' | 'code' | 'message'>;

function disables(said: readonly string[], remedy: Message): Said {
  const first = said[0];
  const what =
    first === undefined
      ? message('Chrome will disable the extension until each user accepts its new permissions.')
      : message(
          'Chrome will disable the extension until each user accepts {0}.',
          said.length === 1 ? message('“{0}”', first) : listOf(said.map((sentence) => message('“{0}”', sentence))),
        );
  return { severity: 'error', code: 'update-disables', message: sentences(what, remedy) };
}

function remedyFor(name: string): Message {
  if (name === 'declarativeNetRequest')
    return message('It can’t be optional. Use “declarativeNetRequestWithHostAccess”, which Chrome doesn’t warn of.');
  return name in KEYS || OVERRIDES.includes(name) || NEVER_OPTIONAL.has(name)
    ? message('It comes with “{0}”, which can’t be optional: remove it, or tell your users about it first.', name)
    : message('Move “{0}” to “optional_permissions”, and request it when it’s needed.', name);
}

function hostsRemedy(patterns: readonly string[]): Message {
  const named = patterns.slice(0, MAX_NAMED).join(', ');
  const remedy = message('Move them to “optional_host_permissions”, or use narrower hosts or “activeTab”.');
  return sentences(
    patterns.length > MAX_NAMED
      ? message('New hosts: {0} and {1} more.', named, patterns.length - MAX_NAMED)
      : message('New hosts: {0}.', named),
    remedy,
  );
}

function unasked(name: string): Said {
  return {
    severity: 'warning',
    code: 'update-disables',
    message: message(
      '“{0}” is new. If Chrome warns of it, it disables the extension until each user accepts. No browser of this machine could be asked. Move it to “optional_permissions” if it can be optional.',
      name,
    ),
  };
}
