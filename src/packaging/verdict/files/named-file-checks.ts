import { throwIfCancelled } from '../../../core/errors';
import { property, type ManifestText } from '../../manifest/manifest-text';
import { filePlaces, type NamedFile } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { MANIFEST_FORMAT } from '../manifest/manifest-format';
import { checkShape } from '../manifest/shape-checks';
import type { PackageContents } from '../package-contents';
import { checkContent } from './file-contents';
import { checkName } from './missing-files';

/**
 * Checks the files that the manifest names: whether they exist, and their contents. Icons in a format that Chromium
 * does not draw are reported once, because usually all of them have the same format.
 */
export async function checkNamedFiles(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: (readonly Problem[])[] = [];
  const read = new Set<string>();
  for (const named of namesRead(contents.manifest)) {
    throwIfCancelled(signal);
    problems.push(await checkName(contents, named));
    // A file that is named many times is read once for each use.
    const use = `${named.place}\0${named.path}`;
    if (!read.has(use)) problems.push(await checkContent(contents, named));
    read.add(use);
  }
  const found = problems.flat();
  const notAnImage = found.find(({ code }) => code === 'not-an-image');
  return found.filter((problem) => problem.code !== 'not-an-image' || problem === notAnImage);
}

/** The names that Chromium reads: of the two keys for a page of options it reads one. */
function namesRead(manifest: ManifestText): readonly NamedFile[] {
  const named = filePlaces(manifest);
  const isRead = isWhole(manifest, 'options_ui');
  const uses = isRead && named.some(({ place, path }) => place === 'options_ui.page' && path !== '');
  return named.filter(({ place }) => (place === 'options_ui.page' ? isRead : place !== 'options_page' || !uses));
}

/** Chromium ignores “options_ui” completely if any part of it is invalid. */
function isWhole(manifest: ManifestText, key: string): boolean {
  const [value, shape] = [property(manifest, key), MANIFEST_FORMAT[key]];
  return value !== undefined && shape !== undefined && checkShape(manifest, value, shape).length === 0;
}
