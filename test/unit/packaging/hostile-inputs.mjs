// Extensions that are crafted to keep a program that reads them busy.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A symbolic link to `target`. */
const link = (target) => ({ link: target });
const times = (count, piece) => Array.from({ length: count }, (_, index) => piece(index));
const keys = (count, pair) => Object.fromEntries(times(count, pair));
const manifest = (more = {}) => JSON.stringify({ manifest_version: 3, name: 'Hostile', version: '1', ...more });
const page = (html) => ({ 'manifest.json': manifest({ options_page: 'page.html' }), 'page.html': html });
const messages = (content, more = {}) => ({
  'manifest.json': manifest({ default_locale: 'en', ...more }),
  '_locales/en/messages.json': content,
});
const rules = (content) => ({
  'manifest.json': manifest({
    permissions: ['declarativeNetRequest'],
    declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'rules.json' }] },
  }),
  'rules.json': content,
});
const schema = (content) => ({
  'manifest.json': manifest({ storage: { managed_schema: 'schema.json' } }),
  'schema.json': content,
});
const script = (text) => ({ 'manifest.json': manifest({ background: { service_worker: 'a.js' } }), 'a.js': text });
const rule = (id, more = {}, condition = {}) => ({
  id,
  action: { type: 'block' },
  condition: { urlFilter: 'a', ...condition },
  ...more,
});
const nested = (count, open, close) => open.repeat(count) + close.repeat(count);

/**
 * The inputs by name: the number of pieces, a function that returns the files for a number of pieces, and what to do
 * with the folder (`inspect` by default). A file is a text or a link.
 */
