import path from 'node:path';
import { proposeExtensionName } from '../../core/extension-name';
import type { SessionRecord } from '../../state';
import type { PackedFolder } from '../pack-folders';
import type { NamedPackage } from '../upload-packages';
import type { UploadQuestions } from './questions';

/**
 * Gives each package a name that the session does not have yet: one derived from its title, with a number if its folder
 * was uploaded before. It is asked for only if something else has that name.
 * @param isLoaded whether the session's browser has reported an extension with this name.
 * @param given the name for a single package.
 */
export async function namePackages(
  packed: readonly PackedFolder[],
  session: SessionRecord,
  ask: Pick<UploadQuestions, 'name'>,
  isLoaded: (name: string) => boolean,
  given?: string,
): Promise<NamedPackage[]> {
  const [only, ...others] = packed;
  if (only && others.length === 0 && given !== undefined) return [{ ...only, name: given }];
  const uploads = session.uploads ?? [];
  const loaded = uploads.map(({ name }) => name);
  const packages: NamedPackage[] = [];
  for (const each of packed) {
    const title = each.inspection.manifest?.name ?? path.basename(each.folder);
    const own = uploads.filter(({ folder }) => folder === each.folder).map(({ name }) => name);
    const wanted = proposeExtensionName(title, own);
    const besides = packages.map(({ name }) => name);
    const isTaken = loaded.includes(wanted) || besides.includes(wanted) || isLoaded(wanted);
    const name = isTaken
      ? await ask.name({ title, wanted, loaded: isLoaded(wanted) ? [...loaded, wanted] : loaded, besides })
      : wanted;
    packages.push({ ...each, name });
  }
  return packages;
}
