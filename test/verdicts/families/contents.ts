import { type Case, change, type Files, PNG } from '../case';

const NOT_UTF8 = Buffer.from([0x2f, 0x2f, 0x20, 0xe9, 0x0a]);
const UTF16 = Buffer.from('\ufeffalert(1)', 'utf16le');

const TEXTS: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  'not UTF-8': NOT_UTF8,
  'UTF-16': UTF16,
  'a byte order mark': '\ufeff// a',
  'a NUL': 'a\0b',
  broken: 'function ( {',
  'a noncharacter': '"\uffff"',
  'a private character': '"\ue000"',
  'a surrogate in CESU': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'a last character cut off': Buffer.from([0x22, 0xe2, 0x82]),
  'an overlong slash': Buffer.from([0xc0, 0xaf]),
  large: '/'.repeat(3_000_000),
  'noncharacter fdd0': '"\ufdd0"',
  'noncharacter 1fffe': '"\u{1fffe}"',
};

function text(name: string, manifest: Readonly<Record<string, unknown>>, file: string): readonly Case[] {
  return Object.entries(TEXTS).map(([what, content]) => change(`${name}: ${what}`, manifest, { [file]: content }));
}

const IMAGES: Readonly<Record<string, Files[string]>> = {
  empty: '',
  'a text': 'hello',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>',
  'a cut-off PNG': PNG.subarray(0, 40),
  'just the start of a PNG': PNG.subarray(0, 8),
  GIF: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  WebP: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
};

function icon(name: string, manifest: (file: string) => Readonly<Record<string, unknown>>): readonly Case[] {
  return [
    ...Object.entries(IMAGES).map(([what, content]) =>
      change(`${name}: ${what}`, manifest('a.png'), { 'a.png': content }),
    ),
    ...Object.entries(IMAGES).map(([what, content]) =>
      change(`${name}: ${what}, by name SVG`, manifest('a.svg'), { 'a.svg': content }),
    ),
    change(`${name}: PNG without an ending`, manifest('a'), { a: PNG }),
    change(`${name}: PNG named SVG`, manifest('a.svg'), { 'a.svg': PNG }),
    change(`${name}: PNG named jpg`, manifest('a.jpg'), { 'a.jpg': PNG }),
  ];
}

const RULE = { id: 1, priority: 1, action: { type: 'block' }, condition: { urlFilter: 'a' } };
const RULES: Readonly<Record<string, Files[string]>> = {
  good: [RULE],
  none: '[]',
  broken: '[',
  'an object': {},
  empty: '',
  'a comment': '// a\n[]',
  'a trailing comma': '[1,]',
  'a byte order mark': '\ufeff[]',
  'a number': '[1]',
  'a rule without id': [{ ...RULE, id: undefined }],
  'id 0': [{ ...RULE, id: 0 }],
  'a text as id': [{ ...RULE, id: '1' }],
  'an unknown action': [{ ...RULE, action: { type: 'none' } }],
  'a bad regular expression': [{ ...RULE, condition: { regexFilter: '(' } }],
  'the same id twice': [RULE, RULE],
  'priority 0': [{ ...RULE, priority: 0 }],
  'a redirect without target': [{ ...RULE, action: { type: 'redirect' } }],
  'an unknown resource type': [{ ...RULE, condition: { resourceTypes: ['none'] } }],
  'not UTF-8': Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]),
  'an unknown key': [{ ...RULE, more: 1 }],
  'empty resource types': [{ ...RULE, condition: { resourceTypes: [] } }],
  'not ascii filter': [{ ...RULE, condition: { urlFilter: 'ä' } }],
  'an empty filter': [{ ...RULE, condition: { urlFilter: '' } }],
  text: '"a"',
  'a redirect to a script': [{ ...RULE, action: { type: 'redirect', redirect: { url: 'javascript:1' } } }],
};

const MORE_CONDITIONS: Readonly<Record<string, object>> = {
  nothing: {},
  'both filters': { urlFilter: 'a', regexFilter: 'b' },
  'anchor and star': { urlFilter: '||*' },
  star: { urlFilter: '*' },
  'empty domains': { domains: [] },
  'domains not ascii': { domains: ['ä.de'] },
  'empty initiator domains': { initiatorDomains: [] },
  'initiator domains upper case': { initiatorDomains: ['A.de'] },
  'request domains not ascii': { requestDomains: ['ä.de'] },
  'excluded initiator domains empty': { excludedInitiatorDomains: [] },
  'excluded not ascii': { excludedRequestDomains: ['ä'] },
  'types and excluded types the same': { resourceTypes: ['script'], excludedResourceTypes: ['script'] },
  'all types excluded': {
    excludedResourceTypes: [
      'main_frame',
      'sub_frame',
      'stylesheet',
      'script',
      'image',
      'font',
      'object',
      'xmlhttprequest',
      'ping',
      'csp_report',
      'media',
      'websocket',
      'webtransport',
      'webbundle',
      'other',
    ],
  },
  'methods empty': { requestMethods: [] },
  'methods upper case': { requestMethods: ['GET'] },
  'methods the same': { requestMethods: ['get'], excludedRequestMethods: ['get'] },
  'tab ids': { tabIds: [1] },
  'domains and initiator domains': { domains: ['a.de'], initiatorDomains: ['b.de'] },
  header: { responseHeaders: [{ header: 'a' }] },
  'headers empty': { responseHeaders: [] },
  'header of no name': { responseHeaders: [{ header: '' }] },
  domainType: { domainType: 'none' },
  'a number as filter': { urlFilter: 1 },
  'a domain twice': { requestDomains: ['a.de', 'a.de'] },
};

