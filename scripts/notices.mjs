// ThirdPartyNotices.txt: the packages that the bundles contain, with their licenses. `npm run build` writes it.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(?:licen[cs]e|notice|copying)\b/i;
const LINE = '='.repeat(80);

/** What is not in a bundle: the descriptions in schemas/manifest.schema.json. */
const QUOTED = ['node_modules/@types/chrome'];

/** Writes the notices for what these builds of esbuild have put into their outputs, and for what we quote. */
export function writeNotices(metafiles) {
  const packages = packagesIn(metafiles);
  const blocks = packages.map((each) => {
    const { name, version, license, repository } = each.manifest;
    const text = each.text ?? packages.find((other) => other.text && isSameRepository(other, each))?.text;
    // Without its license, a package must not be passed on.
    if (!text) throw new Error(`${each.folder} has no text of a license.`);
    return [LINE, `${name} ${version} (${license})`, addressOf(repository), '', text].join('\n');
  });
  const head = 'Browser Sessions contains these packages. Each is under the license that is printed below its name.';
  fs.writeFileSync(path.join(root, 'ThirdPartyNotices.txt'), `${[head, ...blocks].join('\n\n')}\n`);
}

/** The packages of which at least a byte is in an output. What was only looked at is not contained. */
function packagesIn(metafiles) {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? (PACKAGE.exec(file) ?? []) : []));
  return [...new Set([...files, ...QUOTED])]
    .map((folder) => ({ folder, manifest: JSON.parse(read(folder, 'package.json')), text: licenseIn(folder) }))
    .toSorted((one, other) => (one.manifest.name < other.manifest.name ? -1 : 1));
}

function licenseIn(folder) {
  const names = fs.readdirSync(path.join(root, folder)).toSorted();
  const texts = names.filter((name) => LICENSE_FILE.test(name)).map((name) => read(folder, name).trim());
  if (texts.length > 0) return texts.join('\n\n');
  const readme = names.find((name) => /^readme/i.test(name));
  return readme && /^#+ licen[cs]e$(.*)/ims.exec(read(folder, readme))?.[1].trim();
}

/** The packages of one repository share one file with the license, which not all of them contain. */
function isSameRepository({ manifest: one }, { manifest: other }) {
  return addressOf(one.repository) !== '' && addressOf(one.repository) === addressOf(other.repository);
}

function addressOf(repository) {
  return (repository?.url ?? repository ?? '').replace(/^git\+/, '').replace(/\.git$/, '');
}

function read(folder, name) {
  return fs.readFileSync(path.join(root, folder, name), 'utf8').replaceAll('\r\n', '\n');
}
