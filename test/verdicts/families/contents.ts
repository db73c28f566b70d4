import { type Case, change, type Files, PNG } from '../case';

const NOT_UTF8 = Buffer.from([0x2f, 0x2f, 0x20, 0xe9, 0x0a]);
const UTF16 = Buffer.from('\ufeffalert(1)', 'utf16le');

const TEXTS: Readonly<Record<string, string | Buffer>> = {
  'empty': '', 'not UTF-8': NOT_UTF8, 'UTF-16': UTF16, 'a byte order mark': '\ufeff// a', 'a NUL': 'a\0b', 'broken': 'function ( {', 'a noncharacter': '"\uffff"', 'a private character': '"\ue000"',
  'a surrogate in CESU': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'a last character cut off': Buffer.from([0x22, 0xe2, 0x82]), 'an overlong slash': Buffer.from([0xc0, 0xaf]), 'large': '/'.repeat(3_000_000),
  'noncharacter fdd0': '"\ufdd0"', 'noncharacter 1fffe': '"\u{1fffe}"',
};

function text(name: string, manifest: Readonly<Record<string, unknown>>, file: string): readonly Case[] {
  return Object.entries(TEXTS).map(([what, content]) => change(`${name}: ${what}`, manifest, { [file]: content }));
}

const IMAGES: Readonly<Record<string, Files[string]>> = {
  'empty': '', 'a text': 'hello', 'SVG': '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>', 'a cut-off PNG': PNG.subarray(0, 40), 'just the start of a PNG': PNG.subarray(0, 8),
  'GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'WebP': Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
};

function icon(name: string, manifest: (file: string) => Readonly<Record<string, unknown>>): readonly Case[] {
  return [
    ...Object.entries(IMAGES).map(([what, content]) => change(`${name}: ${what}`, manifest('a.png'), { 'a.png': content })),
    ...Object.entries(IMAGES).map(([what, content]) => change(`${name}: ${what}, by name SVG`, manifest('a.svg'), { 'a.svg': content })),
    change(`${name}: PNG without an ending`, manifest('a'), { a: PNG }),
    change(`${name}: PNG named SVG`, manifest('a.svg'), { 'a.svg': PNG }),
    change(`${name}: PNG named jpg`, manifest('a.jpg'), { 'a.jpg': PNG }),
  ];
}

const RULE = { id: 1, priority: 1, action: { type: 'block' }, condition: { urlFilter: 'a' } };
const RULES: Readonly<Record<string, Files[string]>> = {
  'good': [RULE], 'none': '[]', 'broken': '[', 'an object': {}, 'empty': '', 'a comment': '// a\n[]', 'a trailing comma': '[1,]', 'a byte order mark': '\ufeff[]', 'a number': '[1]', 'a rule without id': [{ ...RULE, id: undefined }], 'id 0': [{ ...RULE, id: 0 }], 'a text as id': [{ ...RULE, id: '1' }],
  'an unknown action': [{ ...RULE, action: { type: 'none' } }], 'a bad regular expression': [{ ...RULE, condition: { regexFilter: '(' } }], 'the same id twice': [RULE, RULE], 'priority 0': [{ ...RULE, priority: 0 }], 'a redirect without target': [{ ...RULE, action: { type: 'redirect' } }],
  'an unknown resource type': [{ ...RULE, condition: { resourceTypes: ['none'] } }], 'not UTF-8': Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]), 'an unknown key': [{ ...RULE, more: 1 }], 'empty resource types': [{ ...RULE, condition: { resourceTypes: [] } }],
  'not ascii filter': [{ ...RULE, condition: { urlFilter: 'ä' } }], 'an empty filter': [{ ...RULE, condition: { urlFilter: '' } }], 'text': '"a"', 'a redirect to a script': [{ ...RULE, action: { type: 'redirect', redirect: { url: 'javascript:1' } } }],
};

