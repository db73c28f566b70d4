import path from 'node:path';
import type { ExtensionFolder } from './extension-folder';
import { findExtensionFolders } from './find-extensions';
import { asGoodAsFirst } from './rank';

export type Proposal =
  | { readonly chosen: ExtensionFolder }
  /** At least two, the likeliest first. */
  | { readonly choices: ExtensionFolder[] }
  | { readonly none: true };

/** Finds the extension that a folder stands for, or several if only the user can choose between them. */
export async function proposeFolder(folder: string, signal: AbortSignal): Promise<Proposal> {
  const root = path.resolve(folder);
  const found = await findExtensionFolders(root, signal);
  const own = found.find((extension) => extension.folder === root && !extension.needsBuild);
  if (own) return { chosen: own };
  const good = asGoodAsFirst(root, found);
  const [chosen, ...others] = onlyFresh(good) ?? good;
  if (!chosen) return { none: true };
  return others.length === 0 ? { chosen } : { choices: good };
}

/** The one of several builds that is not outdated. A build for a development server is never chosen without asking. */
function onlyFresh(good: readonly ExtensionFolder[]): ExtensionFolder[] | undefined {
  const fresh = good.filter(({ staleSince }) => !staleSince);
  return fresh.length === 1 && fresh.every(({ kind, forDevelopment }) => kind === 'build' && !forDevelopment)
    ? fresh
    : undefined;
}
