import { throwIfCancelled } from '../../../core/errors';
import type { ManifestText } from '../../manifest/manifest-text';
import { filePlaces } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import type { Selection } from '../../selection/selection';
import { checkContent } from './file-contents';
import { checkLocales } from '../locales/locales';
import { PackageContents } from '../package-contents';
import { checkName } from './missing-files';
import { readNames } from '../manifest/read-names';
import { checkPortableNames, checkReservedNames } from './reserved-names';
import { checkWebRequest } from '../manifest/web-request';

/**
 * What can be said of the files that the manifest names, and of those that Chromium looks at by itself: locales,
 * reserved names. Icons in a format that is not drawn are told once: most often all of them are.
 */
export async function checkFiles(
  folder: string,
  manifest: ManifestText,
  selection: Selection,
  signal: AbortSignal,
): Promise<Problem[]> {
  const look = new PackageContents(folder, manifest, selection);
  const problems: (readonly Problem[])[] = [];
  const read = new Set<string>();
  const places = filePlaces(manifest);
  for (const named of places.filter(readNames(manifest, places))) {
    throwIfCancelled(signal);
    problems.push(await checkName(look, named));
    // A file that is named many times is read once for each use of it.
    const use = `${named.place}\0${named.path}`;
    if (!read.has(use)) problems.push(await checkContent(look, named));
    read.add(use);
  }
  problems.push(
    await checkLocales(look, signal),
    checkReservedNames(look),
    checkPortableNames(look),
    checkWebRequest(look),
  );
  throwIfCancelled(signal);
  const found = problems.flat();
  const notAnImage = found.find(({ code }) => code === 'not-an-image');
  return found.filter((problem) => problem.code !== 'not-an-image' || problem === notAnImage);
}
