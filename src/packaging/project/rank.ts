import path from 'node:path';
import { isForOtherChromium, isTestFolder } from './build-tools';
import type { ExtensionFolder } from './extension-folder';

/** How far an extension is from being the one that is meant, the heaviest reason first: of equal ones only the person knows. */
function reasonsAgainst({ folder, forChromium, needsBuild, manifestVersion }: ExtensionFolder): readonly boolean[] {
  const names = folder.split(path.sep).slice(-4);
  return [!forChromium, needsBuild, manifestVersion !== 3, names.some(isTestFolder), names.some(isForOtherChromium)];
}

/** Whether nothing but the person's will decides between two. */
export function isAsGood(one: ExtensionFolder, other: ExtensionFolder): boolean {
  return compareReasons(one, other) === 0;
}

/** The best first; of equally good ones the newest build, and then the order of their names. */
export function byRank(one: ExtensionFolder, other: ExtensionFolder): number {
  return compareReasons(one, other) || Number(other.builtAt ?? 0) - Number(one.builtAt ?? 0) || (one.folder < other.folder ? -1 : 1);
}

function compareReasons(one: ExtensionFolder, other: ExtensionFolder): number {
  const against = reasonsAgainst(other);
  return reasonsAgainst(one).reduce((order, reason, index) => order || Number(reason) - Number(against[index]), 0);
}
