import type { Node } from 'jsonc-parser';
import { throwIfCancelled } from '../../../core/errors';
import { message } from '../../../core/message';
import { elements, property } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { removing, warningAt } from '../finding';
import type { PackageContents } from '../package-contents';
import { usesPlainNames } from './api-use';
import { codeFiles, isScript, MAX_CODE_BYTES } from './package-code';

/** What uses a permission: a text in any script or page, or a key of the manifest. */
interface Uses {
  readonly words: readonly string[];
  readonly keys?: readonly string[];
}

/** An API that has the name of its permission. */
const OWN_NAME = [
  'alarms',
  'bookmarks',
  'browsingData',
  'contentSettings',
  'contextMenus',
  'cookies',
  'debugger',
  'declarativeContent',
  'desktopCapture',
  'dns',
  'downloads',
  'fontSettings',
  'gcm',
  'history',
  'identity',
  'idle',
  'management',
  'offscreen',
  'pageCapture',
  'power',
  'printerProvider',
  'privacy',
  'processes',
  'proxy',
  'readingList',
  'scripting',
  'search',
  'sessions',
  'tabCapture',
  'tabGroups',
  'topSites',
  'tts',
  'userScripts',
  'webNavigation',
  'webRequest',
];

/**
 * The permissions whose use can be seen. For the others nothing is said, such as `activeTab`, `tabs` and
 * `unlimitedStorage`, which allow something in the APIs of others. A word is as short as it can be: one that is found
 * too often only means that nothing is said.
 */
const USES: ReadonlyMap<string, Uses> = new Map<string, Uses>([
  ...OWN_NAME.map((name): [string, Uses] => [name, { words: [name] }]),
  ['clipboardRead', { words: ['clipboard', 'execCommand'] }],
  ['clipboardWrite', { words: ['clipboard', 'execCommand'] }],
  ['contextMenus', { words: ['contextMenus', 'menus'] }],
  ['declarativeNetRequest', { words: ['declarativeNetRequest'], keys: ['declarative_net_request'] }],
  ['favicon', { words: ['favicon'] }],
  ['geolocation', { words: ['geolocation'] }],
  ['nativeMessaging', { words: ['Native'] }],
  ['notifications', { words: ['otification', 'pushManager'] }],
  ['sidePanel', { words: ['sidePanel'], keys: ['side_panel'] }],
  ['storage', { words: ['storage'], keys: ['storage'] }],
  ['system.cpu', { words: ['system'] }],
  ['system.display', { words: ['system'] }],
  ['system.memory', { words: ['system'] }],
  ['system.storage', { words: ['system'] }],
  ['ttsEngine', { words: ['ttsEngine'], keys: ['tts_engine'] }],
]);

/**
 * Finds permissions that nothing in the package uses. It says so only if that is certain: each script can be read, and
 * uses the API by plain names.
 */
export async function checkPermissionUse(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const { manifest } = contents;
  const listed = ['permissions', 'optional_permissions'].flatMap((key) => elements(property(manifest, key)));
  let unused = listed.filter((node) => mayBeUnused(contents, node));
  const paths = unused.length > 0 ? codeFiles(contents) : undefined;
  if (!paths) return [];
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const path of paths) {
    throwIfCancelled(signal);
    const text = await contents.text(path, MAX_CODE_BYTES);
    if (text === undefined) return [];
    unused = unused.filter((node) => !usesOf(node).words.some((word) => text.includes(word)));
    // As a rule all are used, and the rest need not be read.
    if (unused.length === 0) return [];
    texts.push({ path, text });
  }
  const scripts = texts.filter(({ path }) => isScript(path));
  // An extension whose scripts are empty has only begun.
  if (scripts.every(({ text }) => text.trim() === '')) return [];
  for (const { text } of scripts) {
    throwIfCancelled(signal);
    if (!usesPlainNames(text)) return [];
  }
  return unused.map((node) =>
    warningAt(
      manifest,
      'permission-unused',
      node,
      message(
        'Nothing in the package uses the permission “{0}”: “{1}” is in none of its scripts and pages. Remove it: the store rejects what isn’t used, and users may be warned of it.',
        String(node.value),
        usesOf(node).words.join('”, “'),
      ),
      removing(manifest, node),
    ),
  );
}

const NONE: Uses = { words: [] };

function usesOf({ value }: Node): Uses {
  return USES.get(String(value)) ?? NONE;
}

function mayBeUnused({ manifest }: PackageContents, node: Node): boolean {
  const { words, keys = [] } = usesOf(node);
  return words.length > 0 && node.type === 'string' && keys.every((key) => property(manifest, key) === undefined);
}
