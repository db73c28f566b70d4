import { property, type ManifestText } from '../../manifest/manifest-text';
import type { NamedFile, Place } from '../../manifest/named-files';
import { BACKGROUND_ENDING } from '../files/file-uses';
import { kindOf } from './manifest-kind';
import { formatOf } from './other-formats';
import { checkShape } from './shape-checks';

/**
 * Returns a function that tells whether Chromium reads a name as a file in the folder.
 * @param manifest without the keys that Chromium ignores because of its kind.
 * @param named every name in the manifest.
 */
export function readNames(manifest: ManifestText, named: readonly NamedFile[]): (name: NamedFile) => boolean {
  const kind = kindOf(manifest);
  const inOptionsUi = isWhole(manifest, 'options_ui')
    ? named.find(({ place }) => place === 'options_ui.page')
    : undefined;
  const runsScripts = named.some(
    ({ place, name }) => place === 'app.background.scripts[]' && BACKGROUND_ENDING.test(name),
  );
  const isRead: Partial<Record<Place, boolean>> = {
    'background.scripts[]': kind !== 'extension',
    'background.page': kind !== 'extension',
    // If Chromium ignores all scripts of an app, it reports only that.
    'app.background.scripts[]': kind === 'platform-app' && runsScripts,
    'app.background.page': kind === 'platform-app',
    'app.launch.local_path': kind === 'packaged-app',
    'options_ui.page': inOptionsUi !== undefined,
    // In a hosted app it is a website. Otherwise it is used if “options_ui” names no page.
    options_page: kind !== 'hosted-app' && !inOptionsUi?.path,
  };
  return ({ place }) => isRead[place] ?? true;
}

/** Chromium ignores “options_ui” completely if any part of it is invalid. */
function isWhole(manifest: ManifestText, key: string): boolean {
  const [value, shape] = [property(manifest, key), formatOf(manifest)[key]];
  return value !== undefined && shape !== undefined && checkShape(manifest, value, shape).length === 0;
}
