import { type Case, change, Link } from '../case';

const NAMES = ['_foo', '_foo.js', '_metadata', '_locales_', '_platform_specific', '__MACOSX', '__', '_', '_LOCALES', '_Metadata', '_mock', '.hidden', '_next'];

export const reservedNames: readonly Case[] = [
  ...NAMES.map((name) => change(`a folder ${name}`, {}, { [`${name}/a.txt`]: '' })),
  ...NAMES.map((name) => change(`a file ${name}`, {}, { [name]: '' })),
  ...NAMES.map((name) => change(`a folder ${name} below`, {}, { [`sub/${name}/a.txt`]: '' })),
  ...NAMES.map((name) => change(`a file ${name} below`, {}, { [`sub/${name}`]: '' })),
  ...['generated_indexed_rulesets', 'verified_contents.json', 'computed_hashes.json', 'a.txt'].map((name) => change(`_metadata/${name}`, {}, { [`_metadata/${name}`]: '{}' })),
  change('a key', {}, { 'key.pem': '-----BEGIN PRIVATE KEY-----' }),
  change('a link to a file', {}, { 'a.txt': 'a', 'link.txt': new Link('a.txt') }),
  change('a content script that is a link', { content_scripts: [{ matches: ['<all_urls>'], js: ['link.js'] }] }, { 'link.js': new Link('content.js') }),
  change('two names that differ in case', {}, { 'A.txt': '', 'a.txt': '' }),
  change('a name with a backslash', {}, { 'sub\\a.js': '' }),
  change('a named file with a backslash in its name', { content_scripts: [{ matches: ['<all_urls>'], js: ['sub\\a.js'] }] }, { 'sub\\a.js': '' }),
  ...['a b.js', 'ä.js', '日本.js', 'a%20b.js', 'a?b.js', 'a#b.js', 'a:b.js', 'a*b.js', '..a.js', 'a..b.js', '.a.js', 'a.js.', 'CON.js', '🙂.js', 'a\nb.js', 'u\u0308.js'].map((name) =>
    change(`a content script ${JSON.stringify(name)}`, { content_scripts: [{ matches: ['<all_urls>'], js: [name] }] }, { [name]: '' })),
  ...['a b.js', 'ä.js', 'a%20b.js', 'a?b.js', 'a#b.js', '..a.js', '🙂.js', '.a.js', 'a\tb.js', 'a:b.js', 'sub/.a.js', '.sub/a.js', './sub/a.mjs', 'a', 'a.txt', 'a.JS', 'a.html', 'a*b.js', 'a+b.js', "a'b.js", 'a&b=c.js', 'a;b.js', 'a|b.js', 'a^b.js', '%.js', '%zz.js', 'a%25.js'].map((name) =>
    change(`a service worker ${JSON.stringify(name)}`, { background: { service_worker: name } }, { [name]: '' })),
  ...['a b.html', 'ä.html', 'a%20b.html', 'a?b.html', 'a#b.html', '🙂.html', 'a:b.html', '.a.html', 'sub/.a.html', '.sub/a.html', 'a', 'a.txt', 'a|b.html', '%.html', '%zz.html', 'a;b.html'].map((name) =>
    change(`an options page ${JSON.stringify(name)}`, { options_page: name }, { [name]: '' })),
  change('u with umlaut, composed and decomposed', { content_scripts: [{ matches: ['<all_urls>'], js: ['\u00fc.js'] }] }, { 'u\u0308.js': '' }),
];
