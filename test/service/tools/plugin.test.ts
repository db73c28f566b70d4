import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { TOOLS } from '../../../src/tools';
import { Folders } from '../../support/agent';
import { nightly } from '../../support/nightly';
import { packCli } from '../../support/pack-cli';

function json(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('The plugin for agents', () => {
  it('is found by each agent, with its skill and its tools', () => {
    for (const agent of ['claude', 'cursor', 'codex']) {
      const { name, skills, mcpServers } = json(`plugin/.${agent}-plugin/plugin.json`);
      assert.equal(name, 'browser-sessions');
      assert.ok(existsSync(path.join('plugin', String(skills), 'browser-sessions/SKILL.md')), agent);
      assert.ok(existsSync(path.join('plugin', String(mcpServers))), agent);
    }
    for (const list of ['.claude-plugin/marketplace.json', '.cursor-plugin/marketplace.json']) {
      const { plugins } = Object(json(list));
      assert.deepEqual([plugins[0].name, plugins[0].source], ['browser-sessions', './plugin']);
    }
    const { plugins } = Object(json('.agents/plugins/marketplace.json'));
    assert.deepEqual(plugins[0].source, { source: 'local', path: './plugin' });
  });

  nightly('starts the tools by its entry, from the packed command line, in a folder of somebody', async () => {
    const folders = new Folders();
    const { mcpServers } = Object(json('plugin/.mcp.json'));
    const { command, args }: { command: string; args: string[] } = mcpServers['browser-sessions'];
    const local = args.map((each) => each.replace(/^--package=https:.*/, `--package=${packCli()}`));
    assert.notDeepEqual(local, args);
    const inherited = Object.entries(process.env).flatMap(([name, value]) =>
      /^(npm_|BROWSER_SESSIONS_|KERNEL_)/i.test(name) || value === undefined ? [] : [[name, value] as const],
    );
    const transport = new StdioClientTransport({
      command,
      args: local,
      cwd: folders.workspace,
      env: { ...Object.fromEntries(inherited), HOME: folders.home, npm_config_offline: 'true' },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' });
    try {
      await client.connect(transport);
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).toSorted(), TOOLS.map(({ name }) => name).toSorted());
    } finally {
      await client.close();
    }
  });
});
