import path from 'node:path';
import type { SessionRecord } from '../../state';
import type { PackedFolder } from '../pack-folders';
import type { NamedPackage } from '../upload-packages';
import type { UploadQuestions } from './questions';

/**
 * Gives each package a name that the session does not have yet.
 * @param given the name for a single package. Without it, and for several packages, each name is asked for.
 */
export async function namePackages(
  packed: readonly PackedFolder[],
  session: SessionRecord,
  ask: Pick<UploadQuestions, 'name'>,
  given?: string,
): Promise<NamedPackage[]> {
  const [only, ...others] = packed;
  if (only && others.length === 0 && given !== undefined) return [{ ...only, name: given }];
  const loaded = (session.uploads ?? []).map(({ name }) => name);
  const packages: NamedPackage[] = [];
  for (const [index, each] of packed.entries()) {
    const name = await ask.name({
      title: each.inspection.manifest?.name ?? path.basename(each.folder),
      loaded,
      besides: packages.map((other) => other.name),
      ...(packed.length > 1 && { step: { step: index + 1, of: packed.length } }),
    });
    packages.push({ ...each, name });
  }
  return packages;
}
