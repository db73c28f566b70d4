import type { ManifestText } from '../manifest/manifest-text';
import type { Problem } from '../problem';
import { checkRequiredKeys } from './required-keys';

/** What can be said of the manifest alone, without a look at any other file. */
export function checkManifest(manifest: ManifestText): Problem[] {
  return [...checkRequiredKeys(manifest)];
}
