import { throwIfCancelled } from '../../core/errors';
import type { ManifestText } from '../manifest/manifest-text';
import type { Page } from '../manifest/pages';
import type { Problem } from '../problem';
import type { Selection } from '../selection/selection';
import { CHECKS_OF_EXTENSION, CHECKS_OF_OTHER_KINDS } from './checks';
import { asRead, isOfRefusedVersion, kindOf } from './manifest/manifest-kind';
import { checkRequiredKeys } from './manifest/required-keys';
import { PackageContents } from './package-contents';

/**
 * What Chromium would say of the extension: an error exactly where it refuses to load it. The verdict is on what goes
 * into the zip, and not on what lies in the folder.
 */
export async function checkExtension(
  folder: string,
  manifest: ManifestText,
  pages: readonly Page[],
  selection: Selection,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  // All else is judged by the rules of version 3: to an extension of version 2 it would only be noise.
  if (isOfRefusedVersion(manifest)) return checkRequiredKeys(new PackageContents(folder, manifest, selection, pages));
  const read = asRead(manifest);
  const contents = new PackageContents(folder, read, selection, pages);
  const problems: (readonly Problem[])[] = [];
  for (const check of kindOf(read) === 'extension' ? CHECKS_OF_EXTENSION : CHECKS_OF_OTHER_KINDS) {
    throwIfCancelled(signal);
    problems.push(await check(contents, signal));
  }
  throwIfCancelled(signal);
  return problems.flat();
}
