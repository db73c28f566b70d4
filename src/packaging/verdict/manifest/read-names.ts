import { property, type ManifestText } from '../../manifest/manifest-text';
import type { NamedFile, Place } from '../../manifest/named-files';
import { BACKGROUND_ENDING } from '../files/file-uses';
import { kindOf } from './manifest-kind';
import { formatOf } from './other-formats';
import { checkShape } from './shape-checks';

/**
 * Tells whether Chromium takes a name for that of a file in the folder.
 * @param manifest without what it passes over because of its kind.
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
    // Of an app whose scripts it passes over one and all, Chromium says just that.
    'app.background.scripts[]': kind === 'platform-app' && runsScripts,
    'app.background.page': kind === 'platform-app',
    'app.launch.local_path': kind === 'packaged-app',
    'options_ui.page': inOptionsUi !== undefined,
    // Of a hosted app it is a website. Of anything else it counts where “options_ui” names no page.
    options_page: kind !== 'hosted-app' && !inOptionsUi?.path,
  };
  return ({ place }) => isRead[place] ?? true;
}

/** Chromium passes over “options_ui” as a whole where any of it is wrong. */
function isWhole(manifest: ManifestText, key: string): boolean {
  const [value, shape] = [property(manifest, key), formatOf(manifest)[key]];
  return value !== undefined && shape !== undefined && checkShape(manifest, value, shape).length === 0;
}