const MORE_ACTIONS: Readonly<Record<string, object>> = {
  allow: { type: 'allow' },
  'allowAllRequests without types': { type: 'allowAllRequests' },
  'redirect to a path': { type: 'redirect', redirect: { extensionPath: '/a.html' } },
  'redirect to a path without a slash': { type: 'redirect', redirect: { extensionPath: 'a.html' } },
  'redirect to nothing': { type: 'redirect', redirect: {} },
  'redirect to a broken address': { type: 'redirect', redirect: { url: 'a' } },
  'redirect by substitution without expression': { type: 'redirect', redirect: { regexSubstitution: 'a' } },
  'redirect by transform': { type: 'redirect', redirect: { transform: { scheme: 'https' } } },
  'transform scheme': { type: 'redirect', redirect: { transform: { scheme: 'gopher' } } },
  'transform port': { type: 'redirect', redirect: { transform: { port: 'a' } } },
  'transform query': { type: 'redirect', redirect: { transform: { query: 'a' } } },
  'transform fragment': { type: 'redirect', redirect: { transform: { fragment: 'a' } } },
  'transform query and queryTransform': {
    type: 'redirect',
    redirect: { transform: { query: '?a', queryTransform: { removeParams: ['a'] } } },
  },
  'two redirects': { type: 'redirect', redirect: { url: 'https://a.de', extensionPath: '/a' } },
  'modifyHeaders without headers': { type: 'modifyHeaders' },
  'modifyHeaders empty': { type: 'modifyHeaders', requestHeaders: [] },
  'modifyHeaders set': { type: 'modifyHeaders', requestHeaders: [{ header: 'a', operation: 'set', value: 'b' }] },
  'modifyHeaders set without value': { type: 'modifyHeaders', requestHeaders: [{ header: 'a', operation: 'set' }] },
  'modifyHeaders remove with value': {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'a', operation: 'remove', value: 'b' }],
  },
  'modifyHeaders append request': {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'a', operation: 'append', value: 'b' }],
  },
  'modifyHeaders append cookie': {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'cookie', operation: 'append', value: 'b' }],
  },
  'modifyHeaders append response': {
    type: 'modifyHeaders',
    responseHeaders: [{ header: 'a', operation: 'append', value: 'b' }],
  },
  'modifyHeaders bad name': {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'a b', operation: 'set', value: 'b' }],
  },
  'modifyHeaders bad value': {
    type: 'modifyHeaders',
    requestHeaders: [{ header: 'a', operation: 'set', value: 'b\nc' }],
  },
  'modifyHeaders empty name': { type: 'modifyHeaders', requestHeaders: [{ header: '', operation: 'remove' }] },
  upgradeScheme: { type: 'upgradeScheme' },
  'block with redirect': { type: 'block', redirect: { url: 'https://a.de' } },
};

