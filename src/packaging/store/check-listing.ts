import path from 'node:path';
import { throwIfCancelled, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { pngSize } from '../../core/screen/picture-size';
import { MANIFEST, member, parseManifest, property, type ManifestText } from '../manifest/manifest-text';
import { displayName, type ReadFile } from '../manifest/messages';
import { MAX_PROBLEMS_OF_FILE, type Problem } from '../problem';
import { readRegularFile } from '../regular-file';
import type { PackedFile } from '../selection/walk';
import { errorAt, keyOf, problemInManifest } from '../verdict/finding';
import { MAX_DESCRIPTION, STORE_ICON } from '../verdict/listing-checks';
import { localesOf } from './locales';
import { withoutStoreKeys } from './store-manifest';

/** Characters. Source: developer.chrome.com/docs/webstore/prepare. */
const MAX_NAME = 75;

/** What the store's listing makes of a package. */
export interface ListingCheck {
  /** All are errors: the store takes no such package. */
  readonly problems: readonly Problem[];
  readonly locales: readonly string[];
  /** The manifest without what the store refuses; undefined if it has nothing of that. */
  readonly manifest?: string;
  /** The keys that it is without. */
  readonly removed: readonly string[];
}

/**
 * Checks what the Chrome Web Store takes from a package: its name and description in each locale, and its icon.
 * @throws UserError if the manifest can't be read.
 */
export async function checkListing(files: readonly PackedFile[], signal: AbortSignal): Promise<ListingCheck> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const read: ReadFile = async (file) => {
    const source = byPath.get(file)?.source;
    if (source === undefined) throw new UserError(message('File not found: {0}.', file));
    return readRegularFile(source);
  };
  const manifest = parseManifest(await read(MANIFEST));
  if (!('root' in manifest)) throw new UserError(manifest.message);
  const locales = localesOf(files);
  return {
    problems: [
      ...(await checkTexts(manifest, locales, read, signal)).slice(0, MAX_PROBLEMS_OF_FILE),
      ...(await checkIcon(manifest, read)),
    ],
    locales,
    ...withoutStoreKeys(manifest.text.text),
  };
}

interface ShownText {
  readonly key: 'name' | 'description';
  readonly most: number;
  readonly missing: Message;
}

const TEXTS: readonly ShownText[] = [
  { key: 'name', most: MAX_NAME, missing: message('The store needs a “{0}”.', 'name') },
  {
    key: 'description',
    most: MAX_DESCRIPTION,
    missing: message('The store needs a “{0}” of at most {1} characters.', 'description', MAX_DESCRIPTION),
  },
];

async function checkTexts(
  manifest: ManifestText,
  locales: readonly string[],
  read: ReadFile,
  signal: AbortSignal,
): Promise<Problem[]> {
  const fallback = String(property(manifest, 'default_locale')?.value);
  const problems: Problem[] = [];
  for (const { key, most, missing } of TEXTS) {
    const node = property(manifest, key);
    const written: unknown = node?.value;
    if (!node || typeof written !== 'string' || written.trim() === '') {
      const finding = { severity: 'error', code: 'store-text', message: missing } as const;
      problems.push(problemInManifest(manifest, node ?? { offset: manifest.root.offset, length: 1 }, finding));
      continue;
    }
    for (const locale of locales.length === 0 ? [undefined] : locales) {
      throwIfCancelled(signal);
      const text = locale === undefined ? written : await textIn(read, written, locale, fallback);
      const { length } = Array.from(text);
      if (length > most) problems.push(errorAt(manifest, 'store-text', node, tooLong(key, length, most, locale)));
    }
  }
  return problems;
}

function tooLong(key: string, length: number, most: number, locale: string | undefined): Message {
  return locale === undefined
    ? message('“{0}” has {1} characters, and the store takes {2}. Shorten it.', key, length, most)
    : message('“{0}” has {1} characters in “{2}”, and the store takes {3}. Shorten it.', key, length, locale, most);
}

/** As Chromium shows it: what a locale lacks is taken from the one without its region, and from the default. */
async function textIn(read: ReadFile, text: string, locale: string, fallback: string): Promise<string> {
  const parts = locale.split('_');
  let shown = text;
  for (let count = parts.length; count > 0; count--)
    shown = await displayName(read, shown, parts.slice(0, count).join('_'));
  return displayName(read, shown, fallback);
}

async function checkIcon(manifest: ManifestText, read: ReadFile): Promise<Problem[]> {
  const icons = property(manifest, 'icons');
  const icon = member(icons, String(STORE_ICON));
  const file = typeof icon?.value === 'string' ? path.posix.normalize(icon.value).replace(/^\/+/, '') : undefined;
  const place = icon ?? (icons && keyOf(icons)) ?? { offset: manifest.root.offset, length: 1 };
  const wrong = (words: Message): Problem[] => [
    problemInManifest(manifest, place, { severity: 'error', code: 'store-icon', message: words }),
  ];
  if (file === undefined)
    return wrong(
      message('The store needs an icon of {0} × {0} pixels. Add it to “icons”: "{0}": "icon.png".', STORE_ICON),
    );
  const bytes = await read(file).catch(() => undefined);
  if (!bytes) return wrong(message('The store needs the icon “{0}”, which can’t be read in the package.', file));
  const size = pngSize(bytes);
  if (!size) return wrong(message('The store needs “{0}” as a PNG.', file));
  if (size.width === STORE_ICON && size.height === STORE_ICON) return [];
  return wrong(
    message('“{0}” has {1} × {2} pixels, and the store needs {3} × {3}.', file, size.width, size.height, STORE_ICON),
  );
}
