import { members, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { checkAccess, checkExport } from './access-checks';
import { checkApp } from './app-checks';
import { checkCommands } from './command-checks';
import { checkContentScripts } from './content-script-checks';
import { checkContentSecurityPolicy } from './content-security-policy';
import { checkFeatures } from './feature-checks';
import { checkIdentity } from './identity-checks';
import { checkKeys } from './key-checks';
import { checkKind } from './kind-checks';
import { kindOf } from './manifest-kind';
import { formatOf } from './other-formats';
import { checkPermissions } from './permission-checks';
import { checkRequiredKeys } from './required-keys';
import { checkShape } from './shape-checks';
import { checkStrictness } from './strictness';
import { checkTheme } from './theme-checks';

/**
 * What can be said of the manifest alone, without a look at any other file.
 * @param manifest without what Chromium passes over because of its kind.
 */
export function checkManifest(manifest: ManifestText): Problem[] {
  return [
    ...checkStrictness(manifest),
    ...checkRequiredKeys(manifest),
    ...(kindOf(manifest) === 'extension'
      ? [...checkKeys(manifest), ...checkExtension(manifest)]
      : checkOtherKind(manifest)),
    ...checkContentSecurityPolicy(manifest),
    ...checkIdentity(manifest),
  ];
}

function checkExtension(manifest: ManifestText): Problem[] {
  const checks = [checkContentScripts, checkPermissions, checkAccess, checkCommands, checkFeatures];
  return [...checkShapes(manifest), ...checks.flatMap((check) => check(manifest))];
}

/** What is to become an extension first: beside that, only what keeps it from loading is worth a word. */
function checkOtherKind(manifest: ManifestText): Problem[] {
  return [
    ...checkKind(manifest),
    ...checkApp(manifest),
    ...checkTheme(manifest),
    ...checkExport(manifest),
    ...checkExtension(manifest).filter(({ severity }) => severity === 'error'),
  ];
}

function checkShapes(manifest: ManifestText): Problem[] {
  const format = formatOf(manifest);
  return members(manifest.root).flatMap(({ key, value }) => {
    const shape = format[String(key.value)];
    return shape ? checkShape(manifest, value, shape) : [];
  });
}
