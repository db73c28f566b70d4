import { message } from '../../core/message';
import { member, members, property, type ManifestText } from '../manifest/manifest-text';
import type { Problem } from '../problem';
import { checkAccess, checkExport } from './access-checks';
import { checkCommands } from './command-checks';
import { checkContentScripts } from './content-script-checks';
import { checkContentSecurityPolicy } from './content-security-policy';
import { checkFeatures } from './feature-checks';
import { refused, removing } from './finding';
import { checkIdentity } from './identity-checks';
import { checkKeys } from './key-checks';
import { KEYS_OF_ALL_KINDS, MANIFEST_FORMAT } from './manifest-format';
import { checkPermissions } from './permission-checks';
import { checkRequiredKeys } from './required-keys';
import { checkShape } from './shape-checks';
import { checkStrictness } from './strictness';

/** Makes something else of an extension, of which Chromium reads other keys: a theme, a former app, a shared module. */
const OTHER_KINDS = ['theme', 'app', 'export', 'chromeos_system_extension'];

/** What can be said of the manifest alone, without a look at any other file. */
export function checkManifest(manifest: ManifestText): Problem[] {
  const other = OTHER_KINDS.filter((key) => property(manifest, key) !== undefined);
  return [
    ...checkStrictness(manifest),
    ...checkRequiredKeys(manifest),
    ...(other.length > 0 ? [...checkShapes(manifest, [...other, ...KEYS_OF_ALL_KINDS]), ...checkApp(manifest), ...checkExport(manifest)] : checkExtension(manifest)),
    ...checkIdentity(manifest),
  ];
}

function checkExtension(manifest: ManifestText): Problem[] {
  const checks = [checkKeys, checkContentScripts, checkPermissions, checkAccess, checkCommands, checkContentSecurityPolicy, checkFeatures];
  return [...checkShapes(manifest, Object.keys(MANIFEST_FORMAT)), ...checks.flatMap((check) => check(manifest))];
}

function checkShapes(manifest: ManifestText, keys: readonly string[]): Problem[] {
  return members(manifest.root).flatMap(({ key, value }) => {
    const shape = keys.includes(String(key.value)) ? MANIFEST_FORMAT[String(key.value)] : undefined;
    return shape ? checkShape(manifest, value, shape) : [];
  });
}

function checkApp(manifest: ManifestText): Problem[] {
  const app = property(manifest, 'app');
  const launch = member(app, 'launch');
  if (!app || member(app, 'background') || member(launch, 'local_path') || member(launch, 'web_url')) return [];
  return [refused(manifest, 'app', app, message('“app” makes this a Chrome app, and it does not say what to open. Remove it.'), removing(manifest, app))];
}
