// npm run package:cli: builds, and writes out/browser-sessions-VERSION.tgz, the command line as a package for npm.
//   out/cli    what is in it: package.json has no dependencies, because everything is bundled
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.mjs';
import { npm } from './npm.mjs';
import { mcpName } from './shelves.mjs';
import { step } from './step.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.join(root, 'out/cli');
const { name, version, license, repository, homepage, bugs, keywords, engines } = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
);
export const tarball = path.join(root, `out/${name}-${version}.tgz`);

const MANIFEST = {
  name,
  version,
  description: 'Check Chromium extensions, load them into remote browser sessions, and work with them there.',
  license,
  repository,
  homepage,
  bugs,
  keywords,
  type: 'module',
  bin: { [name]: 'cli.mjs' },
  // By which the MCP registry knows whose package it is.
  mcpName,
  files: ['*.mjs', '*.cjs', 'ThirdPartyNotices.txt'],
  engines: { node: engines.node },
};

/** Our page of the manual is its README, with links and pictures that lead to the repository. */
function readme() {
  const home = homepage.replace(/#.*$/, '');
  const page = fs.readFileSync(path.join(root, 'docs/command-line.md'), 'utf8');
  return page
    .replaceAll(/\]\((?=pictures\/)/g, `](${home}/raw/main/docs/`)
    .replaceAll(/\]\((?!https:|#)/g, `](${home}/blob/main/docs/`);
}

/** Packs the last build. */
export async function packageCli() {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ['cli.mjs', 'local-service.mjs', 'packaging-thread.cjs'])
    fs.copyFileSync(path.join(root, 'dist', file), path.join(folder, file));
  for (const file of ['LICENSE', 'ThirdPartyNotices.txt'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file));
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(MANIFEST, undefined, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'README.md'), readme());
  await npm(folder, 'pack', '--pack-destination', path.dirname(tarball));
}

const size = () => `${path.relative(root, tarball)}, ${(fs.statSync(tarball).size / 1024).toFixed(0)} KB`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies();
  const { buildAll } = await import('./build.mjs');
  await step('Building', buildAll);
  await step('Packaging', packageCli, size);
}
