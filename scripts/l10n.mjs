// npm run l10n: writes l10n/bundle.l10n.json, all texts of the source that can be translated.
//   npm run l10n -- --check      only reports whether it is up to date
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bundle = path.join(root, 'l10n/bundle.l10n.json');

/**
 * A call that creates one of our texts, with the string literal that it begins with; test/unit/gate.test.ts checks that
 * it does. VS Code's own exporter finds only calls of `l10n.t`, and ours are in one place only
 * (src/ui/editor/localize.ts).
 */
const CALL = /(?<![\w.])(?:message|t)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** The texts of the source, each mapped to itself, in alphabetical order. */
function textsOfSource() {
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true }).filter((file) => file.endsWith('.ts'));
  const texts = files
    .map((file) => fs.readFileSync(path.join(root, 'src', file), 'utf8'))
    .flatMap((source) => [...source.matchAll(CALL)].map(([, literal]) => vm.runInNewContext(literal)))
    .filter((text) => text !== '');
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
