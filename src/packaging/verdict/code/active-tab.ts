import type { Node } from 'jsonc-parser';
import { throwIfCancelled } from '../../../core/errors';
import { message } from '../../../core/message';
import { addElement, removeMember } from '../../manifest/edits';
import { elements, type ManifestText, property } from '../../manifest/manifest-text';
import { filePlaces } from '../../manifest/named-files';
import type { Fix, Problem } from '../../problem';
import { keyOf, warningAt } from '../finding';
import type { PackageContents } from '../package-contents';
import { codeFiles, MAX_CODE_BYTES } from './package-code';

/** Beside these permissions, hosts serve only to run scripts in a tab. */
const OTHERS: ReadonlySet<unknown> = new Set([
  'activeTab',
  'clipboardRead',
  'clipboardWrite',
  'contextMenus',
  'notifications',
  'scripting',
  'storage',
  'unlimitedStorage',
]);

/** Keys with which an extension acts on sites without a gesture, or longer than a gesture lasts. */
const KEYS_WITH_HOSTS = [
  'content_scripts',
  'chrome_url_overrides',
  'declarative_net_request',
  'devtools_page',
  'externally_connectable',
  'optional_host_permissions',
  'optional_permissions',
  'side_panel',
];

/** The API that does nothing on a site, or does it in the tab of a gesture. */
const IN_TAB =
  /^(?:action|contextMenus|i18n)\.\w+$|^notifications\.(?:clear|create|update)$|^commands\.onCommand$|^runtime\.(?:getManifest|getURL|id|lastError|openOptionsPage)$|^scripting\.(?:executeScript|insertCSS|removeCSS)$|^storage\.(?:local|sync)$|^tabs\.(?:query|sendMessage)$/;
/** Requests, frames and what comes later than the gesture. */
const MAYBE_ELSEWHERE =
  /fetch|XMLHttpRequest|EventSource|setInterval|setTimeout|allFrames|frameIds|documentIds|\bonChanged\b|addEventListener\(\s*["'`](?:install|activate|message|push|sync|online|offline)/;
const OWN_TAB =
  /^\s*\(\s*\{(?=[^{}]{0,200}\bactive\s*:\s*true)(?=[^{}]{0,200}\b(?:currentWindow|lastFocusedWindow)\s*:\s*true)/;

/**
 * Finds hosts in whose place `activeTab` would do. It says so only if that is certain: each use of the API is in plain
 * sight, runs scripts in the active tab, and follows a click on the icon, a menu item or a shortcut.
 */
export async function checkActiveTab(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const { manifest } = contents;
  const hosts = property(manifest, 'host_permissions');
  const permissions = property(manifest, 'permissions');
  const names = new Set(elements(permissions).map(({ value }): unknown => value));
  if (!hosts || !permissions || !elements(hosts).some(({ value }) => isOfWeb(value))) return [];
  if (!names.has('scripting') || [...names].some((name) => !OTHERS.has(name))) return [];
  if (KEYS_WITH_HOSTS.some((key) => property(manifest, key))) return [];
  const paths = codeFiles(contents);
  if (!paths) return [];
  const worker = filePlaces(manifest).find(({ place }) => place === 'background.service_worker')?.path;
  let runs = false;
  for (const path of paths) {
    throwIfCancelled(signal);
    const text = await contents.text(path, MAX_CODE_BYTES);
    if (text === undefined || MAYBE_ELSEWHERE.test(text) || !usesOnlyTab(text)) return [];
    if (!text.includes('scripting.')) continue;
    // At the start of a worker there is no gesture.
    if (path === worker && !/\.on(?:Clicked|Command)\b/.test(text)) return [];
    runs = true;
  }
  return runs ? [problem(manifest, hosts, permissions, names.has('activeTab'))] : [];
}

function isOfWeb(value: unknown): boolean {
  return typeof value === 'string' && /^(?:<all_urls>$|\*:\/\/|https?:\/\/)/.test(value);
}

/** Whether each use of the API is written out, as in `chrome.tabs.query`, and is one that needs no more than the tab. */
function usesOnlyTab(text: string): boolean {
  for (const { index } of text.matchAll(/\b(?:chrome|browser)\b/g)) {
    const [whole, used = ''] = /^\w+\??\.(\w+\??\.\w+)/.exec(text.slice(index, index + 100)) ?? [];
    const name = used.replace('?', '');
    if (whole === undefined || !IN_TAB.test(name)) return false;
    if (name === 'tabs.query' && !OWN_TAB.test(text.slice(index + whole.length, index + whole.length + 400)))
      return false;
  }
  return true;
}

function problem(manifest: ManifestText, hosts: Node, permissions: Node, hasActiveTab: boolean): Problem {
  const edits = [
    ...removeMember(manifest.text, hosts),
    ...(hasActiveTab ? [] : addElement(manifest.text, permissions, '"activeTab"')),
  ];
  const fix: Fix = {
    kind: 'edit',
    title: hasActiveTab ? message('Remove “host_permissions”') : message('Use “activeTab” instead'),
    edits,
  };
  return warningAt(
    manifest,
    'host-permission-unneeded',
    keyOf(hosts),
    message(
      'Scripts run only in the tab in which the user clicks the icon or a menu item, or presses a shortcut. For that, “activeTab” is enough: users aren’t warned of it, and reviews are faster.',
    ),
    [fix],
  );
}
