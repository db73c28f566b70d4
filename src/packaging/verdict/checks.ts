import type { Problem } from '../problem';
import { checkNamedFiles } from './files/named-file-checks';
import { checkPortableNames, checkReservedNames } from './files/reserved-names';
import { checkLocales } from './locales/locales';
import { checkAccess, checkExport } from './manifest/access-checks';
import { checkApp } from './manifest/app-checks';
import { checkCommands } from './manifest/command-checks';
import { checkContentScripts } from './manifest/content-script-checks';
import { checkContentSecurityPolicy } from './manifest/content-security-policy';
import { checkFeatures } from './manifest/feature-checks';
import { checkIdentity } from './manifest/identity-checks';
import { checkKeys } from './manifest/key-checks';
import { checkKind } from './manifest/kind-checks';
import { checkPermissions } from './manifest/permission-checks';
import { checkRequiredKeys } from './manifest/required-keys';
import { checkShapes } from './manifest/shape-checks';
import { checkStrictness } from './manifest/strictness';
import { checkTheme } from './manifest/theme-checks';
import { checkWebRequest } from './manifest/web-request';
import type { PackageContents } from './package-contents';
import { checkPages } from './pages/page-checks';

/** Checks one rule of Chromium, or a few related ones. */
export type Check = (
  contents: PackageContents,
  signal: AbortSignal,
) => readonly Problem[] | Promise<readonly Problem[]>;

/** Checks of an extension's features: what it may access, and what it consists of. */
const FEATURES: readonly Check[] = [
  checkShapes,
  checkContentScripts,
  checkPermissions,
  checkAccess,
  checkCommands,
  checkFeatures,
];

/**
 * Themes, apps and shared modules cannot be used before they become extensions, so only errors in their features are
 * reported.
 */
const ERRORS_OF_FEATURES: readonly Check[] = FEATURES.map(
  (check) => async (contents, signal) => (await check(contents, signal)).filter(({ severity }) => severity === 'error'),
);

const OF_ALL_BEFORE: readonly Check[] = [checkStrictness, checkRequiredKeys];

const OF_ALL_AFTER: readonly Check[] = [
  checkContentSecurityPolicy,
  checkIdentity,
  checkNamedFiles,
  checkLocales,
  checkReservedNames,
  checkPortableNames,
  checkWebRequest,
];

/** In the order in which their problems are reported. */
export const CHECKS_OF_EXTENSION: readonly Check[] = [
  ...OF_ALL_BEFORE,
  checkKeys,
  ...FEATURES,
  ...OF_ALL_AFTER,
  checkPages,
];

/** Checks of a theme, an app or a shared module. */
export const CHECKS_OF_OTHER_KINDS: readonly Check[] = [
  ...OF_ALL_BEFORE,
  checkKind,
  checkApp,
  checkTheme,
  checkExport,
  ...ERRORS_OF_FEATURES,
  ...OF_ALL_AFTER,
];
