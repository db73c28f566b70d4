import type { ExtensionFolder } from './extension-folder';
import { findExtensionFolders } from './find-extensions';
import { isAsGood } from './rank';

export type Proposal =
  | { readonly chosen: ExtensionFolder }
  /** At least two, the likeliest first. */
  | { readonly choices: ExtensionFolder[] }
  | { readonly none: true };

/** The extension that is meant by a folder, or those between which only the person can choose. */
export async function proposeFolder(folder: string, signal: AbortSignal): Promise<Proposal> {
  const found = await findExtensionFolders(folder, signal);
  const own = found.find((extension) => extension.folder === folder && !extension.needsBuild);
  const best = found[0];
  if (!best) return { none: true };
  if (own) return { chosen: own };
  const good = found.filter((extension) => isAsGood(extension, best));
  const fresh = good.filter(({ staleSince }) => !staleSince);
  const [chosen, ...others] = fresh.length === 1 && !fresh[0]?.forDevelopment ? fresh : good;
  return chosen && others.length === 0 ? { chosen } : { choices: good };
}