export const hostileInputs = {
  // The manifest's text.
  'lines of // before a manifest': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': `${'//\n'.repeat(n)}${manifest()}` }),
  },
  '/*a behind a manifest': { count: 80_000, files: (n) => ({ 'manifest.json': `${manifest()}${'/*a'.repeat(n)}` }) },
  'comments /**/ in a manifest': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': `${'/**/\n'.repeat(n)}${manifest()}` }),
  },
  'comments in a manifest that is not UTF-8': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': Buffer.from(`${'/*é*/\n'.repeat(n)}${manifest()}`, 'latin1') }),
  },
  'line breaks within the texts of a manifest': {
    count: 20_000,
    files: (n) => ({
      'manifest.json': `{"manifest_version":3,"name":"a","version":"1","description":"${'a\n'.repeat(n)}","x":[${'"\n",'.repeat(n)}1]}`,
    }),
  },
  'quotes that are not closed in a manifest': { count: 60_000, files: (n) => ({ 'manifest.json': '"\\\\'.repeat(n) }) },
  'escaped quotes in a text that is not closed': {
    count: 30_000,
    files: (n) => ({ 'manifest.json': '"' + '\\"'.repeat(n) }),
  },
  'a bracket that closes another, in a manifest': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': '[},'.repeat(n) }),
  },
  'a key in front of much space': {
    count: 20_000,
    files: (n) => ({
      'manifest.json': `{"manifest_version":3,"name":"a","version":"1","permissions":[${' '.repeat(n)}"tabs"],"optional_permissions":[${times(Math.floor(n / 5), () => '"debugger"').join()}]}`,
    }),
  },
  'a manifest on one line': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest(keys(n, (index) => [`unheard${index}`, 'a'.repeat(50)])) }),
  },
  'backslashes in a manifest': { count: 60_000, files: (n) => ({ 'manifest.json': `{"a":"${'\\'.repeat(n)}` }) },
  'nested lists in a manifest': { count: 100_000, files: (n) => ({ 'manifest.json': nested(n, '[', ']') }) },
  'nested objects in a manifest': {
    count: 20_000,
    files: (n) => ({
      'manifest.json': `{"manifest_version":3,"name":"a","version":"1","a":${nested(n, '{"a":', '}').replace(':}', ':1}')}}`,
    }),
  },
  // The manifest's keys.
  'unknown keys': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest(keys(n, (index) => [`unheard${index}`, 1])) }),
  },
  'a long unknown key': {
    count: 200_000,
    files: (n) => ({ 'manifest.json': manifest({ ['k'.repeat(n)]: 1, permissions: ['p'.repeat(n)] }) }),
  },
  'keys that stand twice': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': `{${'"name":"a",'.repeat(n)}"version":"1","manifest_version":3}` }),
  },
  'unknown permissions': {
    count: 4000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, (index) => `unheard${index}`) }) }),
  },
  'misspelt permissions': {
    count: 4000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, () => 'storagee') }) }),
  },
  'permissions of ChromeOS': {
    count: 4000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, () => 'wallpaper') }) }),
  },
  'permissions that are numbers': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, (index) => index) }) }),
  },
  'permissions that are objects': {
    count: 4000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, () => ({})) }) }),
  },
  'hosts in permissions': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, (index) => `https://a${index}/*`) }) }),
  },
  'hosts that are no patterns': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest({ host_permissions: times(n, (index) => `a${index}`) }) }),
  },
  'content scripts that are wrong': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest({ content_scripts: times(n, () => ({ matches: ['a'], js: [1] })) }) }),
  },
  'patterns of a content script': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({ content_scripts: [{ matches: times(n, () => 'a'), js: ['a.js'] }] }),
    }),
  },
  'scripts that are missing': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({
        content_scripts: [{ matches: ['<all_urls>'], js: times(n, (index) => `${index}.js`) }],
      }),
    }),
  },
  'commands without a key': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({
        commands: keys(n, (index) => [`c${index}`, { suggested_key: { linux: 'x', a: 'b' } }]),
      }),
    }),
  },
  'a shortcut of many keys': {
    count: 50_000,
    files: (n) => ({
      'manifest.json': manifest({ commands: { a: { description: 'a', suggested_key: 'Ctrl+'.repeat(n) } } }),
    }),
  },
  'icons of wrong sizes': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest({ icons: keys(n, (index) => [`a${index}`, 'a.png']) }) }),
  },
  'rulesets of one ID': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({
        permissions: ['declarativeNetRequest'],
        declarative_net_request: { rule_resources: times(n, () => ({ id: 'a', enabled: false, path: 'none.json' })) },
      }),
    }),
  },
  'IDs that are none': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({
        externally_connectable: { ids: times(n, () => 'a') },
        web_accessible_resources: times(n, () => ({ resources: [], extension_ids: ['b'] })),
      }),
    }),
  },
  'imports of modules': {
    count: 10_000,
    files: (n) => ({ 'manifest.json': manifest({ import: times(n, () => ({ id: 'a', minimum_version: 'x' })) }) }),
  },
  'voices of no language': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({ tts_engine: { voices: times(n, () => ({ voice_name: 1, lang: '!' })) } }),
    }),
  },
  'a policy of many directives': {
    count: 50_000,
    files: (n) => ({
      'manifest.json': manifest({
        content_security_policy: { extension_pages: `script-src 'self' http://localhost/${' x; a'.repeat(n)}` },
      }),
    }),
  },
  'a long version': {
    count: 100_000,
    files: (n) => ({
      'manifest.json': manifest({
        version: '1.'.repeat(n),
        minimum_chrome_version: '1.'.repeat(n),
        key: `-----BEGIN${'KEY-----'.repeat(n)}`,
        homepage_url: `http://${'a.'.repeat(n)}`,
      }),
    }),
  },
  'a pattern of many colons': {
    count: 100_000,
    files: (n) => ({
      'manifest.json': manifest({
        host_permissions: [`*://${':'.repeat(n)}/`, `*://${'['.repeat(n)}/`, ':'.repeat(n), 'a'.repeat(n)],
      }),
    }),
  },
  '__MSG_ in a name': {
    count: 20_000,
    files: (n) => messages('{}', { name: '__MSG_'.repeat(n) + '__', description: '__MSG_a__'.repeat(n) }),
  },
  '__MSG_ of an extension without locales': {
    count: 20_000,
    files: (n) => ({ 'manifest.json': manifest({ name: '__MSG_a'.repeat(n), short_name: '__MSG_'.repeat(n) }) }),
  },
  'messages used by a name': {
    count: 10_000,
    files: (n) => messages(JSON.stringify({ a: { message: 'a' } }), { name: '__MSG_a__'.repeat(n) }),
  },
  'sandboxed pages with wildcards': {
    count: 20_000,
    files: (n) => ({
      'manifest.json': manifest({
        options_page: `${'a'.repeat(200)}.html`,
        sandbox: { pages: times(n, () => '*a*b*c') },
      }),
      [`${'a'.repeat(200)}.html`]: '',
    }),
  },
  'a sandboxed page of many wildcards': {
    count: 30,
    files: (n) => ({
      'manifest.json': manifest({
        options_page: `${'a'.repeat(200)}.html`,
        sandbox: { pages: [`${'*a'.repeat(n)}b`] },
      }),
      [`${'a'.repeat(200)}.html`]: '',
    }),
  },
  'a file named many times': {
    count: 10_000,
    files: (n) => ({
      'manifest.json': manifest({ content_scripts: times(n, () => ({ matches: ['<all_urls>'], js: ['a.js'] })) }),
      'a.js': 'a',
    }),
  },
  'a name of many parts': {
    count: 50_000,
    files: (n) => ({
      'manifest.json': manifest({ options_page: 'a/'.repeat(n) + 'b', icons: { 16: '../'.repeat(n) + 'b' } }),
    }),
  },
  // The contents of the folder.
  'names that differ in case, each missing': {
    count: 1500,
    files: (n) => ({
      'manifest.json': manifest({
        content_scripts: [{ matches: ['<all_urls>'], js: times(n, (index) => `A${index}.js`) }],
      }),
      ...keys(n, (index) => [`a${index}.js`, '']),
    }),
  },
  'icons that are folders': {
    count: 1500,
    files: (n) => ({
      'manifest.json': manifest({
        web_accessible_resources: [{ matches: ['<all_urls>'], resources: times(n, (index) => `d${index}`) }],
      }),
      ...keys(n, (index) => [`d${index}/a`, '']),
    }),
  },
  'files that rules leave out, each named': {
    count: 1500,
    files: (n) => ({
      'manifest.json': manifest({
        web_accessible_resources: [{ matches: ['<all_urls>'], resources: times(n, (index) => `a${index}.pem`) }],
      }),
      ...keys(n, (index) => [`a${index}.pem`, '']),
    }),
  },
  'files of installed packages, each named': {
    count: 3000,
    files: (n) => ({
      'manifest.json': manifest({
        content_scripts: [{ matches: ['<all_urls>'], js: times(n, (index) => `node_modules/a${index}.js`) }],
      }),
      'node_modules/a0.js': '',
    }),
  },
  'reserved names': {
    count: 1500,
    files: (n) => ({ 'manifest.json': manifest(), ...keys(n, (index) => [`_a${index}`, '']) }),
  },
  'folders linked to each other': { count: 12, files: linkedFolders },
  'links that lead nowhere': {
    count: 2000,
    files: (n) => ({ 'manifest.json': manifest(), ...keys(n, (index) => [`a${index}`, link('none')]) }),
  },
  'lines of a .gitignore': {
    count: 20_000,
    files: (n) => ({
      'manifest.json': manifest(),
      '.git/HEAD': '',
      '.gitignore': times(n, (index) => `a${index}*b\n`).join(''),
    }),
  },
  // Pages.
  '<!-- in a page': { count: 40_000, files: (n) => page('<!--'.repeat(n)) },
  '<! in a page': { count: 100_000, files: (n) => page('<!'.repeat(n)) },
  'elements of a page': { count: 50_000, files: (n) => page('<p class="a">b</p>'.repeat(n)) },
  '<script in a page': { count: 100_000, files: (n) => page('<script'.repeat(n)) },
  '<svg> in a page': { count: 100_000, files: (n) => page('<svg>'.repeat(n)) },
  '=" in a page': { count: 200_000, files: (n) => page('="'.repeat(n)) },
  '< in a page': { count: 200_000, files: (n) => page('<'.repeat(n)) },
  '/*a in an inline script': { count: 80_000, files: (n) => page(`<script>${'/*a'.repeat(n)}</script>`) },
  '<!-- in an inline script': { count: 80_000, files: (n) => page(`<script>${'<!--'.repeat(n)}</script>`) },
  '<!--\\n in an inline script': { count: 80_000, files: (n) => page(`<script>${'<!--\n'.repeat(n)}</script>`) },
  'white space in an inline script': { count: 200_000, files: (n) => page(`<script>${' '.repeat(n)}</script>`) },
  '<script> in a page': { count: 40_000, files: (n) => page('<script>'.repeat(n)) },
  'scripts of a page': { count: 20_000, files: (n) => page('<script></script>'.repeat(n)) },
  'scripts missing of a page': {
    count: 10_000,
    files: (n) => page(times(n, (index) => `<script src=${index}.js></script>`).join('')),
  },
  'scripts of the web in a page': { count: 10_000, files: (n) => page('<script src=//a/b></script>'.repeat(n)) },
  '<template> in a page': { count: 40_000, files: (n) => page('<template>'.repeat(n) + '</svg>'.repeat(n)) },
  '<svg><style> in a page': { count: 40_000, files: (n) => page('<template><style></style>'.repeat(n)) },
  'attributes without an end': { count: 100_000, files: (n) => page(`<a${' a'.repeat(n)}`) },
  'attributes that open no quote': { count: 100_000, files: (n) => page(`<a ${'a="'.repeat(n)}`) },
  'tags that open a quote': { count: 40_000, files: (n) => page('<a b="'.repeat(n)) },
  'spaces in a tag': { count: 200_000, files: (n) => page(`<a b${' '.repeat(n)}c${' /'.repeat(n)}`) },
  'a long address in a page': {
    count: 200_000,
    files: (n) =>
      page(
        `<script src="${'../'.repeat(n)}"></script><script src="${' '.repeat(n)}x"></script><link rel="${' a'.repeat(n)}">`,
      ),
  },
  'a long type of a script': {
    count: 200_000,
    files: (n) => page(`<script type="${' '.repeat(n)}x"></script><script language="${'a '.repeat(n)}">1</script>`),
  },
  // Other JSON.
  messages: { count: 32_000, files: (n) => messages(JSON.stringify(keys(n, (index) => [`m${index}`, 1]))) },
  'messages that are right': {
    count: 32_000,
    files: (n) => messages(JSON.stringify(keys(n, (index) => [`m${index}`, { message: 'a' }]))),
  },
  'placeholders of a message': {
    count: 20_000,
    files: (n) =>
      messages(JSON.stringify({ a: { message: '$a'.repeat(n), placeholders: keys(n, (index) => [`p${index}`, {}]) } })),
  },
  '$ in a message': { count: 50_000, files: (n) => messages(JSON.stringify({ a: { message: '$-'.repeat(n) } })) },
  '/*a in messages': { count: 80_000, files: (n) => messages(`{}${'/*a'.repeat(n)}`) },
  'line breaks within messages': { count: 50_000, files: (n) => messages(`{"a":{"message":"${'\n'.repeat(n)}`) },
  'quotes in messages': { count: 50_000, files: (n) => messages('"\\\n'.repeat(n)) },
  'nested messages': { count: 20_000, files: (n) => messages(nested(n, '{"a":', '}').replace(':}', ':1}')) },
  'bad rules': { count: 4000, files: (n) => rules(JSON.stringify(times(n, () => ({})))) },
  'refused rules': { count: 4000, files: (n) => rules(JSON.stringify(times(n, () => rule(0)))) },
  'rules of one id': { count: 4000, files: (n) => rules(JSON.stringify(times(n, () => rule(1)))) },
  'domains of a rule': {
    count: 20_000,
    files: (n) =>
      rules(
        JSON.stringify([
          rule(
            1,
            {},
            {
              domains: times(n, () => 'é'),
              resourceTypes: times(n, () => 'script'),
              excludedResourceTypes: times(n, () => 'script'),
            },
          ),
        ]),
      ),
  },
  'a regular expression of a rule': {
    count: 20_000,
    files: (n) =>
      rules(
        JSON.stringify(
          ['[[:', '\\Q', '{1', '(?i', '[:a'].map((piece, index) =>
            rule(index + 1, {}, { urlFilter: undefined, regexFilter: piece.repeat(n) }),
          ),
        ),
      ),
  },
  'nested rules': { count: 100_000, files: (n) => rules(nested(n, '[', ']')) },
  'properties of a schema': {
    count: 20_000,
    files: (n) =>
      schema(JSON.stringify({ type: 'object', properties: keys(n, (index) => [`p${index}`, { type: 'x' }]) })),
  },
  'a schema of many IDs': {
    count: 20_000,
    files: (n) =>
      schema(
        JSON.stringify({
          type: 'object',
          properties: keys(n, (index) => [`p${index}`, { id: `${index}`, $ref: `${index}` }]),
        }),
      ),
  },
  'a nested schema': {
    count: 20_000,
    files: (n) => schema(nested(n, '{"type":"object","properties":{"a":', '}}').replace(':}', ':{}}')),
  },
  // The project that contains the folder.
  'names that a script declares': {
    count: 100_000,
    files: (n) => script(`import "./a.js";${times(n, (index) => `let a${index};`).join('')}`),
  },
  'imports of a script': {
    count: 40_000,
    files: (n) => ({
      ...script(times(n, (index) => `import "./${index}.js";`).join('')),
      'manifest.json': manifest({ background: { service_worker: 'a.js', type: 'module' } }),
    }),
  },
  'brackets in a script that imports': {
    count: 300_000,
    files: (n) => script(`import("./b.js");${'[('.repeat(n)}`),
  },
  'names of the API in a script': {
    count: 60_000,
    files: (n) => ({
      ...script(`function f() {${'let a = chrome; a.tabs;'.repeat(n)}}`),
      'manifest.json': manifest({ permissions: ['bookmarks'], background: { service_worker: 'a.js' } }),
    }),
  },
  'newlines in a service worker loader': {
    count: 80_000,
    does: 'propose',
    files: (n) => ({
      'package.json': '{}',
      'dist/manifest.json': manifest({ background: { service_worker: 'service-worker-loader.js' } }),
      'dist/service-worker-loader.js': '\n'.repeat(n),
    }),
  },
  'nested lists in a package.json': {
    count: 100_000,
    does: 'propose',
    files: (n) => ({ 'manifest.json': manifest(), 'package.json': nested(n, '[', ']') }),
  },
  'nested objects in a package.json': {
    count: 20_000,
    does: 'propose',
    files: (n) => ({ 'manifest.json': manifest(), 'package.json': nested(n, '{"a":', '}').replace(':}', ':1}') }),
  },
  'nested lists in a manifest, proposed': {
    count: 100_000,
    does: 'propose',
    files: (n) => ({ 'manifest.json': `{"manifest_version":3,"a":${nested(n, '[', ']')}}` }),
  },
  'names of sources in a manifest': {
    count: 20_000,
    does: 'propose',
    files: (n) => ({
      'manifest.json': manifest({
        a: times(n, () => 'aaaaaaaaaaaaaaaaaaaa'),
        b: '.'.repeat(n * 10),
        background: { scripts: times(n, () => 'a.js') },
      }),
      'package.json': '{"dependencies":{"vite":"1"}}',
    }),
  },
  // Secrets.
  'keys that open no text': { count: 50_000, does: 'secrets', files: (n) => script('key:"aaaaaaaaaaaaaaaa'.repeat(n)) },
  'addresses without a password': { count: 50_000, does: 'secrets', files: (n) => script('://a:b'.repeat(n)) },
  'heads of private keys': {
    count: 50_000,
    does: 'secrets',
    files: (n) => script('-----BEGIN PRIVATE KEY-----'.repeat(n)),
  },
  'tokens one after the other': {
    count: 20_000,
    does: 'secrets',
    files: (n) => script(`eyJ${'eyJaaaaaaaaaa.'.repeat(n)}`),
  },
  // Chromium's message about it.
  'words that name many keys': {
    count: 4000,
    does: 'place',
    words: (n) => "'a.b' ".repeat(n),
    files: (n) => ({ 'manifest.json': manifest(keys(n, (index) => [`k${index}`, { a: 'b' }])) }),
  },
  'words of many quotes': {
    count: 40_000,
    does: 'place',
    words: (n) => "'".repeat(n),
    files: () => ({ 'manifest.json': manifest() }),
  },
  'words that stand in many texts': {
    count: 4000,
    does: 'place',
    words: (n) => 'aaa '.repeat(n),
    files: (n) => ({ 'manifest.json': manifest({ permissions: times(n, (index) => `x${index}`) }) }),
  },
  'a nested manifest that words are about': {
    count: 100_000,
    does: 'place',
    words: () => "'icons' is wrong",
    files: (n) => ({ 'manifest.json': `{"a":${nested(n, '[', ']')}}` }),
  },
};

