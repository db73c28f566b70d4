import type { Node } from 'jsonc-parser';
import { throwIfCancelled } from '../../core/errors';
import { message } from '../../core/message';
import { addMember, removeMember, replaceValue } from '../manifest/edits';
import { parseJson } from '../manifest/json';
import { MANIFEST, type ManifestText, property } from '../manifest/manifest-text';
import { messagesOf, PREDEFINED, variablesIn } from '../manifest/messages';
import { valuesAt } from '../manifest/named-files';
import type { Fix, Problem } from '../problem';
import { notJson, problemInManifest } from './finding';
import { checkDescription, localizedText } from './listing-checks';
import { isKnownLocale, nearlyKnownTo } from './known-locales';
import { checkMessages } from './messages-file';
import type { PackageContents } from './package-contents';
import { allBut, isForAll, reportedOnlyBy } from './versions';

const LOCALES = '_locales/';
/** Bytes. The largest `messages.json` of real extensions have a tenth of that. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The languages of the service's browser: their messages take precedence over those of `default_locale`. */
const BROWSER_LOCALES = ['en_US', 'en'];
const NO_MESSAGES = '{\n}\n';

/**
 * Checks what Chromium checks of `default_locale`, `_locales`, each `messages.json` there, and `__MSG_…__` in the
 * manifest.
 */
export async function checkLocales(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const { manifest, selection } = contents;
  const inside = selection.files.filter(({ path }) => path.startsWith(LOCALES) || path === '_locales');
  const names = new Set(
    inside
      .map(({ path }) => path.slice(LOCALES.length))
      .filter((path) => path.includes('/'))
      .map((path) => path.replace(/\/.*$/s, '')),
  );
  const chosen = property(manifest, 'default_locale');
  if (!chosen && inside.length === 0) return unusedPlaceholders(contents);
  if (!chosen) return [withoutDefault(contents, names)];
  if (
    typeof chosen.value !== 'string' ||
    chosen.value === '' ||
    !names.has(chosen.value) ||
    !isKnownLocale(chosen.value)
  )
    return [wrongDefault(contents, chosen, names)];
  const catalogs: Catalog[] = [];
  for (const name of [...names].filter(nearlyKnownTo)) {
    throwIfCancelled(signal);
    catalogs.push(await readCatalog(contents, name));
  }
  const ofCatalogs = catalogs.flatMap(({ locale, problems }) =>
    locale === chosen.value ? problems : problems.map((each) => reportedOnlyBy(each, nearlyKnownTo(locale) ?? {})),
  );
  return [
    ...partlyKnownDefault(contents, chosen, names),
    ...ofCatalogs,
    ...unknownLocales(names, chosen.value),
    ...undefinedIn(contents, chosen.value, catalogs),
  ];
}

/** Without locales, Chromium shows the placeholders unchanged. */
function unusedPlaceholders({ manifest }: PackageContents): Problem[] {
  const [first] = localizedNodes(manifest.root).filter(({ value }) => /__MSG_[A-Za-z0-9_@]+__/.test(String(value)));
  const words = message(
    '“{0}” is shown as it is, because the extension has no locales. Add "default_locale" and a folder _locales with messages.json, or use plain text.',
    String(first?.value),
  );
  return first
    ? [problemInManifest(manifest, first, { severity: 'warning', code: 'message-undefined', message: words })]
    : [];
}

function withoutDefault({ manifest }: PackageContents, names: ReadonlySet<string>): Problem {
  const fixes = likeliest(names).map((name): Fix => ({
    kind: 'edit',
    title: message('Add "default_locale": "{0}"', name),
    edits: addMember(manifest.text, manifest.root, 'default_locale', JSON.stringify(name)),
  }));
  const words = message('“default_locale” is required because “_locales” exists.');
  return problemInManifest(
    manifest,
    { offset: manifest.root.offset, length: 1 },
    { severity: 'error', code: 'locale-default', message: words, fixes },
  );
}

