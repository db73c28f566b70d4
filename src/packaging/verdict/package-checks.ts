import { message } from '../../core/message';
import { elements, property } from '../manifest/manifest-text';
import type { Problem } from '../problem';
import { problemInManifest } from './finding';
import type { PackageContents } from './package-contents';

/** The names with a leading `_` that Chromium accepts at the root. */
const ALLOWED: ReadonlySet<string> = new Set(['_locales', '_platform_specific', '__MACOSX']);
/** What Chromium and the Chrome Web Store write into `_metadata`. */
const METADATA = /^_metadata\/(?:generated_indexed_rulesets|verified_contents\.json|computed_hashes\.json)(?:\/|$)/;

/** At the root, names that begin with `_` are reserved for Chromium; below the root, any name is allowed. */
export function checkReservedNames({ selection }: PackageContents): Problem[] {
  const names = new Set(
    selection.files
      .filter(({ path }) => path.startsWith('_') && !METADATA.test(path) && path !== '_metadata')
      .map(({ path }) => topOf(path)),
  );
  const firsts = new Map(selection.files.toReversed().map(({ path }) => [topOf(path), path]));
  return [...names]
    .filter((name) => !ALLOWED.has(name))
    .map((name) => ({
      severity: 'error',
      code: 'reserved-name',
      message: message(
        'Chromium rejects “{0}”: names that start with _ are reserved at the top of the folder. Rename or exclude it.',
        name,
      ),
      file: firsts.get(name) ?? name,
    }));
}

function topOf(path: string): string {
  return path.replace(/\/.*$/s, '');
}

/** Names that are the same on another system. */
export function checkPortableNames({ selection }: PackageContents): Problem[] {
  const seen = new Map<string, string>();
  return selection.files.flatMap(({ path }): Problem[] => {
    const folded = path.normalize('NFC').toLowerCase();
    const twin = seen.get(folded);
    seen.set(folded, path);
    if (twin === undefined) return [];
    const words = message(
      '“{0}” and “{1}” differ only in case. Windows and macOS can’t store both. Rename one.',
      twin,
      path,
    );
    return [{ severity: 'warning', code: 'same-name', message: words, file: path }];
  });
}

/**
 * Only an installation by policy allows blocking. The service installs by policy if `update.xml` and a `.crx` are at
 * the root; without them it does not report anything.
 */
export function checkWebRequest({ manifest, selection }: PackageContents): Problem[] {
  const asked = elements(property(manifest, 'permissions')).findLast(({ value }) => value === 'webRequestBlocking');
  const atRoot = selection.files.filter(({ path }) => !path.includes('/'));
  const isInstalledByPolicy =
    atRoot.some(({ path }) => path === 'update.xml') && atRoot.some(({ path }) => path.endsWith('.crx'));
  if (!asked || isInstalledByPolicy) return [];
  const words = message(
    '“webRequestBlocking” doesn’t work in unpacked extensions. Add update.xml and the packed extension (.crx) at the top of the folder, or use “declarativeNetRequest”.',
  );
  return [problemInManifest(manifest, asked, { severity: 'warning', code: 'web-request-blocking', message: words })];
}
