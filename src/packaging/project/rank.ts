import path from 'node:path';
import { isForOtherChromium, isTestFolder } from './build-tools';
import type { ExtensionFolder } from './extension-folder';

/**
 * The order of the extensions below a folder: the best first; among equally good ones the newest build, then by path.
 */
export function byRank(root: string): (one: ExtensionFolder, other: ExtensionFolder) => number {
  return (one, other) =>
    compareReasons(root, one, other) ||
    Number(other.builtAt ?? 0) - Number(one.builtAt ?? 0) ||
    (one.folder < other.folder ? -1 : 1);
}

/** The first extensions of that order that are equally good, so that only the user can choose. */
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

/** Reasons why an extension may not be the intended one, the most important first. */
function reasonsAgainst(
  root: string,
  { folder, forChromium, hasBuild, manifestVersion }: ExtensionFolder,
): readonly boolean[] {
  const names = path.relative(root, folder).split(path.sep);
  return [!forChromium, names.some(isTestFolder), hasBuild, manifestVersion !== 3, names.some(isForOtherChromium)];
}
