import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { keyOf, errorAt, removing, replacing, warningAt } from '../finding';
import { isVersion2, kindOf } from './manifest-kind';

const REMEDY = message('Remove it, and make this an extension of manifest version 3.');
const SHARED_MODULE = message(
  '“export” makes this a shared module. Chromium loads it, and nothing runs it: other extensions use its files, and a session has none that does.',
);
const SYSTEM_EXTENSION = message(
  '“chromeos_system_extension” makes this an extension of ChromeOS. Chromium runs its background here, and passes over content scripts, the action and most else.',
);
const HOSTED_APP = message(
  '“app” makes this a hosted app: a link to a website. Chromium loads it and opens its background page if it has one, but no app can be launched any more.',
);
const PLATFORM_APP = message(
  '“app” makes this a Chrome app. Chromium loads it and runs its background scripts, but no app can be launched any more.',
);
const PACKAGED_APP = message(
  '“app” makes this a packaged app, which opens one of its own pages. Chromium loads it and runs its scripts, but no app can be launched any more.',
);
const OLD_THEME = message(
  'This is a theme of manifest version 2. Chromium still loads it and shows it. Write: "manifest_version": 3',
);

/**
 * What loads and is no extension: what Chromium makes of it, and what it lacks to be loaded.
 * `kinds-in-chromium.test.ts` holds the words against one that runs.
 */
export function checkKind(manifest: ManifestText): Problem[] {
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
  const words = message('“app” makes this a Chrome app, and it does not say what to open. Remove it.');
  return [errorAt(manifest, 'app', app, words, removing(manifest, app))];
}
