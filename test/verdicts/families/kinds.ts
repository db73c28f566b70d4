import { type Case, change, GOOD_MANIFEST } from '../case';

type Keys = Readonly<Record<string, unknown>>;

/** What makes something else of an extension, alone and together. */
export const KINDS: Readonly<Record<string, Keys>> = {
  extension: {},
  theme: { theme: { colors: { frame: [1, 2, 3] } } },
  'shared module': { export: { resources: ['icon.png'] } },
  'hosted app': { app: { urls: ['https://a.b/'], launch: { web_url: 'https://a.b/' } } },
  'Chrome app': { app: { background: { scripts: ['background.js'] } } },
  'packaged app': { app: { launch: { local_path: 'popup.html' } } },
  'ChromeOS extension': { chromeos_system_extension: {} },
};
const TOGETHER: Readonly<Record<string, Keys>> = {
  'theme and app': { ...KINDS['theme'], ...KINDS['packaged app'] },
  'theme and export': { ...KINDS['theme'], ...KINDS['shared module'] },
  'app and export': { ...KINDS['Chrome app'], ...KINDS['shared module'] },
  'app with a background and an address': { app: { background: { scripts: ['background.js'] }, launch: { web_url: 'https://a.b/' } } },
  'app with a background and a page': { app: { background: { scripts: ['background.js'] }, launch: { local_path: 'popup.html' } } },
  'app with a page and an address': { app: { launch: { local_path: 'popup.html', web_url: 'https://a.b/' } } },
  'app with addresses and a page': { app: { urls: ['https://a.b/'], launch: { local_path: 'popup.html' } } },
};
const APPS: readonly Keys[] = [
  {}, { launch: {} }, { launch: 1 }, { launch: { local_path: 1 } }, { launch: { local_path: '' } }, { launch: { local_path: 'none.html' } }, { launch: { local_path: '../a.html' } }, { launch: { local_path: '/popup.html' } },
  { launch: { web_url: 1 } }, { launch: { web_url: '' } }, { launch: { web_url: 'x' } }, { launch: { web_url: 'ftp://a.b/' } }, { launch: { web_url: 'https://a.b/' } }, { launch: { web_url: 'chrome://settings' } },
  { urls: 1 }, { urls: [] }, { urls: [1] }, { urls: ['x'] }, { urls: ['https://a.b/*'] }, { urls: ['https://a.b/'] }, { urls: ['https://a.b/*'], launch: { web_url: 'https://a.b/' } }, { urls: ['*://*/'], launch: { web_url: 'https://a.b/' } },
  { urls: [], launch: { web_url: 'https://a.b/' } }, { urls: ['x'], launch: { web_url: 'https://a.b/' } }, { urls: 1, launch: { web_url: 'https://a.b/' } }, { urls: ['https://a.b/'], launch: { web_url: 'https://c.d/' } },
  { launch: { local_path: 'popup.html', container: 'tab' } }, { launch: { local_path: 'popup.html', container: 'panel' } }, { launch: { local_path: 'popup.html', container: 'window' } }, { launch: { local_path: 'popup.html', container: 1 } },
  { launch: { local_path: 'popup.html', width: 100 } }, { launch: { local_path: 'popup.html', container: 'panel', width: 100 } }, { launch: { local_path: 'popup.html', container: 'panel', width: -1 } }, { launch: { local_path: 'popup.html', container: 'panel', height: 'x' } },
  { background: {} }, { background: 1 }, { background: { scripts: [] } }, { background: { scripts: 1 } }, { background: { scripts: [1] } }, { background: { scripts: ['none.js'] } }, { background: { scripts: [''] } }, { background: { page: 'popup.html' } }, { background: { page: 'none.html' } }, { background: { page: 1 } },
  { background: { page: '' } }, { background: { page: 'popup.html', scripts: ['background.js'] } }, { background: { persistent: true, scripts: ['background.js'] } }, { background: { service_worker: 'background.js' } },
  { background: { scripts: ['background.js'] }, content_security_policy: "script-src 'self'" }, { background: { scripts: ['background.js'] }, isolation: ['storage'] }, { background: { scripts: ['background.js'] }, icon_color: 1 }, { x: 1, launch: { local_path: 'popup.html' } },
];
/** Keys of apps, and keys that mean something else with manifest version 2, each with values that may be refused. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  background: [{ scripts: ['background.js'] }, { scripts: ['none.js'] }, { scripts: 1 }, { scripts: [1] }, { page: 'popup.html' }, { page: 'none.html' }, { page: 1 }, { scripts: ['background.js'], persistent: 1 }, { scripts: ['background.js'], page: 'popup.html' }, { service_worker: 'none.js' }, { service_worker: 1 }, {}, 'x'],
  browser_action: [1, { default_icon: 'none.png' }],
  action: [1, { default_icon: 'none.png' }],
  content_security_policy: ["script-src 'self'; object-src 'self'", "script-src *", "script-src 'unsafe-eval'", '', 'x', { extension_pages: 'x' }, { extension_pages: "script-src 'self'" }, 1],
  web_accessible_resources: [['icon.png'], ['none.png'], [1], [{ resources: ['icon.png'], matches: ['<all_urls>'] }], [{ resources: ['icon.png'] }], 'x'],
  permissions: [['tabs'], ['https://a.b/*'], ['background'], ['socket'], [{ socket: ['tcp-connect'] }], [{ usbDevices: [] }], [{ fileSystem: ['write'] }], [1], 'x', ['nope'], ['webview']],
  optional_permissions: [['tabs', 'https://a.b/*'], [1]],
  host_permissions: ['x'],
  options_page: ['options.html', 'none.html', 'https://a.b/', '', 1],
  options_ui: [{ page: 'none.html' }, { page: 'options.html', chrome_style: true }, 'x'],
  content_scripts: [[{ matches: ['x'], js: ['content.js'] }], [{ matches: ['https://a.b/*'], js: ['none.js'] }], 'x'],
  chrome_url_overrides: [{ newtab: 'none.html' }, 'x'],
  commands: [{ run: {} }, 'x'],
  sandbox: [{ pages: ['none.html'] }, { pages: ['popup.html'], content_security_policy: "sandbox allow-scripts; script-src 'self'" }, { pages: ['popup.html'], content_security_policy: 'x' }, { pages: 1 }, 'x'],
  storage: [{ managed_schema: 'none.json' }, 'x'],
  file_handlers: [{ a: { types: ['text/plain'] } }, { a: {} }, { a: 1 }, { a: { extensions: ['txt'] } }, { a: { types: ['*'] } }, {}, [], 'x'],
  kiosk: [{}, { required_platform_version: '1.2' }, { required_platform_version: 'x' }, { required_platform_version: 1 }, { always_update: true }, { always_update: 1 }, 'x'],
  kiosk_enabled: [true, false, 1],
  kiosk_only: [true, 1],
  kiosk_secondary_apps: [[], [{ id: 'x' }], [{}], [1], 'x'],
  sockets: [{}, { tcp: {} }, { tcp: { connect: '*' } }, { udp: { bind: 1 } }, { tcp: { connect: 'x y' } }, { x: 1 }, 'x'],
  url_handlers: [{}, { a: { matches: ['https://a.b/*'], title: 't' } }, { a: { matches: ['https://a.b/*'] } }, { a: { matches: ['x'], title: 't' } }, { a: { matches: [], title: 't' } }, { a: 1 }, 'x'],
  usb_printers: [{ filters: [] }, { filters: [{ vendorId: 1 }] }, {}, { filters: 1 }, { filters: [{}] }, 'x'],
  webview: [{ partitions: [{ name: 'a', accessible_resources: ['icon.png'] }] }, { partitions: [] }, {}, { partitions: [{}] }, { partitions: [{ name: 'a' }] }, { partitions: [1] }, 'x'],
  bluetooth: [{ socket: 1 }, 'x'],
  about_page: ['options.html', 'none.html', 1],
  import: [[], [{ id: 'abcdefghijklmnopabcdefghijklmnop' }], [{ id: 'x' }], 'x'],
  minimum_chrome_version: ['153', 'x'],
  converted_from_user_script: [true, false, 'x'],
  default_locale: ['en', 1],
  icons: [{ 16: 'none.png' }, 'x'],
  homepage_url: ['x'],
  incognito: ['x'],
  event_rules: [[{}], 'x'],
  externally_connectable: [{ matches: ['x'] }, 'x'],
  oauth2: [{}, 'x'],
  omnibox: [{}],
  tts_engine: ['x'],
  devtools_page: ['none.html', 1],
  declarative_net_request: ['x'],
  side_panel: [{}],
  requirements: ['x'],
  offline_enabled: ['x'],
  replacement_web_app: ['x'],
  key: ['AAAA', '%'],
  manifest_version: [1, 4, undefined, '2', 2.5],
};
/** Beyond their types: known members, and hosts with ports. */
const SOCKETS: readonly unknown[] = [
  { tcp: { x: 1 } }, { tcp: { listen: 1 } }, { udp: { connect: 1 } }, { tcpServer: { connect: 1 } }, { tcp: 1 }, { udp: [] }, { x: { connect: 1 } }, { tcp: { connect: {} } }, { tcp: { connect: ['*', 1] } },
  ...['', ':', '*:*', 'a', 'a:', 'a:1', 'a:+1', 'a:01', 'a:65535', '*.a:1', 'a.*', ':1', 'x y', 'ü', '\u00a0', 'a:0', 'a:-0', 'a:-1', 'a:65536', 'a:1:2', 'a:*:', 'a:b', 'a:1x', 'a:1.0', 'a: 1', ' a', 'a\n', 'a\v', '\t'].map((connect) => ({ tcp: { connect } })),
  { tcp: { connect: ['a:1', 'a:b'] } }, { udp: { bind: 'a:b' } }, { udp: { send: 'a:b' } }, { tcpServer: { listen: 'a:b' } }, { udp: { multicastMembership: '' } }, { udp: { multicastMembership: 'x' } }, { udp: { multicastMembership: ['', '*'] } }, { udp: { multicastMembership: 1 } },
];
const BACKGROUNDS: readonly unknown[] = [
  { service_worker: 'background.js' }, { service_worker: 'none.js' }, { service_worker: 1 }, { service_worker: '' }, { service_worker: 'a:b' }, { service_worker: 'background.js', type: 'x' }, { type: 1 }, { scripts: ['none.js'] }, { scripts: 1 }, { page: 'none.html' }, { page: 1 }, { persistent: 1 }, { allow_js_access: 1 }, 'x', {},
  { service_worker: 'background.js', scripts: ['background.js'] }, { service_worker: 'background.js', page: 'popup.html' }, { scripts: ['background.js'], page: 'popup.html' },
];
const BARE: Keys = Object.fromEntries(Object.keys(GOOD_MANIFEST).map((key) => [key, undefined]));
const bare = (name: string, keys: Keys): Case => change(name, { ...BARE, manifest_version: 3, name: 'n', version: '1', ...keys });

