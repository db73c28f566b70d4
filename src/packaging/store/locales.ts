import type { PackedFile } from '../selection/walk';
import { nearlyKnownTo } from '../verdict/known-locales';

const CATALOG = /^_locales\/([^/]+)\/messages\.json$/;

/** The locales of an extension that a Chromium uses, in their order: none if it has no `_locales`. */
export function localesOf(files: readonly Pick<PackedFile, 'path'>[]): readonly string[] {
  const named = files.flatMap(({ path: file }) => CATALOG.exec(file)?.[1] ?? []);
  return named.filter((locale) => nearlyKnownTo(locale)).toSorted();
}
