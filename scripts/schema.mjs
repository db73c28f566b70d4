// npm run schema: writes schemas/manifest.schema.json, with which VS Code completes and describes the manifest of an
// extension without this extension being awake. It has the keys and permissions of our own tables, which were held
// against Chromium, and the descriptions of @types/chrome.
//   npm run schema -- --check    only reports whether it is up to date
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const root = path.resolve(import.meta.dirname, '..');
const TYPES = path.join(root, 'node_modules/@types/chrome/index.d.ts');
const file = path.join(root, 'schemas/manifest.schema.json');

/** Keys that make a manifest something other than an extension, and such that Chromium no longer needs. */
const NOT_OFFERED = new Set(['theme', 'export', 'author', 'converted_from_user_script', 'current_locale', 'platforms']);
/** Only web apps have one of these. */
const OF_WEB_APPS = ['start_url', 'scope', 'display', 'theme_color', 'background_color', 'related_applications'];
const KEY = { type: 'string' };
/** Values whose rules are more than a shape. */
const MORE = {
  manifest_version: { enum: [3] },
  name: { type: 'string' },
  version: { type: 'string' },
  background: { properties: { type: { enum: ['module', 'classic'] } } },
  commands: {
    properties: { _execute_action: {} },
    additionalProperties: {
      type: 'object',
      properties: {
        description: { type: 'string' },
        suggested_key: {
          type: 'object',
          properties: { default: KEY, windows: KEY, mac: KEY, linux: KEY, chromeos: KEY },
        },
        global: { type: 'boolean' },
      },
    },
  },
};

async function tables() {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './manifest-format'; export * from './permission-names';",
      resolveDir: path.join(root, 'src/packaging/verdict/manifest'),
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** The text of a JSDoc comment; links of the API's reference lead nowhere here. */
function textOf(comment) {
  return comment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .replaceAll(/\{@link\s+\S+?(?:\s+([^}]*))?\}/g, (link, label) => label ?? link.slice(7, -1))
    .replaceAll(/^(?:Permissions|Manifest): .*$/gm, '')
    .replaceAll(/@(since|deprecated) (.*)/g, (_, tag, rest) => `${tag === 'since' ? 'Since' : 'Deprecated:'} ${rest}`)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** What the comments in an interface say of each key, by its path: `background.service_worker`. */
function descriptionsIn(source, name) {
  const found = {};
  const [, body] = new RegExp(`^        interface ${name}\\b[^{]*\\{\\n(.*?)^        \\}`, 'ms').exec(source);
  const above = [];
  let comment;
  let key;
  for (const [, doc, named, brace] of body.matchAll(/(\/\*\*.*?\*\/)|^\s*"?([\w$-]+)"?\??:|([{}])/gms)) {
    if (doc) comment = doc;
    else if (named) {
      key = named;
      if (comment) found[[...above, key].filter(Boolean).join('.')] = textOf(comment);
      comment = undefined;
    } else if (brace === '{') {
      above.push(key);
      key = undefined;
    } else above.pop();
  }
  return found;
}

/** What the namespace of an API says, by the permissions that it names. */
function permissionsIn(source) {
  const found = {};
  for (const [, comment] of source.matchAll(/(\/\*\*(?:(?!\*\/).)*\*\/)\s*export namespace /gs))
    for (const [, names] of comment.matchAll(/Permissions: (.*)/g))
      for (const [, name] of names.matchAll(/"([^"]+)"/g)) found[name] ??= textOf(comment);
  return found;
}

function schemaOf(shape) {
  switch (shape.kind) {
    case 'text':
      return { type: 'string' };
    case 'choice':
      return { enum: shape.of };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'record':
      return { type: 'object', additionalProperties: schemaOf(shape.of) };
    case 'object':
      return { type: 'object', properties: mapped(shape.members, schemaOf) };
    case 'icons':
      return { type: 'object', properties: Object.fromEntries([16, 32, 48, 128].map((size) => [size, KEY])) };
    case 'either':
      return { anyOf: shape.of.map(schemaOf) };
    case 'lenient':
      return schemaOf(shape.of);
    default:
      return {};
  }
}

function mapped(record, work) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, work(value, key)]));
}