export const kinds: readonly Case[] = [
  ...[2, 3].flatMap((version) => Object.entries({ ...KINDS, ...TOGETHER }).map(([kind, keys]) => change(`version ${version}: ${kind} with all that a good extension has`, { manifest_version: version, ...keys }))),
  ...[2, 3].flatMap((version) => Object.entries(TOGETHER).map(([kind, keys]) => bare(`version ${version}: ${kind}`, { manifest_version: version, ...keys }))),
  ...APPS.map((app) => bare(`app ${JSON.stringify(app)}`, { manifest_version: 2, app })),
  ...Object.entries(KINDS).filter(([kind]) => !kind.endsWith('extension')).flatMap(([kind, keys]) => ofKind(kind, keys)),
  bare('theme a text', { theme: 'x' }), bare('theme null', { theme: null }), bare('theme with a missing image', { manifest_version: 2, theme: { images: { theme_frame: 'none.png' } } }),
  ...[{}, 1, null, { resources: 1 }, { whitelist: ['x'] }, { allowlist: ['x'] }, { allowlist: ['abcdefghijklmnopabcdefghijklmnop'] }].map((value) => bare(`version 2: export ${JSON.stringify(value)}`, { manifest_version: 2, export: value })),
  ...SOCKETS.map((sockets) => bare(`Chrome app with sockets ${JSON.stringify(sockets)}`, { manifest_version: 2, ...KINDS['Chrome app'], sockets })),
  ...[2, 3].flatMap((version) => ['hosted app', 'Chrome app', 'packaged app', 'ChromeOS extension'].flatMap((kind) => BACKGROUNDS.map((background) =>
    bare(`version ${version}: ${kind} with a background ${JSON.stringify(background)}`, { manifest_version: version, ...KINDS[kind], background })))),
  ...['__MSG_none__'].map((words) => bare(`a theme with a message in a key that it does not have`, { manifest_version: 2, ...KINDS['theme'], action: { default_title: words }, default_locale: 'en' })),
];

function ofKind(kind: string, keys: Keys): Case[] {
  return Object.entries(VALUES).flatMap(([key, values]) => values.map((value) => bare(`version 2: ${kind}, ${key} ${JSON.stringify(value) ?? 'missing'}`, { manifest_version: 2, ...keys, [key]: value })));
}