const SCHEMAS: Readonly<Record<string, Files[string]>> = {
  good: { type: 'object', properties: { a: { type: 'string' } } },
  nothing: {},
  broken: '{',
  empty: '',
  'an array': '[]',
  'type string': { type: 'string' },
  'no properties': { type: 'object' },
  'unknown type': { type: 'object', properties: { a: { type: 'none' } } },
  'a property without type': { type: 'object', properties: { a: {} } },
  additionalProperties: { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
  'additionalProperties false': { type: 'object', properties: {}, additionalProperties: false },
  'a reference': { type: 'object', properties: { a: { $ref: 'b' } } },
  'a known reference': { type: 'object', properties: { a: { $ref: 'b' }, c: { id: 'b', type: 'string' } } },
  'an unknown word': { type: 'object', more: 1, properties: { a: { type: 'string', format: 'a' } } },
  'array without items': { type: 'object', properties: { a: { type: 'array' } } },
  default: { type: 'object', properties: { a: { type: 'string', default: 1 } } },
  'a comment': '// a\n{ "type": "object", "properties": {} }',
  $schema: { $schema: 'http://json-schema.org/draft-03/schema#', type: 'object', properties: {} },
  required: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  any: { type: 'any' },
  'two types': { type: 'object', properties: { a: { type: ['string', 'null'] } } },
  enum: { type: 'object', properties: { a: { type: 'string', enum: ['a'] } } },
  'empty enum': { type: 'object', properties: { a: { type: 'string', enum: [] } } },
  'a bad pattern': { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  title: {
    type: 'object',
    title: 'a',
    description: 'b',
    properties: { a: { title: 'c', type: 'integer', minimum: 0, maximum: 3 } },
  },
  'a byte order mark': '\ufeff{ "type": "object", "properties": {} }',
  'a trailing comma': '{ "type": "object", "properties": {}, }',
  'items as tuple': { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
  'boolean schema': { type: 'object', properties: { a: true } },
  'boolean additional true': { type: 'object', properties: {}, additionalProperties: true },
  sensitiveValue: { type: 'object', properties: { a: { type: 'string', sensitiveValue: true } } },
  oneOf: { type: 'object', properties: { a: { oneOf: [{ type: 'string' }] } } },
  'null type': { type: 'object', properties: { a: { type: 'null' } } },
  'number type': { type: 'object', properties: { a: { type: 'number' } } },
  patternProperties: { type: 'object', patternProperties: { 'a+': { type: 'string' } } },
};

const script = (js: string, more = {}) => ({
  content_scripts: [{ matches: ['https://example.com/*'], js: [js], ...more }],
});
const rules = (path: string, enabled = true) => ({
  permissions: ['declarativeNetRequest'],
  declarative_net_request: { rule_resources: [{ id: 'a', enabled, path }] },
});

export const contents: readonly Case[] = [
  ...text('content script', script('a.js'), 'a.js'),
  ...text('content style', { content_scripts: [{ matches: ['https://example.com/*'], css: ['a.css'] }] }, 'a.css'),
  ...text('service worker', { background: { service_worker: 'a.js' } }, 'a.js'),
  ...text('popup', { action: { default_popup: 'a.html' } }, 'a.html'),
  ...icon('icons', (file) => ({ icons: { 48: file } })),
  ...icon('action icon', (file) => ({ action: { default_icon: file } })),
  ...Object.entries(RULES).map(([what, content]) => change(`rules: ${what}`, rules('a.json'), { 'a.json': content })),
  ...Object.entries(RULES).map(([what, content]) =>
    change(`rules disabled: ${what}`, rules('a.json', false), { 'a.json': content }),
  ),
  change(
    'rules with host access',
    { ...rules('a.json'), permissions: ['declarativeNetRequestWithHostAccess'] },
    { 'a.json': '[' },
  ),
  ...[
    '(?=a)b',
    'a(?!b)',
    '(a)\\1',
    '[',
    'a{1001}',
    '\\d+',
    '(?<n>a)',
    '(?P<n>a)',
    '\\u0041',
    'a{2',
    '(?i)a',
    '.*'.repeat(400),
    'ä',
    '',
    '*',
    '\\p{L}',
    '[[:alpha:]]',
    '\\Qa\\E',
  ].map((regexFilter) =>
    change(`rules: regular expression ${regexFilter.slice(0, 20)}`, rules('a.json'), {
      'a.json': [{ ...RULE, condition: { regexFilter } }],
    }),
  ),
  ...Object.entries(MORE_CONDITIONS).map(([what, condition]) =>
    change(`rules: condition ${what}`, rules('a.json'), { 'a.json': [{ ...RULE, condition }] }),
  ),
  ...Object.entries(MORE_ACTIONS).map(([what, action]) =>
    change(`rules: action ${what}`, rules('a.json'), { 'a.json': [{ ...RULE, action }] }),
  ),
  ...Object.entries(SCHEMAS).map(([what, content]) =>
    change(
      `schema: ${what}`,
      { permissions: ['storage'], storage: { managed_schema: 'a.json' } },
      { 'a.json': content },
    ),
  ),
  change('schema missing without the permission', { storage: { managed_schema: 'a.json' } }),
  change('schema broken without the permission', { storage: { managed_schema: 'a.json' } }, { 'a.json': '{' }),
  change('content script named twice', script('content.js', { css: ['content.css', 'content.css'] })),
  change('content script missing, not the first', {
    content_scripts: [{ matches: ['<all_urls>'], js: ['content.js', 'none.js'] }],
  }),
  change('content script missing in the second group', {
    content_scripts: [
      { matches: ['<all_urls>'], js: ['content.js'] },
      { matches: ['<all_urls>'], js: ['none.js'] },
    ],
  }),
  change('content script named .mjs', script('a.mjs'), { 'a.mjs': '' }),
  change('content script named .css', script('a.css'), { 'a.css': '' }),
  change('icons: one there, one missing', { icons: { 16: 'icon.png', 48: 'none.png' } }),
  change('action icon: one there, one missing', { action: { default_icon: { 16: 'icon.png', 32: 'none.png' } } }),
  change('service worker missing beside scripts', { background: { service_worker: 'none.js', scripts: ['none.js'] } }),
  change('scripts missing beside a service worker', {
    background: { service_worker: 'background.js', scripts: ['none.js'], page: 'none.html' },
  }),
  change('webRequestBlocking', { permissions: ['webRequest', 'webRequestBlocking'] }),
  change('everything missing', {
    icons: { 48: 'none.png' },
    action: { default_popup: 'none.html' },
    background: { service_worker: 'none.js' },
  }),
];