/** Adds to the properties in a schema what is known of their paths. */
function described({ properties, items, ...schema }, descriptions, at = '') {
  const within = (inner, key) => {
    const inside = [at, key].filter(Boolean).join('.');
    const text = descriptions[inside];
    return { ...(text && { markdownDescription: text }), ...described(inner, descriptions, inside) };
  };
  return {
    ...schema,
    ...(properties && { properties: mapped(properties, within) }),
    ...(items && { items: described(items, descriptions, at) }),
  };
}

function merged(one, other) {
  return { ...one, ...other, ...(one.properties && { properties: { ...one.properties, ...other.properties } }) };
}

async function write() {
  const source = fs.readFileSync(TYPES, 'utf8');
  const { MANIFEST_FORMAT, KEYS_WITHOUT_SHAPE, KEYS_PARTLY_KNOWN, PERMISSIONS, PARTLY_KNOWN, NEVER_OPTIONAL } =
    await tables();
  const descriptions = {
    ...descriptionsIn(source, 'ManifestBase'),
    ...descriptionsIn(source, 'ManifestAction'),
    ...descriptionsIn(source, 'ManifestV3'),
  };
  const apis = permissionsIn(source);
  const listOf = (names) => ({
    type: 'array',
    items: { enum: names, markdownEnumDescriptions: names.map((name) => apis[name] ?? '') },
  });
  const granted = [...PERMISSIONS].filter((name) => PARTLY_KNOWN.get(name)?.to === undefined);
  const keys = {
    ...Object.fromEntries(
      KEYS_WITHOUT_SHAPE.filter((key) => /^[a-z]/.test(key) && !KEYS_PARTLY_KNOWN.has(key)).map((key) => [key, {}]),
    ),
    ...mapped(MANIFEST_FORMAT, schemaOf),
    permissions: listOf(granted),
    optional_permissions: listOf(granted.filter((name) => !NEVER_OPTIONAL.has(name))),
  };
  for (const [key, more] of Object.entries(MORE)) keys[key] = merged(keys[key], more);
  const offered = Object.entries(keys)
    .filter(([key]) => !NOT_OFFERED.has(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { properties } = described({ properties: Object.fromEntries(offered) }, descriptions);
  const json = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: `Written by npm run schema. Descriptions: @types/chrome ${versionOf(TYPES)}, MIT License.`,
    title: 'Manifest of a Chromium extension',
    defaultSnippets: [
      { label: 'Chromium extension', body: { manifest_version: '^3', name: '$1', version: '${2:1.0}' } },
    ],
    // What stands in an `if` alone completes and describes, and reports nothing: the checks of the extension do that.
    if: { required: ['manifest_version'] },
    // oxlint-disable-next-line unicorn/no-thenable -- it is a key of JSON schemas
    then: { if: { $ref: '#/definitions/manifest' } },
    else: {
      if: { anyOf: OF_WEB_APPS.map((key) => ({ required: [key] })) },
      else: { if: { properties: { manifest_version: properties.manifest_version } } },
    },
    definitions: { manifest: { type: 'object', properties } },
  });
  return format(json, { ...(await resolveConfig(file)), filepath: file });
}

function versionOf(types) {
  return JSON.parse(fs.readFileSync(path.join(path.dirname(types), 'package.json'), 'utf8')).version;
}

const written = await write();
if (!process.argv.includes('--check')) fs.writeFileSync(file, written);
else if (fs.readFileSync(file, 'utf8') !== written) {
  console.error('schemas/manifest.schema.json is not what its sources say: run npm run schema.');
  process.exitCode = 1;
}
