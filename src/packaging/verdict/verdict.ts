import type { ManifestText } from '../manifest/manifest-text';
import type { Page } from '../manifest/pages';
import type { Problem } from '../problem';
import type { Selection } from '../selection/selection';
import { checkFiles } from './files/file-checks';
import { PackageContents } from './package-contents';
import { checkManifest } from './manifest/manifest-checks';
import { asRead, isOfRefusedVersion, kindOf } from './manifest/manifest-kind';
import { checkPages } from './pages/page-checks';
import { checkRequiredKeys } from './manifest/required-keys';

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
): Promise<Problem[]> {
  // All else is judged by the rules of version 3: to an extension of version 2 it would only be noise.
  if (isOfRefusedVersion(manifest)) return checkRequiredKeys(manifest);
  const read = asRead(manifest);
  const found = [...checkManifest(read), ...(await checkFiles(folder, read, selection, signal))];
  // Anything else is told to become an extension first.
  return kindOf(read) === 'extension'
    ? [...found, ...(await checkPages(new PackageContents(folder, read, selection), pages, signal))]
    : found;
}
