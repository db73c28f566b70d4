import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { TOOLS } from '../../../src/tools';
import { nightly } from '../../support/nightly';
import { CLI, Folders } from '../../support/agent';

/** 110 MB with all that it needs, so it is installed only for this test. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
/** It needs a newer Node than the tests do, which comes with the newest editor. */
const NODE =
  Number.parseInt(process.versions.node) >= 24
    ? process.execPath
    : path.resolve('scripts/vscode/newest/node_modules/.bin/node');
const run = promisify(execFile);

describe('The command line of the Inspector', () => {
  (existsSync(NODE) ? nightly : () => {})('lists the tools, and calls one', async () => {
    const folders = new Folders();
    const start = path.join(
      folders.top,
      'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    );
    const inspect = async (...args: string[]): Promise<string> => {
      const server = [process.execPath, CLI, 'mcp'];
      const { stdout } = await run(NODE, [start, '--cli', ...server, ...args], { cwd: folders.workspace });
      return stdout;
    };
    const how = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folders.top];
    await run('npm', ['install', ...how, INSPECTOR], { cwd: folders.top });
    const { tools }: { tools: { name: string }[] } = JSON.parse(await inspect('--method', 'tools/list'));
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    const call = ['--method', 'tools/call', '--tool-name', 'check_extension'];
    const checked = await inspect(...call, '--tool-arg', `folder=${folders.extension}`);
    assert.match(checked, /No errors\. \\"Hello\\" 1\.0 can be uploaded\./);
  });
});
