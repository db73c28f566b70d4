import { type Case, change } from '../case';

/** Of each kind of JSON value one, and what a person may write in its place. */
const ODD: readonly unknown[] = [1, true, 'x', '', [], {}, null, [1], ['x'], [{}], { x: 1 }];
const KEYS = [
  'action', 'author', 'automation', 'background', 'bluetooth', 'browser_action', 'browser_specific_settings', 'chrome_settings_overrides', 'chrome_url_overrides', 'commands', 'content_capabilities', 'content_scripts',
  'content_security_policy', 'cross_origin_embedder_policy', 'cross_origin_opener_policy', 'declarative_net_request', 'default_locale', 'description', 'devtools_page', 'differential_fingerprint', 'event_rules',
  'export', 'externally_connectable', 'file_browser_handlers', 'file_handlers', 'file_system_provider_capabilities', 'homepage_url', 'host_permissions', 'icons', 'import', 'incognito', 'input_components', 'key',
  'kiosk', 'minimum_chrome_version', 'name', 'natively_connectable', 'oauth2', 'offline_enabled', 'omnibox', 'optional_host_permissions', 'optional_permissions', 'options_page', 'options_ui', 'page_action',
  'permissions', 'platforms', 'replacement_web_app', 'requirements', 'sandbox', 'short_name', 'side_panel', 'sockets', 'storage', 'trial_tokens', 'tts_engine', 'update_url', 'user_scripts', 'version', 'version_name',
  'web_accessible_resources', 'manifest_version', 'app', 'chromeos_system_extension',
];
/** Keys within other keys, each beside what the other one needs. */
const WITHIN: readonly [string, string, object][] = [
  ['action', 'default_title', {}], ['action', 'default_icon', {}], ['action', 'default_state', {}], ['action', 'default_popup', {}],
  ['background', 'service_worker', {}], ['background', 'type', { service_worker: 'background.js' }], ['background', 'persistent', { service_worker: 'background.js' }],
  ['background', 'allow_js_access', { service_worker: 'background.js' }],
  ['options_ui', 'open_in_tab', { page: 'options.html' }], ['options_ui', 'page', {}], ['options_ui', 'chrome_style', { page: 'options.html' }], ['side_panel', 'default_path', {}],
  ['cross_origin_embedder_policy', 'value', {}], ['cross_origin_opener_policy', 'value', {}],
  ['externally_connectable', 'ids', {}], ['externally_connectable', 'matches', {}], ['externally_connectable', 'accepts_tls_channel_id', {}],
  ['chrome_url_overrides', 'newtab', {}], ['chrome_url_overrides', 'keyboard', {}], ['omnibox', 'keyword', {}], ['oauth2', 'client_id', { scopes: ['a'] }], ['oauth2', 'scopes', { client_id: 'a' }],
  ['sandbox', 'pages', {}], ['sandbox', 'content_security_policy', { pages: ['popup.html'] }], ['content_security_policy', 'extension_pages', {}], ['content_security_policy', 'sandbox', {}],
  ['content_security_policy', 'isolated_world', {}], ['storage', 'managed_schema', {}], ['requirements', '3D', {}], ['requirements', 'plugins', {}], ['tts_engine', 'voices', {}], ['export', 'allowlist', {}], ['export', 'resources', {}],
];
/** A file that is named and not there is another matter. */
const named = (key: string, value: unknown): boolean => value === 'x' && /page|popup|icon$|worker|path|schema|newtab|locale/.test(key);

const ICONS: readonly object[] = [
  { 16: 1 }, { x: 'icon.png' }, { 16: '' }, { 0: 'icon.png' }, { '-1': 'icon.png' }, { '+1': 'icon.png' }, { 2048: 'icon.png' }, { 2049: 'icon.png' }, { '16px': 'icon.png' }, { '16.5': 'icon.png' },
  { '016': 'icon.png' }, { ' 16': 'icon.png' }, { 16: null }, { 16: '/' }, { 16: '/icon.png' },
];

export const keyTypes: readonly Case[] = [
  ...KEYS.flatMap((key) => ODD.filter((value) => !named(key, value)).map((value) => change(`${key} ${JSON.stringify(value)}`, { [key]: value }))),
  ...WITHIN.flatMap(([key, inner, beside]) => ODD.filter((value) => !named(inner, value) && !(inner === 'managed_schema' || inner === 'newtab' ? value === '' : false))
    .map((value) => change(`${key}.${inner} ${JSON.stringify(value)}`, { [key]: { ...beside, [inner]: value } }))),
  ...ICONS.map((icons) => change(`icons ${JSON.stringify(icons)}`, { icons })),
  ...ICONS.slice(0, 4).map((icons) => change(`action.default_icon ${JSON.stringify(icons)}`, { action: { default_icon: icons } })),
];
