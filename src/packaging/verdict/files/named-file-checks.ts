import { throwIfCancelled } from '../../../core/errors';
import { filePlaces } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { readNames } from '../manifest/read-names';
import type { PackageContents } from '../package-contents';
import { checkContent } from './file-contents';
import { checkName } from './missing-files';

/**
 * The files that the manifest names: whether they are there, and what they hold. Icons in a format that is not drawn are
 * told once: most often all of them are.
 */
export async function checkNamedFiles(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: (readonly Problem[])[] = [];
  const read = new Set<string>();
  const places = filePlaces(contents.manifest);
  for (const named of places.filter(readNames(contents.manifest, places))) {
    throwIfCancelled(signal);
    problems.push(await checkName(contents, named));
    // A file that is named many times is read once for each use of it.
    const use = `${named.place}\0${named.path}`;
    if (!read.has(use)) problems.push(await checkContent(contents, named));
    read.add(use);
  }
  const found = problems.flat();
  const notAnImage = found.find(({ code }) => code === 'not-an-image');
  return found.filter((problem) => problem.code !== 'not-an-image' || problem === notAnImage);
}