function wrongDefault({ manifest }: PackageContents, chosen: Node, names: ReadonlySet<string>): Problem {
  const shown = typeof chosen.value === 'string' ? chosen.value : manifest.text.getText(chosen);
  const words = names.has(shown)
    ? message('Unknown locale “{0}”. Use a name such as "en", "pt_BR" or "zh_CN", also for its folder.', shown)
    : message('File not found: _locales/{0}/messages.json. Create it or use an existing locale (case matters).', shown);
  const others = likeliest(names)
    .filter((name) => name !== shown)
    .slice(0, 3)
    .map((name): Fix => ({
      kind: 'edit',
      title: message('Use "{0}"', name),
      edits: replaceValue(manifest.text, chosen, JSON.stringify(name)),
    }));
  const create: readonly Fix[] = isKnownLocale(shown) ? [createMessages(shown)] : [];
  const remove: readonly Fix[] =
    names.size === 0
      ? [{ kind: 'edit', title: message('Remove "default_locale"'), edits: removeMember(manifest.text, chosen) }]
      : [];
  return problemInManifest(manifest, chosen, {
    severity: 'error',
    code: 'locale-default',
    message: words,
    fixes: [...others, ...create, ...remove],
  });
}

/** If only some versions know the default locale, the others reject it, whatever else is wrong with it. */
function partlyKnownDefault(contents: PackageContents, chosen: Node, names: ReadonlySet<string>): Problem[] {
  const versions = nearlyKnownTo(String(chosen.value)) ?? {};
  return isForAll(versions) ? [] : [reportedOnlyBy(wrongDefault(contents, chosen, names), allBut(versions))];
}

function rank(name: string): number {
  if (name === 'en') return 0;
  return name.startsWith('en') ? 1 : 2;
}