/** Each folder contains a script, and links to all other folders. */
function linkedFolders(count) {
  const names = times(count, (index) => `f${index}`);
  return {
    'manifest.json': manifest(),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/a.js`, ''],
        ...names.filter((other) => other !== name).map((other) => [`${name}/${other}`, link(`../${other}`)]),
      ]),
    ),
  };
}

/**
 * Writes the files of an input, and its message into a file beside them. Returns the arguments for `hostile-run.mjs`
 * that follow the path of the packaging.
 */
export function layInput({ files, does = 'inspect', words }, count, folder) {
  for (const [name, content] of Object.entries(files(count))) {
    const file = path.join(folder, 'extension', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === 'object' && 'link' in content) fs.symlinkSync(content.link, file);
    else fs.writeFileSync(file, content);
  }
  fs.writeFileSync(path.join(folder, 'words'), words ? words(count) : '');
  return [path.join(folder, 'extension'), does, path.join(folder, 'words')];
}

/** Does with a folder what its input is for. */
export async function operate(packaging, folder, does, words) {
  const { inspectExtension, proposeFolder, findSecrets, placeOf } = await import(pathToFileURL(packaging).href);
  const { signal } = new AbortController();
  const file = path.join(folder, 'a.js');
  const work = {
    inspect: () => inspectExtension(folder, {}, signal),
    propose: () => proposeFolder(folder, signal),
    secrets: () => findSecrets([{ path: 'a.js', source: file, bytes: fs.readFileSync(file).length }], 'salt', signal),
    place: () => placeOf(fs.readFileSync(words, 'utf8'), folder, ['manifest.json'], signal),
  };
  return work[does]();
}
