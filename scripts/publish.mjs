// node scripts/publish.mjs FOLDER: publishes the files of a release wherever that is set up, and says what is skipped.
//   --dry-run    only says it
// A secret is read by the program that needs it, from its environment. TRUSTED names, with spaces between, the shelves
// that trust this workflow instead, and give it a token for some minutes: vscode open-vsx npm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [folder = '.', ...flags] = process.argv.slice(2);
const isDry = flags.includes('--dry-run');
const root = path.resolve(import.meta.dirname, '..');
const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const vsix = path.resolve(folder, `${name}.vsix`);
const tarball = path.resolve(folder, `${name}-${version}.tgz`);
const trusted = new Set((process.env.TRUSTED ?? '').split(/\s+/));

const SHELVES = [
  {
    shelf: 'vscode',
    title: 'Visual Studio Marketplace',
    secret: 'VSCE_PAT',
    command: (isTrusted) => ['npx', 'vsce', 'publish', ...(isTrusted ? ['--oidc'] : []), '--packagePath', vsix],
  },
  {
    shelf: 'open-vsx',
    title: 'Open VSX',
    secret: 'OVSX_PAT',
    command: (isTrusted) => [
      'npx',
      '--yes',
      'ovsx@1.4.0',
      'publish',
      ...(isTrusted ? ['--trusted-publishing'] : []),
      vsix,
    ],
  },
  {
    shelf: 'npm',
    title: 'npm',
    secret: 'NODE_AUTH_TOKEN',
    command: () => ['npm', 'publish', tarball, '--provenance', '--access', 'public'],
  },
  {
    shelf: 'mcp',
    title: 'MCP registry',
    // It knows the workflow by its account, and the package by npm.
    secret: undefined,
    needs: 'npm',
    command: () => ['bash', path.join(root, 'scripts/publish-mcp.sh')],
  },
];

const told = [];
const done = new Set();
let failed = false;
for (const { shelf, title, secret, needs, command } of SHELVES) {
  const isTrusted = trusted.has(shelf);
  const isSet = needs === undefined ? isTrusted || Boolean(process.env[secret]) : done.has(needs);
  if (!isSet) {
    const missing =
      needs === undefined ? `neither the secret ${secret} is set, nor TRUSTED names ${shelf}` : `not on ${needs}`;
    told.push(`| ${title} | skipped: ${missing} |`);
    continue;
  }
  if (isDry) {
    done.add(shelf);
    told.push(`| ${title} | would be published |`);
    continue;
  }
  const [program, ...args] = command(isTrusted);
  const { status } = spawnSync(program, args, { stdio: 'inherit', cwd: root });
  if (status === 0) done.add(shelf);
  else failed = true;
  told.push(`| ${title} | ${status === 0 ? 'published' : '**failed**'} |`);
}
const page = `### ${name} ${version}\n\n| where | what |\n|---|---|\n${told.join('\n')}\n`;
console.log(page);
if (process.env.GITHUB_STEP_SUMMARY) fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, page);
process.exitCode = failed ? 1 : 0;