const SCHEMAS: Readonly<Record<string, Files[string]>> = {
  'good': { type: 'object', properties: { a: { type: 'string' } } }, 'nothing': {}, 'broken': '{', 'empty': '', 'an array': '[]', 'type string': { type: 'string' }, 'no properties': { type: 'object' }, 'unknown type': { type: 'object', properties: { a: { type: 'none' } } },
  'a property without type': { type: 'object', properties: { a: {} } }, 'additionalProperties': { type: 'object', properties: {}, additionalProperties: { type: 'string' } }, 'additionalProperties false': { type: 'object', properties: {}, additionalProperties: false }, 'a reference': { type: 'object', properties: { a: { $ref: 'b' } } }, 'a known reference': { type: 'object', properties: { a: { $ref: 'b' }, c: { id: 'b', type: 'string' } } },
  'an unknown word': { type: 'object', more: 1, properties: { a: { type: 'string', format: 'a' } } }, 'array without items': { type: 'object', properties: { a: { type: 'array' } } }, 'default': { type: 'object', properties: { a: { type: 'string', default: 1 } } }, 'a comment': '// a\n{ "type": "object", "properties": {} }', '$schema': { $schema: 'http://json-schema.org/draft-03/schema#', type: 'object', properties: {} },
  'required': { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, 'any': { type: 'any' }, 'two types': { type: 'object', properties: { a: { type: ['string', 'null'] } } }, 'enum': { type: 'object', properties: { a: { type: 'string', enum: ['a'] } } }, 'empty enum': { type: 'object', properties: { a: { type: 'string', enum: [] } } }, 'a bad pattern': { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  'title': { type: 'object', title: 'a', description: 'b', properties: { a: { title: 'c', type: 'integer', minimum: 0, maximum: 3 } } }, 'a byte order mark': '\ufeff{ "type": "object", "properties": {} }', 'a trailing comma': '{ "type": "object", "properties": {}, }', 'items as tuple': { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } }, 'boolean schema': { type: 'object', properties: { a: true } }, 'boolean additional true': { type: 'object', properties: {}, additionalProperties: true }, 'sensitiveValue': { type: 'object', properties: { a: { type: 'string', sensitiveValue: true } } },
  'oneOf': { type: 'object', properties: { a: { oneOf: [{ type: 'string' }] } } }, 'null type': { type: 'object', properties: { a: { type: 'null' } } }, 'number type': { type: 'object', properties: { a: { type: 'number' } } }, 'patternProperties': { type: 'object', patternProperties: { 'a+': { type: 'string' } } },
};

const script = (js: string, more = {}) => ({ content_scripts: [{ matches: ['https://example.com/*'], js: [js], ...more }] });
const rules = (path: string, enabled = true) => ({ permissions: ['declarativeNetRequest'], declarative_net_request: { rule_resources: [{ id: 'a', enabled, path }] } });

export const contents: readonly Case[] = [
  ...text('content script', script('a.js'), 'a.js'),
  ...text('content style', { content_scripts: [{ matches: ['https://example.com/*'], css: ['a.css'] }] }, 'a.css'),
  ...text('service worker', { background: { service_worker: 'a.js' } }, 'a.js'),
  ...text('popup', { action: { default_popup: 'a.html' } }, 'a.html'),
  ...icon('icons', (file) => ({ icons: { 48: file } })),
  ...icon('action icon', (file) => ({ action: { default_icon: file } })),
  ...icon('theme image', (file) => ({ theme: { images: { theme_frame: file } } })),
  ...Object.entries(RULES).map(([what, content]) => change(`rules: ${what}`, rules('a.json'), { 'a.json': content })),
  ...Object.entries(RULES).map(([what, content]) => change(`rules disabled: ${what}`, rules('a.json', false), { 'a.json': content })),
  change('rules without the permission', { declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'a.json' }] } }, { 'a.json': '[]' }),
  change('rules missing without the permission', { declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'a.json' }] } }),
  change('rules with the permission of feedback', { ...rules('a.json'), permissions: ['declarativeNetRequestFeedback'] }, { 'a.json': '[' }),
  change('rules with host access', { ...rules('a.json'), permissions: ['declarativeNetRequestWithHostAccess'] }, { 'a.json': '[' }),
  change('rules missing with the permission optional', { ...rules('a.json'), permissions: [], optional_permissions: ['declarativeNetRequest'] }),
  ...Object.entries(SCHEMAS).map(([what, content]) => change(`schema: ${what}`, { permissions: ['storage'], storage: { managed_schema: 'a.json' } }, { 'a.json': content })),
  change('schema missing without the permission', { storage: { managed_schema: 'a.json' } }),
  change('schema broken without the permission', { storage: { managed_schema: 'a.json' } }, { 'a.json': '{' }),
  change('content script named twice', script('content.js', { css: ['content.css', 'content.css'] })),
  change('content script missing, not the first', { content_scripts: [{ matches: ['<all_urls>'], js: ['content.js', 'none.js'] }] }),
  change('content script missing in the second group', { content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }, { matches: ['<all_urls>'], js: ['none.js'] }] }),
  change('content script named .mjs', script('a.mjs'), { 'a.mjs': '' }),
  change('content script named .css', script('a.css'), { 'a.css': '' }),
  change('icons of a size that is no number', { icons: { big: 'none.png' } }),
  change('icons of size 0', { icons: { 0: 'none.png' } }),
  change('icons of a huge size', { icons: { 5000: 'none.png' } }),
  change('icons of a size with letters', { icons: { '16px': 'none.png' } }),
  change('icons: one there, one missing', { icons: { 16: 'icon.png', 48: 'none.png' } }),
  change('action icon: one there, one missing', { action: { default_icon: { 16: 'icon.png', 32: 'none.png' } } }),
  change('action icon of a huge size', { action: { default_icon: { 5000: 'none.png' } } }),
  change('service worker missing beside scripts', { background: { service_worker: 'none.js', scripts: ['none.js'] } }),
  change('scripts missing beside a service worker', { background: { service_worker: 'background.js', scripts: ['none.js'], page: 'none.html' } }),
  change('theme with two images, one missing', { theme: { images: { theme_frame: 'icon.png', theme_toolbar: 'none.png' } } }),
  change('theme with an unknown image name', { theme: { images: { none: 'none.png' } } }),
  change('theme with an image by scale', { theme: { images: { theme_frame: { 100: 'none.png' } } } }),
  change('webRequestBlocking', { permissions: ['webRequest', 'webRequestBlocking'] }),
  change('everything missing', { icons: { 48: 'none.png' }, action: { default_popup: 'none.html' }, background: { service_worker: 'none.js' } }),
];
