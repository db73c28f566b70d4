/** Two versions of a manifest, and what Chromium 156 does at the update. */
export interface UpdatePair {
  readonly name: string;
  readonly before: object;
  readonly after: object;
  /** Whether it disables the extension until the person accepts. */
  readonly disables: boolean;
}

const pair = (name: string, before: object, after: object, disables: boolean): UpdatePair => ({
  name,
  before,
  after,
  disables,
});
const hosts = (...patterns: string[]): object => ({ host_permissions: patterns });
const permissions = (...names: string[]): object => ({ permissions: names });
const script = (...matches: string[]): object => ({ content_scripts: [{ matches, js: ['content.js'] }] });
const ALL = hosts('<all_urls>');

/** What two successive versions of public extensions ask for, written by hand: nothing else of them is here. */
export const PUBLIC_EXTENSIONS: readonly UpdatePair[] = [
  pair(
    'uBlock Origin Lite',
    { ...permissions('declarativeNetRequest', 'scripting', 'storage'), optional_host_permissions: ['<all_urls>'] },
    { ...permissions('activeTab', 'declarativeNetRequest', 'scripting', 'storage'), ...ALL },
    true,
  ),
  pair(
    'Dark Reader',
    { ...permissions('alarms', 'fontSettings', 'scripting', 'storage'), ...hosts('*://*/*') },
    {
      ...permissions('alarms', 'fontSettings', 'scripting', 'storage'),
      optional_permissions: ['contextMenus'],
      ...hosts('*://*/*'),
    },
    false,
  ),
  pair(
    'Bitwarden',
    {
      ...permissions(
        'alarms',
        'contextMenus',
        'idle',
        'scripting',
        'storage',
        'tabs',
        'unlimitedStorage',
        'webRequest',
      ),
      optional_permissions: ['nativeMessaging', 'privacy'],
      ...hosts('https://*/*', 'http://*/*'),
    },
    {
      ...permissions(
        'alarms',
        'contextMenus',
        'idle',
        'notifications',
        'offscreen',
        'scripting',
        'storage',
        'tabs',
        'unlimitedStorage',
        'webRequest',
        'webRequestAuthProvider',
      ),
      optional_permissions: ['nativeMessaging', 'privacy'],
      ...hosts('https://*/*', 'http://*/*'),
    },
    true,
  ),
  pair(
    'Grammarly',
    {
      ...permissions('cookies', 'notifications', 'scripting', 'storage', 'tabs'),
      ...hosts('http://*/*', 'https://*/*'),
    },
    {
      ...permissions('cookies', 'identity', 'notifications', 'scripting', 'sidePanel', 'storage', 'tabs'),
      ...hosts('http://*/*', 'https://*/*'),
    },
    false,
  ),
  pair(
    'React Developer Tools',
    { ...permissions('scripting', 'storage'), ...ALL, devtools_page: 'page.html' },
    { ...permissions('scripting', 'storage', 'tabs'), ...ALL, devtools_page: 'page.html' },
    false,
  ),
  pair(
    'Tampermonkey',
    {
      ...permissions('alarms', 'contextMenus', 'cookies', 'notifications', 'storage', 'tabs', 'unlimitedStorage'),
      ...ALL,
    },
    {
      ...permissions(
        'alarms',
        'contextMenus',
        'cookies',
        'declarativeNetRequestWithHostAccess',
        'notifications',
        'offscreen',
        'scripting',
        'storage',
        'tabs',
        'unlimitedStorage',
        'userScripts',
        'webNavigation',
      ),
      optional_permissions: ['downloads'],
      ...ALL,
    },
    false,
  ),
  pair(
    'Vimium',
    { ...permissions('bookmarks', 'history', 'scripting', 'sessions', 'storage', 'tabs', 'webNavigation'), ...ALL },
    {
      ...permissions(
        'bookmarks',
        'favicon',
        'history',
        'notifications',
        'scripting',
        'search',
        'sessions',
        'storage',
        'tabs',
        'webNavigation',
      ),
      ...ALL,
    },
    true,
  ),
  pair(
    'Stylus',
    {
      ...permissions('alarms', 'contextMenus', 'storage', 'tabs', 'unlimitedStorage', 'webNavigation', 'webRequest'),
      ...ALL,
    },
    {
      ...permissions(
        'alarms',
        'contextMenus',
        'declarativeNetRequestWithHostAccess',
        'offscreen',
        'scripting',
        'storage',
        'tabs',
        'unlimitedStorage',
        'userScripts',
        'webNavigation',
        'webRequest',
      ),
      optional_permissions: ['clipboardRead', 'history'],
      ...ALL,
    },
    false,
  ),
  pair(
    '1Password',
    { ...permissions('alarms', 'contextMenus', 'idle', 'nativeMessaging', 'scripting', 'storage', 'tabs'), ...ALL },
    {
      ...permissions(
        'alarms',
        'contextMenus',
        'downloads',
        'idle',
        'management',
        'nativeMessaging',
        'offscreen',
        'privacy',
        'scripting',
        'storage',
        'tabs',
        'webRequest',
      ),
      ...ALL,
    },
    true,
  ),
  pair(
    'SponsorBlock',
    {
      ...permissions('scripting', 'storage'),
      ...hosts('https://sponsor.ajay.app/*'),
      ...script('https://*.youtube.com/*'),
    },
    {
      ...permissions('scripting', 'storage', 'unlimitedStorage'),
      ...hosts('https://sponsor.ajay.app/*'),
      ...script('https://*.youtube.com/*', 'https://www.youtube-nocookie.com/embed/*'),
    },
    true,
  ),
  pair(
    'Google Translate',
    permissions('activeTab', 'contextMenus', 'storage'),
    permissions('activeTab', 'contextMenus', 'scripting', 'storage'),
    false,
  ),
  pair(
    'Momentum',
    {
      ...permissions('storage'),
      chrome_url_overrides: { newtab: 'page.html' },
      ...hosts('https://*.momentumdash.com/*'),
    },
    {
      ...permissions('favicon', 'search', 'storage', 'topSites'),
      chrome_url_overrides: { newtab: 'page.html' },
      ...hosts('https://*.momentumdash.com/*'),
    },
    true,
  ),
];

