import type { Node } from 'jsonc-parser';
import { throwIfCancelled, UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { message, sentences, type Message } from '../../core/message';
import { fitsPattern } from '../../core/text-pattern';
import {
  elements,
  MANIFEST,
  member,
  parseManifest,
  property,
  textsIn,
  type ManifestText,
} from '../manifest/manifest-text';
import { namedFiles } from '../manifest/named-files';
import type { Problem } from '../problem';
import { readIncluded } from '../regular-file';
import type { PackedFile } from '../selection/walk';
import { errorAt, keyOf, warningAt } from '../verdict/finding';
import { isCovered } from '../verdict/manifest/match-pattern';
import { compareNumbers } from '../verdict/versions';
import { compareAccess, type AccessChange } from './access';
import { addedAddresses } from './addresses';

/** A version of an extension: its folder, and what is included of it. */
export interface Version {
  readonly folder: string;
  readonly files: readonly PackedFile[];
}

/** What an update from one version to another does, without what only a browser can say. */
export interface Comparison {
  readonly problems: readonly Problem[];
  readonly access: AccessChange;
}

/** No extension has as many; a hostile manifest may. */
const MAX_PATTERNS = 1000;
const MAX_RESOURCES = 200;
/** Names in a sentence. */
const MAX_NAMED = 5;
/** A growth that is told: bytes, and as a part of the old size. */
const MIN_GROWTH = 100_000;
const MIN_PART = 0.1;

/**
 * Compares an extension with its old version.
 * @throws UserError if the manifest of one of them can't be read.
 */
export async function compareVersions(before: Version, after: Version, signal: AbortSignal): Promise<Comparison> {
  const [old, now] = await Promise.all([
    manifestOf(before, message('The manifest of the old version can’t be read.')),
    manifestOf(after, message('The manifest can’t be read. Correct its errors first.')),
  ]);
  throwIfCancelled(signal);
  const access = compareAccess(old, now);
  const problems = [
    ...compareIdentity(old, now),
    ...compareSites(old, now, access.patterns),
    ...comparePages(old, now, before, after),
    ...compareResources(old, now, before, after),
    ...compareSizes(before, after),
    ...(await addedAddresses(before.files, after.files, signal)),
  ];
  return { problems, access };
}

async function manifestOf({ folder }: Version, failed: Message): Promise<ManifestText> {
  const read = await readIncluded(folder, MANIFEST).then(parseManifest, () => undefined);
  if (read === undefined) throw new UserError(failed);
  if (!('root' in read)) throw new UserError(sentences(failed, read.message));
  return read;
}

function textOf(manifest: ManifestText, key: string): string | undefined {
  const value: unknown = property(manifest, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

function compareIdentity(old: ManifestText, now: ManifestText): Problem[] {
  const found: Problem[] = [];
  const at = (key: string): Node => property(now, key) ?? now.root;
  const [oldKey, key] = [textOf(old, 'key'), textOf(now, 'key')];
  if (oldKey !== undefined && key !== undefined && oldKey.replaceAll(/\s/g, '') !== key.replaceAll(/\s/g, ''))
    found.push(
      errorAt(
        now,
        'update-id',
        at('key'),
        message(
          'Another “key” makes this another extension, with another ID: nobody gets it as an update. Use the old “key”.',
        ),
      ),
    );
  const [oldVersion = '', version = ''] = [textOf(old, 'version'), textOf(now, 'version')];
  if (compareNumbers(version, oldVersion) <= 0)
    found.push(
      warningAt(
        now,
        'update-version',
        at('version'),
        message(
          'Version {0} isn’t higher than {1}, so nobody gets it as an update. Increase “version”.',
          version,
          oldVersion,
        ),
      ),
    );
  const [oldLeast, least] = [textOf(old, 'minimum_chrome_version'), textOf(now, 'minimum_chrome_version')];
  if (least !== undefined && compareNumbers(least, oldLeast ?? '0') > 0)
    found.push(
      warningAt(
        now,
        'update-chromium',
        at('minimum_chrome_version'),
        oldLeast === undefined
          ? message(
              'Users of Chrome below {0} don’t get this update. Remove “minimum_chrome_version” if it isn’t needed.',
              least,
            )
          : message(
              'Users of Chrome {0} up to {1} don’t get this update. Keep “minimum_chrome_version” if nothing needs the newer one.',
              oldLeast,
              least,
            ),
      ),
    );
  const oldLocale = textOf(old, 'default_locale');
  if (oldLocale !== undefined && property(now, 'default_locale') === undefined)
    found.push(
      warningAt(
        now,
        'update-locale',
        now.root,
        message(
          '“default_locale” ({0}) was removed: all users see the texts that are in the manifest. Add it again.',
          oldLocale,
        ),
      ),
    );
  return found;
}

type Patterns = ReadonlyMap<string, Node>;

function patternsOf(manifest: ManifestText, key: string): Patterns {
  const texts = elements(property(manifest, 'content_scripts'))
    .slice(0, MAX_PATTERNS)
    .flatMap((script) => textsIn(member(script, key), MAX_PATTERNS));
  return new Map(texts.slice(0, MAX_PATTERNS));
}

/** @param told new hosts, which are told with what they do. */
function compareSites(old: ManifestText, now: ManifestText, told: readonly string[]): Problem[] {
  const [before, after] = [patternsOf(old, 'matches'), patternsOf(now, 'matches')];
  const fewer = [...before.keys()].filter((pattern) => !isCovered(pattern, [...after.keys()]));
  const more = [...after.keys()].filter(
    (pattern) => !told.includes(pattern) && !isCovered(pattern, [...before.keys()]),
  );
  const [oldOut, out] = [patternsOf(old, 'exclude_matches'), patternsOf(now, 'exclude_matches')];
  const noLonger = [...oldOut.keys()].filter((pattern) => !isCovered(pattern, [...out.keys()]));
  const nowOut = [...out.keys()].filter((pattern) => !isCovered(pattern, [...oldOut.keys()]));
  const scripts = property(now, 'content_scripts');
  const at = (node: Node | undefined): Node => node ?? (scripts && keyOf(scripts)) ?? now.root;
  const problem = (node: Node | undefined, words: Message): Problem => warningAt(now, 'update-sites', at(node), words);
  return [
    ...(fewer.length > 0
      ? [problem(undefined, message('Content scripts no longer run on {0}. Add what is still needed.', named(fewer)))]
      : []),
    ...(more.length > 0
      ? [
          problem(
            after.get(more[0] ?? ''),
            message('Content scripts now also run on {0}. Check that this is meant.', named(more)),
          ),
        ]
      : []),
    // Without the scripts that it was for, it means nothing.
    ...(noLonger.length > 0 && after.size > 0
      ? [
          problem(
            undefined,
            message('Content scripts no longer exclude {0}. Check that this is meant.', named(noLonger)),
          ),
        ]
      : []),
    ...(nowOut.length > 0
      ? [
          problem(
            out.get(nowOut[0] ?? ''),
            message('Content scripts now exclude {0}. Check that this is meant.', named(nowOut)),
          ),
        ]
      : []),
  ];
}

function named(names: readonly string[]): Message {
  const [first, more] = [names.slice(0, MAX_NAMED).join(', '), names.length - MAX_NAMED];
  return more > 0 ? message('{0} and {1} more', first, more) : message('{0}', first);
}

/** Where the manifest leads to a page. */
const PAGES: ReadonlySet<string> = new Set([
  'action.default_popup',
  'side_panel.default_path',
  'options_page',
  'options_ui.page',
  'chrome_url_overrides.newtab',
  'chrome_url_overrides.history',
  'chrome_url_overrides.bookmarks',
]);

/** Pages that bookmarks, open tabs and links lead to, and that are gone. */
function comparePages(old: ManifestText, now: ManifestText, before: Version, after: Version): Problem[] {
  const there = new Set(after.files.map(({ path }) => path));
  const led = new Map(
    namedFiles(old).flatMap(({ place, path }): (readonly [string, string])[] =>
      PAGES.has(place) ? [[path, place] as const] : [],
    ),
  );
  const gone = before.files.filter(({ path }) => /\.html?$/i.test(path) && !there.has(path)).map(({ path }) => path);
  const known = gone.filter((page) => led.has(page));
  const others = gone.filter((page) => !led.has(page));
  const remedy = message('Bookmarks and open tabs that lead there show an error. Keep a page that leads on.');
  return [
    ...known.slice(0, MAX_NAMED).map((page) => {
      const key = property(now, (led.get(page) ?? '').replace(/\..*/, ''));
      return warningAt(
        now,
        'update-page',
        key ? keyOf(key) : now.root,
        sentences(message('{0} is gone, which “{1}” led to.', page, led.get(page) ?? ''), remedy),
      );
    }),
    ...(others.length > 0
      ? [warningAt(now, 'update-page', now.root, sentences(message('Pages are gone: {0}.', named(others)), remedy))]
      : []),
  ];
}

/** Files that pages could load, and that are gone or no longer for them. */
function compareResources(old: ManifestText, now: ManifestText, before: Version, after: Version): Problem[] {
  const [wasOpen, isOpen] = [resourcesOf(old), resourcesOf(now)];
  const there = new Set(after.files.map(({ path }) => path));
  const gone = before.files
    .map(({ path }) => path)
    .filter((file) => wasOpen(file) && !(there.has(file) && isOpen(file)))
    .filter((file) => !/\.html?$/i.test(file) || there.has(file));
  const key = property(now, 'web_accessible_resources');
  return gone.length === 0
    ? []
    : [
        warningAt(
          now,
          'update-resource',
          key ? keyOf(key) : now.root,
          message(
            'Web pages can no longer load {0}. Pages that are open, and sites that use them, fail. Keep them in “web_accessible_resources” while they are used.',
            named(gone),
          ),
        ),
      ];
}

function resourcesOf(manifest: ManifestText): (file: string) => boolean {
  const patterns = elements(property(manifest, 'web_accessible_resources'))
    .slice(0, MAX_RESOURCES)
    .flatMap((entry) =>
      entry.type === 'object' ? elements(member(entry, 'resources')).slice(0, MAX_RESOURCES) : [entry],
    )
    .flatMap(({ value }) => (typeof value === 'string' ? [value.replace(/^\/+/, '')] : []))
    .slice(0, MAX_RESOURCES);
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const globs = patterns.filter((pattern) => pattern.includes('*'));
  return (file) => exact.has(file) || globs.some((glob) => fitsPattern(glob, file));
}

function totalOf(files: readonly PackedFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function compareSizes({ files: before }: Version, { files: after }: Version): Problem[] {
  const [old, now] = [totalOf(before), totalOf(after)];
  if (now - old < Math.max(MIN_GROWTH, old * MIN_PART)) return [];
  const sizes = new Map(before.map(({ path, bytes }) => [path, bytes]));
  const grown = after
    .map(({ path, bytes }) => ({ path, more: bytes - (sizes.get(path) ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((one, other) => other.more - one.more);
  const most = grown.slice(0, 3).map(({ path, more }) => `${path} (+${formatBytes(more)})`);
  return [
    {
      severity: 'warning',
      code: 'update-size',
      message: message(
        'The package grew from {0} to {1}, most by {2}. Exclude what isn’t needed.',
        formatBytes(old),
        formatBytes(now),
        most.join(', '),
      ),
      file: grown[0]?.path ?? MANIFEST,
    },
  ];
}
