import path from 'node:path';
import { isForOtherChromium, isTestFolder } from './build-tools';
import type { ExtensionFolder } from './extension-folder';

/**
 * The order of what was found below a folder: the best first; of equally good ones the newest build, and then the order
 * of their names.
 */
export function byRank(root: string): (one: ExtensionFolder, other: ExtensionFolder) => number {
  return (one, other) =>
    compareReasons(root, one, other) ||
    Number(other.builtAt ?? 0) - Number(one.builtAt ?? 0) ||
    (one.folder < other.folder ? -1 : 1);
}

/** The first ones of that order between which nothing decides but the person's will. */
export function asGoodAsFirst(root: string, ranked: readonly ExtensionFolder[]): ExtensionFolder[] {
  return ranked.filter((extension) => ranked[0] && compareReasons(root, extension, ranked[0]) === 0);
}

function compareReasons(root: string, one: ExtensionFolder, other: ExtensionFolder): number {
  const against = reasonsAgainst(root, other);
  return reasonsAgainst(root, one).reduce(
    (order, reason, index) => order || Number(reason) - Number(against[index]),
    0,
  );
}

/** Why an extension may not be the one that is meant, the heaviest reason first. */
function reasonsAgainst(
  root: string,
  { folder, forChromium, hasBuild, manifestVersion }: ExtensionFolder,
): readonly boolean[] {
  const names = path.relative(root, folder).split(path.sep);
  return [!forChromium, names.some(isTestFolder), hasBuild, manifestVersion !== 3, names.some(isForOtherChromium)];
}
