// npm run l10n: writes l10n/bundle.l10n.json, all texts of the source that can be translated.
//   npm run l10n -- --check      only reports whether it is up to date
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource, textCalls } from './source.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bundle = path.join(root, 'l10n/bundle.l10n.json');

/**
 * The texts of the source, each mapped to itself, in alphabetical order. VS Code's own exporter finds only calls of
 * `l10n.t`, and ours are in one place only (src/ui/editor/localize.ts).
 */
function textsOfSource() {
  const texts = readSource().flatMap(({ tree }) => textCalls(tree).flatMap(({ template }) => template || []));
  const sorted = [...new Set(texts)].toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map((text) => [text, text]));
}

const written = `${JSON.stringify(textsOfSource(), undefined, 2)}\n`;
if (!process.argv.includes('--check')) {
  fs.mkdirSync(path.dirname(bundle), { recursive: true });
  fs.writeFileSync(bundle, written);
} else if (fs.readFileSync(bundle, 'utf8') !== written) {
  console.error('l10n/bundle.l10n.json is not what the source says: run npm run l10n.');
  process.exit(1);
}
