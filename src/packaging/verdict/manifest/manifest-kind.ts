import type { Node } from 'jsonc-parser';
import { member, property, type ManifestText } from '../../manifest/manifest-text';

/**
 * What Chromium treats a manifest as. For each kind it reads other keys, and only extensions must have manifest version
 * 3.
 */
export type ManifestKind =
  'extension' | 'theme' | 'shared-module' | 'hosted-app' | 'platform-app' | 'packaged-app' | 'system-extension';

/** If a manifest has several keys that make it something other than an extension, the first of these counts. */
export function kindOf(manifest: ManifestText): ManifestKind {
  const has = (key: string): boolean => property(manifest, key) !== undefined;
  if (has('theme')) return 'theme';
  if (has('export')) return 'shared-module';
  if (has('app')) return kindOfApp(property(manifest, 'app'));
  return has('chromeos_system_extension') ? 'system-extension' : 'extension';
}

function kindOfApp(app: Node | undefined): ManifestKind {
  if (member(app, 'urls') ?? member(member(app, 'launch'), 'web_url')) return 'hosted-app';
  return member(app, 'background') ? 'platform-app' : 'packaged-app';
}

const OF_ALL = [
  'manifest_version',
  'name',
  'version',
  'current_locale',
  'default_locale',
  'description',
  'icons',
  'import',
  'key',
  'short_name',
  'update_url',
  'version_name',
];
const OF_APPS = [
  ...OF_ALL,
  'app',
  'event_rules',
  'externally_connectable',
  'minimum_chrome_version',
  'offline_enabled',
  'optional_permissions',
  'permissions',
  'requirements',
];

/** The keys that every tested Chromium reads for a kind; it ignores all others, whatever their values are. */
const KEYS: Readonly<Record<Exclude<ManifestKind, 'extension'>, readonly string[]>> = {
  theme: [...OF_ALL, 'theme', 'event_rules', 'minimum_chrome_version'],
  'shared-module': [...OF_ALL, 'about_page', 'event_rules', 'export'],
  'hosted-app': [...OF_APPS, 'background', 'converted_from_user_script', 'options_page', 'web_accessible_resources'],
  'platform-app': [
    ...OF_APPS,
    'commands',
    'cross_origin_embedder_policy',
    'cross_origin_opener_policy',
    'file_handlers',
    'kiosk',
    'kiosk_enabled',
    'kiosk_secondary_apps',
    'oauth2',
    'replacement_web_app',
    'sandbox',
    'sockets',
    'storage',
    'url_handlers',
    'usb_printers',
    'webview',
  ],
  'packaged-app': [
    ...OF_APPS,
    'background',
    'chrome_url_overrides',
    'content_scripts',
    'content_security_policy',
    'converted_from_user_script',
    'devtools_page',
    'file_browser_handlers',
    'homepage_url',
    'incognito',
    'input_components',
    'oauth2',
    'omnibox',
    'options_page',
    'options_ui',
    'sandbox',
    'storage',
    'tts_engine',
    'web_accessible_resources',
  ],
  'system-extension': [
    ...OF_ALL,
    'background',
    'chromeos_system_extension',
    'externally_connectable',
    'optional_permissions',
    'options_page',
    'permissions',
  ],
};

/**
 * The same for the keys of `background`: those that are always read, and those that are read only in manifest version
 * 2.
 */
const BACKGROUND: Readonly<
  Partial<Record<ManifestKind, readonly [always: readonly string[], old: readonly string[]]>>
> = {
  'hosted-app': [['allow_js_access'], ['scripts', 'page']],
  'packaged-app': [['allow_js_access'], ['scripts', 'page', 'persistent']],
  'system-extension': [
    ['allow_js_access', 'service_worker', 'type'],
    ['scripts', 'page'],
  ],
};

/** The manifest as Chromium reads it: without the keys that it ignores because of the kind. */
export function asRead(manifest: ManifestText): ManifestText {
  const kind = kindOf(manifest);
  if (kind === 'extension') return manifest;
  const { children = [] } = withKeys(manifest.root, KEYS[kind]);
  const [always, old] = BACKGROUND[kind] ?? [[], []];
  const background = isVersion2(manifest) ? [...always, ...old] : always;
  const pairs = children.map((pair) =>
    keyOfPair(pair) === 'background'
      ? { ...pair, children: (pair.children ?? []).map((node) => withKeys(node, background)) }
      : pair,
  );
  return {
    ...manifest,
    root: { ...manifest.root, children: pairs },
    keys: new Map(pairs.flatMap((pair) => (pair.children?.[1] ? [[keyOfPair(pair), pair.children[1]]] : []))),
  };
}

/** An object with only these of its keys; any other value unchanged. */
function withKeys(node: Node, keys: readonly string[]): Node {
  return node.type === 'object'
    ? { ...node, children: (node.children ?? []).filter((pair) => keys.includes(String(keyOfPair(pair)))) }
    : node;
}

function keyOfPair({ children }: Node): unknown {
  return children?.[0]?.value;
}

/**
 * Extensions of manifest version 2 no longer load; a manifest that was converted from a user script counts as an
 * extension.
 */
export function isOfRefusedVersion(manifest: ManifestText): boolean {
  const kind = kindOf(manifest);
  const fromScript = property(asRead(manifest), 'converted_from_user_script')?.value === true;
  return isVersion2(manifest) && (kind === 'extension' || fromScript);
}

/** Compares the number as it is written, because Chromium does not treat 2.0 as 2. */
export function isVersion2({ text, keys }: ManifestText): boolean {
  const found = keys.get('manifest_version');
  return found !== undefined && text.getText(found) === '2';
}