/** English first, because most extensions are written in it. */
function likeliest(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter(isKnownLocale).toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

function createMessages(locale: string): Fix {
  const file = `${LOCALES}${locale}/messages.json`;
  return { kind: 'create', title: message('Create {0}', file), file, content: NO_MESSAGES };
}

/**
 * One problem for all locales that the same versions do not know: an extension in many languages has many that Chromium
 * does not support.
 */
function unknownLocales(names: ReadonlySet<string>, chosen: string): Problem[] {
  const others = [...names].filter((name) => !name.startsWith('.') && name !== chosen);
  return [...new Set(others.map(nearlyKnownTo))].flatMap((versions) => {
    const unused = others.filter((name) => nearlyKnownTo(name) === versions);
    if (versions) return isForAll(versions) ? [] : [reportedOnlyBy(unknownLocale(unused), allBut(versions))];
    return [unknownLocale(unused)];
  });
}

function unknownLocale(names: readonly string[]): Problem {
  const words = message(
    'Unknown locales: {0}. Chromium never uses these folders. Use names such as en, pt_BR or zh_CN.',
    names.join(', '),
  );
  return {
    severity: 'warning',
    code: 'locale-unknown',
    message: words,
    file: `${LOCALES}${names[0] ?? ''}/messages.json`,
  };
}

interface Catalog {
  readonly locale: string;
  readonly problems: readonly Problem[];
  /** Undefined if the file cannot be read. */
  readonly messages?: ReadonlyMap<string, string>;
}

async function readCatalog(contents: PackageContents, locale: string): Promise<Catalog> {
  const file = `${LOCALES}${locale}/messages.json`;
  if (!contents.file(file)) return { locale, problems: [missingMessages(contents, file, locale)] };
  const bytes = await contents.read(file, MAX_BYTES);
  if (!bytes) return { locale, problems: [] };
  const parsed = parseJson(bytes, { comments: true });
  if ('brokenAt' in parsed) return { locale, problems: [notJson(file, parsed)] };
  const source = { file, text: parsed.text };
  const description = localizedText(property(contents.manifest, 'description'), parsed.root);
  return {
    locale,
    problems: [...checkMessages(source, parsed.root), ...(description ? checkDescription(source, description) : [])],
    messages: messagesOf(parsed.root),
  };
}

function missingMessages(contents: PackageContents, file: string, locale: string): Problem {
  const otherCase = contents.inOtherCase(file);
  const words =
    otherCase === undefined
      ? message('File not found: {0}. Create it or remove the folder.', file)
      : message('{0} must be named messages.json, in lowercase.', otherCase);
  return {
    severity: 'error',
    code: 'locale-missing',
    message: words,
    file: MANIFEST,
    ...(otherCase !== undefined && { file: otherCase }),
    fixes: [createMessages(locale)],
  };
}

function undefinedIn({ manifest }: PackageContents, defaultLocale: string, catalogs: readonly Catalog[]): Problem[] {
  const used = catalogs.filter(({ locale }) => locale === defaultLocale || BROWSER_LOCALES.includes(locale));
  // It is unknown what a broken catalog would define.
  if (used.some(({ messages }) => !messages)) return [];
  const defined = new Set(used.flatMap(({ messages }) => [...(messages?.keys() ?? [])]));
  const inDefault = catalogs.find(({ locale }) => locale === defaultLocale)?.messages ?? new Map();
  const file = `${LOCALES}${defaultLocale}/messages.json`;
  return [...undefinedMessages(manifest, defined, inDefault, file), ...emptyName(manifest, used, file)];
}

function emptyName(manifest: ManifestText, catalogs: readonly Catalog[], file: string): Problem[] {
  const name = property(manifest, 'name');
  const [, key = ''] = /^__MSG_(\w+)__$/.exec(String(name?.value)) ?? [];
  const isEmpty = catalogs.some(({ messages }) => messages?.get(key.toLowerCase()) === '');
  return name && isEmpty
    ? [
        problemInManifest(manifest, name, {
          severity: 'error',
          code: 'locale-message',
          message: message(
            'The message “{0}” in {1} is empty, but the extension needs a name. Enter one there.',
            key,
            file,
          ),
        }),
      ]
    : [];
}

/** The places where Chromium replaces `__MSG_…__`; anywhere else in the manifest it leaves the text unchanged. */
const PLACES = [
  'name',
  'short_name',
  'description',
  'action.default_title',
  'browser_action.default_title',
  'page_action.default_title',
  'omnibox.keyword',
  'commands.*.description',
  'file_browser_handlers[].default_title',
  'input_components[].name',
  'input_components[].description',
  'chrome_settings_overrides.homepage',
  'chrome_settings_overrides.search_provider.*',
  'chrome_settings_overrides.search_provider.alternate_urls[]',
  'chrome_settings_overrides.startup_pages[]',
];

/** The texts of the manifest in which Chromium replaces messages. */
function localizedNodes(root: Node): readonly Node[] {
  return PLACES.flatMap((place) => valuesAt(root, place)).filter(({ type }) => type === 'string');
}

/**
 * Reports messages that the manifest uses but that no locale read by the service's browser defines. If only the default
 * locale lacks a message, the problem is a warning that browsers in other languages reject the extension.
 * @param keys in lower case.
 */
function undefinedMessages(
  manifest: ManifestText,
  keys: ReadonlySet<string>,
  inDefault: ReadonlyMap<string, string>,
  file: string,
): Problem[] {
  return localizedNodes(manifest.root).flatMap((node) =>
    variablesIn(String(node.value), '__MSG_', '__').flatMap((key): Problem[] => {
      const lower = key.toLowerCase();
      if (PREDEFINED.includes(lower) || inDefault.has(lower)) return [];
      if (keys.has(lower)) {
        const words = message(
          'The message “{0}” is missing in {1}. Browsers in other languages reject the extension. Add it there.',
          key,
          file,
        );
        return [problemInManifest(manifest, node, { severity: 'warning', code: 'message-undefined', message: words })];
      }
      const words = message('The message “{0}” is missing in {1}. Add it: "{0}": { "message": "…" }', key, file);
      return [problemInManifest(manifest, node, { severity: 'error', code: 'message-undefined', message: words })];
    }),
  );
}
