import { type Case, change, type Files, PNG } from '../case';

/** Manifest keys that name one file, as functions of that file's name. */
const KEYS: Readonly<Record<string, (file: string) => Record<string, unknown>>> = {
  icons: (file) => ({ icons: { 48: file } }),
  'action icon': (file) => ({ action: { default_icon: file } }),
  'action icon by size': (file) => ({ action: { default_icon: { 16: file } } }),
  popup: (file) => ({ action: { default_popup: file } }),
  'side panel': (file) => ({ permissions: ['sidePanel'], side_panel: { default_path: file } }),
  options_page: (file) => ({ options_page: file }),
  options_ui: (file) => ({ options_page: undefined, options_ui: { page: file } }),
  devtools_page: (file) => ({ devtools_page: file }),
  newtab: (file) => ({ chrome_url_overrides: { newtab: file } }),
  'service worker': (file) => ({ background: { service_worker: file } }),
  'service worker module': (file) => ({ background: { service_worker: file, type: 'module' } }),
  'background script': (file) => ({ background: { scripts: [file] } }),
  'background page': (file) => ({ background: { page: file } }),
  'content script': (file) => ({ content_scripts: [{ matches: ['https://example.com/*'], js: [file] }] }),
  'content style': (file) => ({ content_scripts: [{ matches: ['https://example.com/*'], css: [file] }] }),
  rules: (file) => ({
    permissions: ['declarativeNetRequest'],
    declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: file }] },
  }),
  'rules disabled': (file) => ({
    permissions: ['declarativeNetRequest'],
    declarative_net_request: { rule_resources: [{ id: 'a', enabled: false, path: file }] },
  }),
  schema: (file) => ({ permissions: ['storage'], storage: { managed_schema: file } }),
  sandbox: (file) => ({ sandbox: { pages: [file] } }),
  'web accessible': (file) => ({ web_accessible_resources: [{ resources: [file], matches: ['<all_urls>'] }] }),
  'browser_action popup': (file) => ({ browser_action: { default_popup: file } }),
  'browser_action icon': (file) => ({ browser_action: { default_icon: file } }),
  'page_action icon': (file) => ({ page_action: { default_icon: file } }),
  'omnibox icon': (file) => ({ omnibox: { keyword: 'a', default_icon: file } }),
  'file handler': (file) => ({
    file_handlers: [{ action: `/${file}`, name: 'a', accept: { 'text/plain': ['.txt'] } }],
  }),
  'icon variants': (file) => ({ icon_variants: [{ 16: file }] }),
  'user script api': (file) => ({ user_scripts: { api_script: file } }),
};

const CONTENT: Readonly<Record<string, Files[string]>> = {
  icons: PNG,
  'action icon': PNG,
  'action icon by size': PNG,
  'browser_action icon': PNG,
  'page_action icon': PNG,
  'omnibox icon': PNG,
  'icon variants': PNG,
  rules: '[]',
  'rules disabled': '[]',
  schema: { type: 'object', properties: { a: { type: 'string' } } },
};

const EXTENSION: Readonly<Record<string, string>> = {
  rules: 'json',
  'rules disabled': 'json',
  schema: 'json',
  'content style': 'css',
};
const PAGES = new Set([
  'popup',
  'side panel',
  'options_page',
  'options_ui',
  'devtools_page',
  'newtab',
  'background page',
  'sandbox',
  'browser_action popup',
]);

function fileOf(key: string): string {
  if (CONTENT[key] === PNG) return 'a.png';
  return `a.${PAGES.has(key) ? 'html' : (EXTENSION[key] ?? 'js')}`;
}

/** Ways to write a name; the file `sub/<name>` exists. */
const SPELLINGS: Readonly<Record<string, (file: string) => string>> = {
  'a slash in front': (file) => `/sub/${file}`,
  'two slashes in front': (file) => `//sub/${file}`,
  'a dot in front': (file) => `./sub/${file}`,
  'a slash and a dot in front': (file) => `/./sub/${file}`,
  'a slash too many': (file) => `sub//${file}`,
  'there and back': (file) => `sub/../sub/${file}`,
  'out and back': (file) => `../sub/${file}`,
  'a query': (file) => `sub/${file}?a=b`,
  'a hash': (file) => `sub/${file}#a`,
  'a percent-escape': (file) => `s%75b/${file}`,
  'a backslash': (file) => `sub\\${file}`,
  'other case': (file) => `Sub/${file}`,
  'a space in front': (file) => ` sub/${file}`,
  'a space behind': (file) => `sub/${file} `,
  'a slash behind': (file) => `sub/${file}/`,
  'http: in front': (file) => `http:sub/${file}`,
};

function each(
  name: (key: string) => string,
  write: (file: string) => string,
  files: (file: string, key: string) => Readonly<Record<string, Files[string] | undefined>>,
): readonly Case[] {
  return Object.entries(KEYS).map(([key, manifest]) => {
    const file = fileOf(key);
    return change(name(key), manifest(write(file)), files(file, key));
  });
}

export const namedFileCases: readonly Case[] = [
  ...each(
    (key) => `${key} there`,
    (file) => file,
    (file, key) => ({ [file]: CONTENT[key] ?? '' }),
  ),
  ...each(
    (key) => `${key} missing`,
    (file) => file,
    () => ({}),
  ),
  ...each(
    (key) => `${key} empty`,
    (file) => file,
    (file) => ({ [file]: '' }),
  ),
  ...each(
    (key) => `${key} is a folder`,
    (file) => file,
    (file) => ({ [`${file}/a.txt`]: '' }),
  ),
  ...each(
    (key) => `${key} an empty name`,
    () => '',
    () => ({}),
  ),
  ...each(
    (key) => `${key} outside`,
    (file) => `../../${file}`,
    () => ({}),
  ),
  ...each(
    (key) => `${key} an address`,
    (file) => `https://example.com/${file}`,
    () => ({}),
  ),
];

export const spellingCases: readonly Case[] = Object.entries(SPELLINGS).flatMap(([spelling, write]) =>
  each(
    (key) => `${key} with ${spelling}`,
    write,
    (file, key) => ({ [`sub/${file}`]: CONTENT[key] ?? '' }),
  ),
);
