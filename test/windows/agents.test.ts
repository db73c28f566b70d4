import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processHost, type ProcessHost } from '../../src/cli/host';
import { privateFolder } from '../../src/tools';
import { RelayClient } from '../../src/tools/relay/client';
import { RelayServer } from '../../src/tools/relay/server';
import { Launcher } from '../../src/ui/agents/launcher';
import { Agent } from '../support/agent';
import type { LocalService } from '../support/local-service';
import { temporaryFolder } from '../support/temporary-folder';

const { signal } = new AbortController();
const told = process.env;
const service: Pick<LocalService, 'url' | 'token' | 'session'> = JSON.parse(told['WINDOWS_SERVICE'] ?? '{}');

describe('On Windows, an agent', () => {
  const folder = temporaryFolder();
  const workspace = path.join(folder, 'workspace of a person');
  const state = path.join(folder, 'state');
  const within = privateFolder('windows');
  let host: ProcessHost;
  let window: RelayServer;

  before(async () => {
    assert.equal(process.platform, 'win32');
    mkdirSync(workspace);
    host = processHost(
      {
        BROWSER_SESSIONS_ADDRESS: service.url,
        BROWSER_SESSIONS_TOKEN: service.token,
        BROWSER_SESSIONS_STATE: state,
      },
      workspace,
    );
    window = await RelayServer.start({
      host: () => host,
      folders: [workspace],
      within,
      onError: (error) => assert.fail(String(error)),
    });
  });
  after(async () => {
    await window.close();
    host.close();
  });

  /** How the window is found. */
  function described(): { socket: string; secret: string } {
    const [file = ''] = readdirSync(within).filter((name) => name.endsWith('.json'));
    return JSON.parse(readFileSync(path.join(within, file), 'utf8'));
  }

  it('reaches a window by a named pipe, with its secret alone', async () => {
    const { socket, secret } = described();
    assert.match(socket, /^\\\\\.\\pipe\\browser-sessions-[\da-f]{32}$/);
    const client = await RelayClient.connect(workspace, within, { id: randomUUID(), name: 'Guest' });
    assert.ok(client);
    const { text, isError } = await client.call('list_browser_sessions', {}, signal);
    client.close();
    assert.equal(isError, false, text);
    assert.match(text, new RegExp(service.session));

    const stranger = createConnection(socket);
    let answer = '';
    stranger.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => {});
    stranger.write(`${JSON.stringify({ secret: `${secret}x`, id: randomUUID(), name: 'Stranger' })}\n`);
    await once(stranger, 'close');
    assert.equal(answer, '');
  });

  it('starts the tools by the file that the window has written, and has no token itself', async () => {
    const launcher = new Launcher(path.join(folder, 'storage of a person'), path.resolve('dist/cli.mjs'));
    await launcher.write();
    const { command, args, env = {} } = launcher.server(workspace);
    assert.deepEqual([command, path.extname(args[0] ?? '')], [process.execPath, '.mjs']);
    const inherited = ['SystemRoot', 'TEMP', 'TMP', 'USERNAME'].map((name) => [name, told[name] ?? '']);
    const agent = await Agent.start(
      { temporary: tmpdir(), state, workspace },
      { ...Object.fromEntries(inherited), ...env },
      { command, args: [...args] },
    );
    const { text, isError } = await agent.call('list_browser_sessions');
    await agent.close();
    assert.equal(isError, false, text + agent.complaints);
    assert.match(text, new RegExp(service.session));
  });
});
