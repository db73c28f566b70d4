import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { keyOf, errorAt, removing, replacing, warningAt } from '../finding';
import { isVersion2, kindOf } from './manifest-kind';
import type { PackageContents } from '../package-contents';

const REMEDY = message('Remove it, and make this an extension of manifest version 3.');
const SHARED_MODULE = message(
  '“export” makes this a shared module. It runs nothing by itself, and no extension in a session uses its files.',
);
const SYSTEM_EXTENSION = message(
  '“chromeos_system_extension” makes this a ChromeOS system extension. Chromium runs its background, but ignores content scripts, the action and most other keys.',
);
const HOSTED_APP = message(
  '“app” makes this a hosted app (a link to a website). Chromium loads it and opens its background page, if any, but apps can no longer be launched.',
);
const PLATFORM_APP = message(
  '“app” makes this a Chrome app. Chromium loads it and runs its background scripts, but apps can no longer be launched.',
);
const PACKAGED_APP = message(
  '“app” makes this a packaged app. Chromium loads it and runs its scripts, but apps can no longer be launched.',
);
const OLD_THEME = message('This theme uses manifest version 2. Chromium still loads it. Use: "manifest_version": 3');

/**
 * Reports a manifest that loads but is not an extension: what Chromium treats it as, and what is missing to load it as
 * an extension. `kinds-in-chromium.test.ts` compares these messages with a running Chromium.
 */
export function checkKind({ manifest }: PackageContents): Problem[] {
  switch (kindOf(manifest)) {
    case 'extension':
      return [];
    case 'theme':
      return isVersion2(manifest) ? oldTheme(manifest, property(manifest, 'manifest_version')) : [];
    case 'shared-module':
      return idle(manifest, 'export', SHARED_MODULE);
    case 'system-extension':
      return idle(manifest, 'chromeos_system_extension', SYSTEM_EXTENSION);
    case 'hosted-app':
      return idle(manifest, 'app', HOSTED_APP);
    case 'platform-app':
      return idle(manifest, 'app', PLATFORM_APP);
    case 'packaged-app':
      return checkPackagedApp(manifest, property(manifest, 'app'));
  }
}

function oldTheme(manifest: ManifestText, version: Node | undefined): Problem[] {
  return version
    ? [warningAt(manifest, 'manifest-version', version, OLD_THEME, [replacing(manifest, version, '3')])]
    : [];
}

function idle(manifest: ManifestText, key: string, words: Message): Problem[] {
  const node = property(manifest, key);
  return node ? [warningAt(manifest, 'app', keyOf(node), sentences(words, REMEDY), removing(manifest, node))] : [];
}

function checkPackagedApp(manifest: ManifestText, app: Node | undefined): Problem[] {
  if (!app) return [];
  if (member(member(app, 'launch'), 'local_path')) return idle(manifest, 'app', PACKAGED_APP);
  const words = message('“app” makes this a Chrome app without anything to launch. Remove it.');
  return [errorAt(manifest, 'app', app, words, removing(manifest, app))];
}
