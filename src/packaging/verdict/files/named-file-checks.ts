import { throwIfCancelled } from '../../../core/errors';
import { filePlaces } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { readNames } from '../manifest/read-names';
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
  const places = filePlaces(contents.manifest);
  for (const named of places.filter(readNames(contents.manifest, places))) {
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
