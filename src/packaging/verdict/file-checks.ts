import type { ManifestText } from '../manifest/manifest-text';
import type { Problem } from '../problem';
import type { Selection } from '../selection/selection';

/** What can be said of the files that the manifest names, and of those that Chromium looks at by itself: locales, reserved names. */
export async function checkFiles(_manifest: ManifestText, _selection: Selection, _signal: AbortSignal): Promise<Problem[]> {
  return [];
}
