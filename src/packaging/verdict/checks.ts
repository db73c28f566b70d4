import { throwIfCancelled } from '../../core/errors';
import type { ManifestText } from '../manifest/manifest-text';
import type { Page } from '../manifest/pages';
import type { Problem } from '../problem';
import type { Selection } from '../selection/selection';
import { checkNamedFiles } from './named-file-checks';
import { checkPortableNames, checkReservedNames, checkWebRequest } from './package-checks';
import { checkStoreKeys } from './listing-checks';
import { checkLocales } from './locales';
import { checkAccess, checkContentScripts } from './manifest/access-checks';
import { checkCommands } from './manifest/command-checks';
import { checkContentSecurityPolicy } from './manifest/content-security-policy';
import { checkFeatures } from './manifest/feature-checks';
import { checkIdentity } from './manifest/identity-checks';
import { checkKeys } from './manifest/key-checks';
import { checkKind, checkRequiredKeys, checkStrictness, isVersion2 } from './manifest/basic-checks';
import { checkPermissions } from './manifest/permission-checks';
import { checkShapes } from './manifest/shape-checks';
import { checkActiveTab } from './code/active-tab';
import { checkFetchedCode } from './code/fetched-code';
import { checkImports } from './code/import-checks';
import { checkPermissionUse } from './code/permission-use';
import { PackageContents } from './package-contents';
import { checkPages } from './page-checks';
import { withoutRepeats } from './unbuilt';

/** Checks one rule of Chromium, or a few related ones. */
type Check = (contents: PackageContents, signal: AbortSignal) => readonly Problem[] | Promise<readonly Problem[]>;

/** In the order in which their problems are reported. */
const CHECKS: readonly Check[] = [
  checkStrictness,
  checkRequiredKeys,
  checkKeys,
  checkShapes,
  checkContentScripts,
  checkPermissions,
  checkAccess,
  checkCommands,
  checkFeatures,
  checkContentSecurityPolicy,
  checkIdentity,
  checkNamedFiles,
  checkLocales,
  checkStoreKeys,
  checkReservedNames,
  checkPortableNames,
  checkWebRequest,
  checkPages,
  checkImports,
  checkPermissionUse,
  checkActiveTab,
  checkFetchedCode,
];

/**
 * What Chromium would report about the extension: an error exactly if Chromium rejects it. The verdict is about the
 * contents of the zip, not of the folder. Of what is not an extension it says only that.
 */
export async function checkExtension(
  folder: string,
  manifest: ManifestText,
  pages: readonly Page[],
  selection: Selection,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const ofKind = checkKind(manifest);
  if (ofKind.length > 0) return ofKind;
  const contents = new PackageContents(folder, manifest, selection, pages);
  // All other checks apply the rules of version 3, and would only be noise for an extension of version 2.
  if (isVersion2(manifest)) return checkRequiredKeys(contents);
  const problems: (readonly Problem[])[] = [];
  for (const check of CHECKS) {
    throwIfCancelled(signal);
    problems.push(await check(contents, signal));
  }
  throwIfCancelled(signal);
  return withoutRepeats(contents, problems.flat());
}
