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
 * What Chromium would report about the extension: an error exactly if Chromium rejects it. The verdict is about the
 * contents of the zip, not of the folder.
 */
export async function checkExtension(
  folder: string,
  manifest: ManifestText,
  pages: readonly Page[],
  selection: Selection,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  // All other checks apply the rules of version 3, and would only be noise for an extension of version 2.
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
