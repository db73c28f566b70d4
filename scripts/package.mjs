// npm run package: builds, and writes dist/browser-sessions.vsix.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.mjs';
import { step } from './step.mjs';
import { temporaryFolder } from './temporary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const vsix = path.join(root, 'dist/browser-sessions.vsix');
const stampFile = path.join(root, 'out/vsix-inputs');

/** What .vscodeignore, an allow-list, includes: files, and folders as `name/**`. */
function shipped() {
  const lines = fs
    .readFileSync(path.join(root, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  return lines
    .map((line) =>
      line
        .slice(1)
        .trim()
        .replace(/\/\*\*$/, ''),
    )
    .filter((name) => fs.existsSync(path.join(root, name)));
}

function inputs() {
  const hash = createHash('sha256').update(fs.readFileSync(fileURLToPath(import.meta.url)));
  for (const name of shipped()) {
    const at = path.join(root, name);
    const files = fs.statSync(at).isFile()
      ? [at]
      : fs
          .readdirSync(at, { recursive: true })
          .map((file) => path.join(at, file))
          .toSorted();
    for (const file of files)
      if (fs.statSync(file).isFile()) hash.update(`${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * vsce walks every file below the folder that it packs, and ours contains two VS Codes; so it gets a folder with only
 * the files to ship.
 */
async function pack() {
  const { createVSIX } = await import('@vscode/vsce');
  const folder = temporaryFolder();
  for (const name of ['.vscodeignore', ...shipped()])
    fs.cpSync(path.join(root, name), path.join(folder.path, name), { recursive: true });
  // Everything is bundled, so node_modules are not included. The links and pictures of the README become those of the
  // repository: no marketplace shows a file of the package.
  await createVSIX({ cwd: folder.path, packagePath: vsix, dependencies: false });
  folder.remove();
}

const size = () => `${path.relative(root, vsix)}, ${(fs.statSync(vsix).size / 1024).toFixed(0)} KB`;

/** Packages the last build, unless nothing that ships has changed. */
export async function packageExtension() {
  const now = inputs();
  if (fs.existsSync(vsix) && fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === now) return;
  await step('Packaging', pack, size);
  fs.writeFileSync(stampFile, now);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies();
  const { buildAll } = await import('./build.mjs');
  await step('Building', buildAll);
  await packageExtension();
}