/** One thing each. */
export const SINGLE_CHANGES: readonly UpdatePair[] = [
  pair('tabs, with all sites', ALL, { ...ALL, ...permissions('tabs') }, false),
  pair('fewer hosts', hosts('https://a.com/*', 'https://b.com/*'), hosts('https://a.com/*'), false),
  pair('one of a domain', hosts('*://*.example.com/*'), hosts('*://foo.example.com/*'), false),
  pair('another scheme', hosts('http://a.com/*'), hosts('https://a.com/*'), false),
  pair('more paths', hosts('https://a.com/x/*'), hosts('https://a.com/*'), false),
  pair(
    'a content script on one more site',
    script('https://a.com/*'),
    script('https://a.com/*', 'https://b.com/*'),
    true,
  ),
  pair(
    'optional ones',
    permissions('storage'),
    { ...permissions('storage'), optional_permissions: ['tabs'], optional_host_permissions: ['<all_urls>'] },
    false,
  ),
  pair('a permission without words', permissions('storage'), permissions('storage', 'alarms'), false),
  pair('all sites', hosts('https://a.com/*'), ALL, true),
  pair('more of the history', permissions('tabs'), permissions('tabs', 'history'), true),
  pair('less of the history', permissions('history'), permissions('tabs'), false),
  pair('from a content script to a permission', script('<all_urls>'), ALL, false),
  pair('a page in DevTools', permissions('storage'), { devtools_page: 'page.html' }, true),
  pair('a new tab', permissions('storage'), { chrome_url_overrides: { newtab: 'page.html' } }, true),
  pair('rules, with all sites', ALL, { ...ALL, ...permissions('declarativeNetRequest') }, false),
  pair('rules', permissions('storage'), permissions('declarativeNetRequest'), true),
  pair('one more scheme of all sites', hosts('https://*/*'), hosts('*://*/*'), false),
  pair('a subdomain', hosts('https://a.com/*'), hosts('https://a.com/*', 'https://www.a.com/*'), true),
  pair('all subdomains', hosts('https://a.com/*'), hosts('https://*.a.com/*'), true),
  pair('the domain alone', hosts('https://*.a.com/*'), hosts('https://a.com/*'), false),
  pair('another registry', hosts('https://a.com/*'), hosts('https://a.com/*', 'https://a.de/*'), false),
  pair('within a registry', hosts('*://*.com/*'), hosts('*://*.com/*', 'https://x.com/*'), true),
  pair('within a registry of two levels', hosts('*://*.co.uk/*'), hosts('*://*.bbc.co.uk/*'), true),
  pair('another port', hosts('http://a.com:80/*'), hosts('http://a.com:8080/*'), false),
  pair('files', hosts('https://a.com/*'), hosts('https://a.com/*', 'file:///*'), true),
  pair('files, with all sites', hosts('*://*/*'), hosts('*://*/*', 'file:///*'), false),
  pair('the debugger, with all sites', ALL, { ...ALL, ...permissions('debugger') }, true),
  pair('from all sites to tabs', ALL, permissions('tabs'), false),
  pair('from the debugger to tabs', permissions('debugger'), permissions('tabs'), false),
];
