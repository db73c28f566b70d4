// Generated extensions: the same bytes each time. Some files compress like scripts, styles and pages, and some do not
// compress.
import fs from 'node:fs';
import path from 'node:path';

const KINDS = [
  [0.55, 'js'],
  [0.7, 'css'],
  [0.8, 'html'],
  [0.88, 'json'],
  [0.96, 'png'],
  [1, 'woff2'],
];
const SYLLABLES = (
  'get set on is tab node list item data event state view menu click page text key value name url load save open close user time color ' +
  'size width error message runtime storage sync local frame script style font image render update create remove find map filter index count token'
).split(' ');
const LINES = [
  (word, number) => `  const ${word()} = await ${word()}.${word()}(${word()}, ${number(1000)});\n`,
  (word) => `    if (${word()}.${word()} !== ${word()}) return ${word()}(${word()});\n`,
  (word) => `${word()}.${word()} = function (${word()}, ${word()}) {\n`,
  (word, number) => `      "${word()}": { "${word()}": "${word()} ${word()} ${word()}", "id": ${number(1e6)} },\n`,
  (word, number) => `.${word()}-${word()} { color: #${number(0xffffff).toString(16)}; width: ${number(100)}px; }\n`,
  (word) => `// ${word()} ${word()} the ${word()} of ${word()} and ${word()}\n`,
  (word) => `<div class="${word()} ${word()}"><span id="${word()}">${word()} ${word()}</span></div>\n`,
];

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const title = (word) => word[0].toUpperCase() + word.slice(1);

function source(random, bytes) {
  const number = (below) => Math.floor(below * random());
  const pick = (of) => of[number(of.length)];
  const words = Array.from(
    { length: 1500 },
    () => pick(SYLLABLES) + Array.from({ length: number(3) }, () => title(pick(SYLLABLES))).join(''),
  );
  const word = () => words[Math.floor(words.length * random() ** 3)]; // few are frequent
  let text = '';
  while (text.length < bytes) text += pick(LINES)(word, number);
  return Buffer.from(text.slice(0, bytes));
}

/**
 * Writes an extension with that many files, including the manifest, and about that many bytes in total; the sizes vary
 * like those of real files.
 */
export function writeExtension(folder, { files, bytes, seed }) {
  const random = chance(seed);
  const text = source(random, 4e6);
  const noise = Buffer.from(Uint8Array.from({ length: 4e6 }, () => random() * 256));
  const weights = Array.from({ length: files - 1 }, () =>
    Math.exp(2 * (random() + random() + random() + random() - 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Bench', version: '1' }),
  );
  for (const [index, weight] of weights.entries()) {
    const size = Math.round((weight / total) * bytes);
    const kind = random();
    const [, ending] = KINDS.find(([below]) => kind < below);
    const start = Math.floor(random() * (4e6 - size));
    const within = path.join(folder, `part-${Math.floor(index / 40)}`);
    if (index % 40 === 0) fs.mkdirSync(within);
    fs.writeFileSync(
      path.join(within, `file-${index}.${ending}`),
      (ending === 'png' || ending === 'woff2' ? noise : text).subarray(start, start + size),
    );
  }
}

/** Writes a node_modules folder with that many small files. */
export function writeNodeModules(folder, files) {
  for (let index = 0; index < files; index++) {
    const within = path.join(folder, `node_modules/package-${Math.floor(index / 25)}`);
    if (index % 25 === 0) fs.mkdirSync(within, { recursive: true });
    fs.writeFileSync(path.join(within, `module-${index}.js`), `module.exports = ${index};\n`);
  }
}
