import { type Case, change } from '../case';

const PATTERNS = [
  '<all_urls>', '*://*/*', 'https://*/*', 'http://a.b/*', 'https://a.b', 'https://a.b/', 'a.b/*', 'https//a.b/*', 'https:/a.b/*', 'https:a', '://a/*',
  '*://*.a.b/*', 'https://*a.b/*', 'https://a.*/*', 'https://a.*.b/*', 'https://*.*.b/*', 'https://a.b:80/*', 'https://a.b:*/*', 'https://a.b:x/*',
  'https://a.b:99999/*', 'https://a.b:/*', 'ftp://a/*', 'file:///*', 'file://a/*', 'file://*', 'file:///', 'chrome://*/*', 'chrome://newtab/*',
  'chrome-extension://*/*', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/*', 'data:*', 'about:blank', 'about:*', 'urn:x:*', 'ws://a/*',
  'wss://*/*', 'javascript:*', '*', '*://*', '*://', 'https://', 'https:///*', 'https:///', 'http*://a/*', 'HTTPS://a.b/*', 'https://A.B/*',
  'https://ü.de/*', 'https://a b/*', 'https://a.b/ x', 'https://[::1]/*', 'https://127.0.0.1/*', 'https://user:pw@a.b/*', 'https://a.b/*?x=*',
  'https://a.b/*#x', ' https://a.b/*', 'https://a.b/* ', 'https://.a.b/*', 'https://a..b/*', 'https://*./*', 'https://com/*', 'https://*.com/*',
  'devtools://*/*', 'view-source:https://a/*', 'filesystem:https://a/*', 'blob:https://a/*', 'uuid-in-package:*', '', 'isolated-app://*/*',
  'https://a_b.c/*', 'https://%41.b/*', 'https://a%b/*', 'https://a<b/*', 'https://*.co.uk/*', 'moz-extension://*/*', 'https://*',
  'http://localhost:*/*', '<all_urls>/*', 'chrome-search://*/*', 'edge://*/*', 'https://a.b\\*', 'brave://*/*', 'https://a?b/*', 'https://a#b/*',
  'https://a@b/*', 'https://a|b/*', 'https://1.2.3.4.5/*', 'https://999.1.1.1/*', 'https://[::1/*', 'https://[::1]:80/*', 'https://a^b/*',
  'https://a"b/*', 'https://a`b/*', 'https://a{b}/*', 'https://a,b/*', 'https://1/*', 'https://xn--a/*', 'chrome-untrusted://a/*',
  'https://a.b:00080/*', 'https://a.b:-1/*', 'https://a.b:+1/*', 'https://a.b./*', 'http://*:80/*', '*:*', 'foo:bar', 'filesystem:*', 'wss:a',
  '*://a.b:443/x',
];
const script = (keys: object): Record<string, unknown> => ({ content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'], ...keys }] });
const odd: readonly unknown[] = [1, 1.5, true, 'x', '', [], {}, null, [1], ['x'], ['']];

export const matchPatterns: readonly Case[] = PATTERNS.flatMap((pattern) => [
  change(`content script ${pattern}`, script({ matches: [pattern] })),
  change(`host ${pattern}`, { host_permissions: [pattern] }),
  change(`resource ${pattern}`, { web_accessible_resources: [{ resources: ['a'], matches: [pattern] }] }),
  change(`connectable ${pattern}`, { externally_connectable: { matches: [pattern] } }),
]);

export const contentScripts: readonly Case[] = [
  ...['exclude_matches', 'include_globs', 'exclude_globs', 'matches', 'run_at', 'world', 'match_about_blank', 'all_frames', 'match_origin_as_fallback', 'unknown']
    .flatMap((key) => odd.map((value) => change(`${key} ${JSON.stringify(value)}`, script({ [key]: value })))),
  ...['js', 'css'].flatMap((key) => [1, 'content.js', [], null, [1]].map((value) => change(`${key} ${JSON.stringify(value)}`, script({ [key]: value })))),
  ...['document_start', 'document_end', 'document_idle', 'Document_start', 'document-start'].map((value) => change(`run_at ${value}`, script({ run_at: value }))),
  ...['MAIN', 'ISOLATED', 'main', 'USER_SCRIPT'].map((value) => change(`world ${value}`, script({ world: value }))),
  change('neither js nor css', script({ js: undefined })),
  change('js and css empty', script({ js: [], css: [] })),
  ...['https://a.b/x', 'https://a.b/*', 'https://a.b/x*', '<all_urls>', 'file:///*', 'file:///x', '*://*/'].map((pattern) => change(`origin as fallback ${pattern}`, script({ matches: [pattern], match_origin_as_fallback: true }))),
];
