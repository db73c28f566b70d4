// What the shelves of agents read of this repository: made from package.json and the manual, by npm run manual.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const { name, version, license, keywords, homepage, repository } = JSON.parse(read('package.json'));
const { displayName } = JSON.parse(read('package.nls.json'));
const home = homepage.replace(/#.*$/, '');
const [, owner] = /github\.com\/([^/]+)\//.exec(home);
/** The registries of agents show at most 100 characters. */
const DESCRIPTION = 'Try a Chromium extension in real browsers: check, upload, use, read its log, keep it as tests.';
/** The file of the release: there need be no package in a registry. */
export const cliPackage = `${home}/releases/download/v${version}/${name}-${version}.tgz`;
export const mcpName = `io.github.${owner}/${name}`;

const plugin = {
  name,
  version,
  description: DESCRIPTION,
  author: { name: displayName, url: home },
  homepage: home,
  repository: home,
  license,
  keywords,
  skills: './skills/',
  mcpServers: './.mcp.json',
};
/** Of Claude Code and Cursor. */
const marketplace = {
  name,
  owner: { name: displayName },
  metadata: { description: DESCRIPTION },
  plugins: [{ name, source: './plugin', description: DESCRIPTION, version }],
};

/** The manual for a reader with little time: a line a page, as https://llmstxt.org has it. */
function llmsText() {
  const pages = [...read('docs/README.md').matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm)].map(
    ([, title, file, question]) => `- [${title}](${home}/raw/main/docs/${file}): ${question}`,
  );
  return [
    `# ${displayName}`,
    `> ${DESCRIPTION} An extension of VS Code, a command line, and MCP tools.`,
    `The loop for agents is in the [skill](${home}/raw/main/skills/${name}/SKILL.md).`,
    '## Manual',
    pages.join('\n'),
  ].join('\n\n');
}

/** Each file, with what has to be in it. */
export const SHELVES = {
  'llms.txt': `${llmsText()}\n`,
  // Of the MCP registry.
  'server.json': {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: displayName,
    description: DESCRIPTION,
    version,
    repository: { url: repository.url.replace(/\.git$/, ''), source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'BROWSER_SESSIONS_TOKEN',
            description: 'The token of the service. Not needed with an open window of VS Code, or a local service.',
            isRequired: false,
            isSecret: true,
          },
          {
            name: 'BROWSER_SESSIONS_ADDRESS',
            description: 'The address of the service. That of Kernel by default.',
            isRequired: false,
          },
        ],
      },
    ],
  },
  // One plugin, with a manifest for each agent. An agent copies its folder.
  'plugin/.mcp.json': {
    mcpServers: { [name]: { command: 'npx', args: ['--yes', `--package=${cliPackage}`, name, 'mcp'] } },
  },
  [`plugin/skills/${name}/SKILL.md`]: read(`skills/${name}/SKILL.md`),
  'plugin/.claude-plugin/plugin.json': plugin,
  'plugin/.cursor-plugin/plugin.json': { ...plugin, displayName },
  'plugin/.codex-plugin/plugin.json': { ...plugin, interface: { displayName, shortDescription: DESCRIPTION } },
  '.claude-plugin/marketplace.json': marketplace,
  '.cursor-plugin/marketplace.json': marketplace,
  '.agents/plugins/marketplace.json': {
    name,
    interface: { displayName },
    plugins: [
      {
        name,
        source: { source: 'local', path: './plugin' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_USE' },
        category: 'Developer Tools',
      },
    ],
  },
};
