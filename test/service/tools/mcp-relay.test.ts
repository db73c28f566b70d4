import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import path from 'node:path';
import { processHost, type ProcessHost } from '../../../src/cli/host';
import { tellOfService } from '../../../src/cli/known-service';
import { UserError } from '../../../src/core/errors';
import { asRecord, asText } from '../../../src/core/json';
import { english, message } from '../../../src/core/message';
import { RelayClient } from '../../../src/tools/relay/client';
import { RelayServer } from '../../../src/tools/relay/server';
import type { ToolHost } from '../../../src/tools';
import { startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { Agent, Folders, isRunning, SilentService } from '../../support/agent';

const NO_TOKEN = /^No token is set/;
const NO_ANSWER = /^(UserError: )?The editor’s window of “.+” doesn’t answer, and nothing was done\./;
const { signal } = new AbortController();

describe('An agent in the folder of a window', () => {
  let service: LocalService;
  let folders: Folders;
  let host: ProcessHost;
  let window: RelayServer;

  before(async () => {
    service = await startLocalService();
  });

  after(() => service.stop());

  beforeEach(async () => {
    folders = new Folders();
    host = hostOf(folders, service);
    window = await open(folders, host);
  });

  afterEach(async () => {
    await window.close();
    host.close();
  });

  it('works with the token of the window, and has none itself', async () => {
    const agent = await Agent.start(folders, {});
    const { session } = service;
    assert.match((await agent.call('list_browser_sessions')).text, new RegExp(session));
    const uploaded = await agent.call('upload_extension', { folder: 'hello', session });
    assert.equal(uploaded.isError, false, uploaded.text);
    const { screenshot, text } = await agent.call('capture_session', { session });
    assert.equal(screenshot?.subarray(1, 4).toString(), 'PNG', text);
    assert.ok(!readFileSync(`/proc/${agent.pid}/environ`, 'utf8').includes(service.token));
    assert.ok(!readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8').includes(service.token));
    assert.equal(agent.complaints, '');
    await agent.close();
    assert.deepEqual(
      folders.files().filter((file) => readFileSync(file).includes(service.token)),
      [],
    );
  });

  for (const [where, isFound] of [
    ['workspace/hello', true],
    ['workspace-two', false],
  ] as const)
    it(`${isFound ? 'finds' : 'does not find'} it from ${where}`, async () => {
      const agent = await Agent.start(folders, {}, { cwd: folders.make(where) });
      const { text, isError } = await agent.call('list_browser_sessions');
      await agent.close();
      assert.equal(isError, !isFound, text);
      if (!isFound) assert.match(text, NO_TOKEN);
    });

  it('takes the window whose folder is nearest', async () => {
    const near = await open(folders, hostOf(folders, { ...service, token: 'rejected' }), [folders.extension]);
    const agent = await Agent.start(folders, {}, { cwd: folders.extension });
    assert.match((await agent.call('list_browser_sessions')).text, /token/);
    await near.close();
    assert.match((await agent.call('list_browser_sessions')).text, new RegExp(service.session));
    await agent.close();
  });

  it('finds a folder that was opened in it later', async () => {
    const later = folders.make('later');
    const agent = await Agent.start(folders, {}, { cwd: later });
    assert.match((await agent.call('list_browser_sessions')).text, NO_TOKEN);
    await window.setFolders([folders.workspace, later]);
    assert.equal((await agent.call('list_browser_sessions')).isError, false);
    await agent.close();
  });

  it('is refused by the person at a production connection, and may go on when the person agrees', async () => {
    const asked: string[] = [];
    let agrees = false;
    await window.close();
    const production = hostOf(folders, service, { BROWSER_SESSIONS_PRODUCTION: '1' });
    window = await open(folders, {
      ...production,
      connect: async () => ({
        ...(await production.connect()),
        confirm: async ({ question }) => {
          asked.push(english(await question()));
          if (!agrees) throw new UserError(message('No.'));
        },
      }),
    });
    const agent = await Agent.start(folders, {});
    const press = { session: service.session, action: 'press', text: 'Tab', take_over: true };
    assert.deepEqual(await agent.call('act_in_session', press), {
      text: 'No. Nothing was done.',
      isError: true,
      screenshot: undefined,
    });
    agrees = true;
    const acted = await agent.call('act_in_session', press);
    assert.equal(acted.isError, false, acted.text);
    assert.equal(asked.length, 2);
    await agent.close();
  });

  it('sends nothing to an address that the workspace has put into .mcp.json', async () => {
    const asked: string[] = [];
    const hostile = createServer(({ headers }, response) => {
      asked.push(JSON.stringify(headers));
      response.end('{}');
    });
    const address = `http://127.0.0.1:${await listen(hostile)}`;
    const named = { BROWSER_SESSIONS_ADDRESS: address };
    // The connection is that of the window.
    const agent = await Agent.start(folders, named);
    assert.match((await agent.call('list_browser_sessions')).text, new RegExp(service.session));
    assert.deepEqual(asked, []);
    await agent.close();
    // Without a window, a token that is for another address stays there.
    await window.close();
    const known = { address: service.url, token: service.token, pid: process.pid };
    tellOfService(path.join(folders.state, 'browser-sessions'), known);
    const alone = await Agent.start(folders, { ...named, KERNEL_API_KEY: 'a-key-of-kernel' });
    const { text, isError } = await alone.call('list_browser_sessions');
    await alone.close();
    hostile.close();
    assert.equal(isError, true);
    assert.match(text, NO_TOKEN);
    assert.deepEqual(asked, []);
  });

  it('gives its session back when it ends', async () => {
    const press = { session: service.session, action: 'press', text: 'Tab' };
    const [one, other] = [await Agent.start(folders, {}, { name: 'One' }), await Agent.start(folders, {})];
    const took = await one.call('act_in_session', { ...press, take_over: true });
    assert.equal(took.isError, false, took.text);
    assert.match((await other.call('act_in_session', press)).text, /^"?One"? has been working in this session since /);
    await one.close();
    await until('the session is given back', async () => !(await other.call('act_in_session', press)).isError);
    await other.close();
  });
});

describe('A call that a window runs', () => {
  let silent: SilentService;
  let folders: Folders;
  let host: ProcessHost;
  let window: RelayServer;
  let agent: Agent;

  beforeEach(async () => {
    folders = new Folders();
    silent = await SilentService.start();
    host = hostOf(folders, { url: silent.url, token: 'token' });
    window = await open(folders, host);
    agent = await Agent.start(folders, {});
  });

  afterEach(async () => {
    await agent.close();
    await window.close();
    host.close();
    await silent.stop();
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const call = agent.call('list_browser_sessions', {}, cancel.signal);
    await until('the request is sent', () => silent.open > 0);
    cancel.abort();
    await assert.rejects(call);
    await until('the request has ended', () => silent.open === 0);
  });

  it('ends with the agent, even if that dies', async () => {
    const call = agent.call('list_browser_sessions').catch((error: unknown) => error);
    await until('the request is sent', () => silent.open > 0);
    process.kill(agent.pid, 'SIGKILL');
    await until('the request has ended', () => silent.open === 0);
    assert.ok((await call) instanceof Error);
  });

  it('fails when the window is closed, and the next call looks again', async () => {
    const call = agent.call('list_browser_sessions');
    await until('the request is sent', () => silent.open > 0);
    await window.close();
    const { text, isError } = await call;
    assert.equal(isError, true);
    assert.match(text, /^The window of the editor was closed during the call, so it is unknown what was done\./);
    await until('the request has ended', () => silent.open === 0);
    const gone = `The editor’s window of “${folders.workspace}” that served you has closed, and nothing was done.`;
    assert.ok((await agent.call('list_browser_sessions')).text.startsWith(gone));
    window = await open(folders, host);
    const again = agent.call('list_browser_sessions');
    await until('the request is sent', () => silent.open > 0);
    await window.close();
    await again;
  });

  it('is one of at most sixteen at a time', async () => {
    const cancels = Array.from({ length: 16 }, () => new AbortController());
    const calls = cancels.map((cancel) => agent.call('list_browser_sessions', {}, cancel.signal));
    await until('the requests are sent', () => silent.open > 0);
    const { text, isError } = await agent.call('list_browser_sessions');
    assert.deepEqual([text, isError], ['Too many calls at once. Wait for an answer first.', true]);
    for (const cancel of cancels) cancel.abort();
    for (const result of await Promise.allSettled(calls)) assert.equal(result.status, 'rejected');
  });
});

describe('The socket of a window', () => {
  let folders: Folders;
  let host: ProcessHost;
  let window: RelayServer;

  beforeEach(async () => {
    folders = new Folders();
    host = hostOf(folders, { url: 'http://127.0.0.1:1', token: 'token' });
    window = await open(folders, host);
  });

  afterEach(async () => {
    await window.close();
    host.close();
  });

  it('is in a folder of this user alone, and its secret in a file of this user alone', async () => {
    assert.equal(statSync(path.dirname(folders.windows)).mode & 0o777, 0o700);
    assert.equal(statSync(folders.windows).mode & 0o777, 0o700);
    const { file, secret, socket } = described();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(socket)).mode & 0o777, 0o700);
    assert.ok(statSync(socket).isSocket());
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
    await window.close();
    assert.deepEqual(readdirSync(folders.windows), []);
  });

  it('answers nothing to whoever guesses the secret', async () => {
    const { secret, socket } = described();
    const hello = { id: randomUUID(), name: 'Guest' };
    const guesses = ['', 'x', secret.slice(1), `${secret}x`, secret.toLowerCase(), true, null, { secret }, undefined];
    for (const guess of guesses) assert.equal(await answerTo(socket, { ...hello, secret: guess }), '');
    assert.equal(await answerTo(socket, { call: 1, tool: 'list_browser_sessions', input: {} }), '');
    assert.equal(await answerTo(socket, { secret }), '', 'who has no ID is nobody');
  });

  it('is closed at a line that is too long', async () => {
    const { secret, socket } = described();
    assert.equal(await answerTo(socket, { secret, id: randomUUID(), name: 'x'.repeat(5000) }), '');
    const known = await connect(socket, { secret, id: randomUUID(), name: 'Guest' });
    known.write('x'.repeat(1_000_001));
    await once(known, 'close');
  });

  nightly('is closed if no secret comes', async () => {
    const silent = createConnection(described().socket);
    await once(silent.resume(), 'close');
  });

  it('has room for sixteen connections', async () => {
    const { secret, socket } = described();
    const hello = { secret, id: randomUUID(), name: 'Guest' };
    const known: Socket[] = [];
    for (let at = 0; at < 16; at++) known.push(await connect(socket, hello));
    assert.equal(await answerTo(socket, hello), '');
    const client = new RetryingClient(folders);
    await assert.rejects(client.connects(), NO_ANSWER);
    for (const each of known) each.destroy();
    await until('there is room again', () => client.connects().catch(() => false));
  });

  it('survives what makes no sense', async () => {
    const { secret, socket } = described();
    const known = await connect(socket, { secret, id: randomUUID(), name: '\u001B[31mGuest\n' });
    known.write('no JSON\n[]\nnull\n{"call":-1}\n{"call":1,"tool":7,"input":[]}\n{"cancel":99}\n');
    assert.match(await line(known), /^\{"call":1,"text":"There is no tool “”\.","isError":true\}$/);
    known.destroy();
  });

  it('is not opened where another user could get at it', async () => {
    await window.close();
    for (const folder of [path.dirname(folders.windows), folders.windows]) {
      chmodSync(folder, 0o755);
      await assert.rejects(open(folders, host), /is open to other users of this machine/);
      chmodSync(folder, 0o700);
    }
    window = await open(folders, host);
    chmodSync(folders.windows, 0o777);
    await assert.rejects(new RetryingClient(folders).connects(), /is open to other users of this machine/);
  });

  it('is not looked for where a process has died, and what that has left is removed after a day', async () => {
    await window.close();
    const left = { version: 1, socket: path.join(folders.windows, '9-a.sock'), secret: 'x', folders: [folders.top] };
    const files = ['9-a.json', '9-a.sock', '9-b.json'].map((name) => path.join(folders.windows, name));
    mkdirSync(folders.windows, { recursive: true, mode: 0o700 });
    for (const file of files) writeFileSync(file, file.endsWith('a.json') ? JSON.stringify(left) : '');
    assert.equal(await new RetryingClient(folders).connects(), false);
    assert.equal(readdirSync(folders.windows).length, 3);
    const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
    for (const file of files) utimesSync(file, dayAgo, dayAgo);
    assert.equal(await new RetryingClient(folders).connects(), false);
    assert.deepEqual(readdirSync(folders.windows), []);
  });

  it('is there although its process cannot be seen, and although its file is old', async () => {
    const ended = 2 ** 22 + 1;
    assert.ok(!isRunning(ended));
    const { file, socket } = described();
    const other = path.join(folders.windows, `${ended}-a`);
    writeFileSync(`${other}.json`, JSON.stringify({ ...asRecord(JSON.parse(readFileSync(file, 'utf8'))), pid: ended }));
    rmSync(file);
    const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
    for (const each of [`${other}.json`, socket]) utimesSync(each, dayAgo, dayAgo);
    assert.equal(await new RetryingClient(folders).connects(), true);
  });

  it('is found again after the folder of temporary files was cleaned', async () => {
    const { file, socket } = described();
    const known = await RelayClient.connect(folders.workspace, folders.windows, { id: randomUUID(), name: 'Guest' });
    for (const removed of [[file], [socket], [path.dirname(folders.windows)]]) {
      for (const each of removed) rmSync(each, { recursive: true });
      await window.setFolders([folders.workspace]);
      assert.equal(await new RetryingClient(folders).connects(), true, removed.join());
    }
    assert.equal((await known?.call('nothing', {}, signal))?.text, 'There is no tool “nothing”.');
    known?.close();
  });

  it('is passed over if nobody listens there', async () => {
    const file = path.join(folders.windows, `${process.pid}-a.json`);
    const socket = path.join(folders.windows, 'nobody.sock');
    const gone = { version: 1, socket, secret: 'x', pid: process.pid, folders: [folders.extension] };
    writeFileSync(file, JSON.stringify(gone));
    writeFileSync(path.join(folders.windows, `${process.pid}-b.json`), '{"version":1,"folders":"all"}');
    assert.equal(await new RetryingClient(folders, folders.extension).connects(), true);
  });

  function described(): { file: string; secret: string; socket: string } {
    const [name = ''] = readdirSync(folders.windows).filter((each) => each.endsWith('.json'));
    const file = path.join(folders.windows, name);
    const { secret, socket } = asRecord(JSON.parse(readFileSync(file, 'utf8')));
    return { file, secret: asText(secret) ?? '', socket: asText(socket) ?? '' };
  }
});

/** An agent of this process that only connects. */
class RetryingClient {
  constructor(
    private readonly folders: Folders,
    private readonly folder = folders.workspace,
  ) {}

  async connects(): Promise<boolean> {
    const client = await RelayClient.connect(this.folder, this.folders.windows, { id: randomUUID(), name: 'Guest' });
    if (!client) return false;
    const { text } = await client.call('nothing', {}, signal);
    client.close();
    return text === 'There is no tool “nothing”.';
  }
}

function hostOf(
  { state, workspace }: Folders,
  { url, token }: Pick<LocalService, 'url' | 'token'>,
  environment: Record<string, string> = {},
): ProcessHost {
  return processHost(
    {
      BROWSER_SESSIONS_ADDRESS: url,
      BROWSER_SESSIONS_TOKEN: token,
      BROWSER_SESSIONS_STATE: state,
      ...environment,
    },
    workspace,
  );
}

function open(folders: Folders, host: ToolHost, opened = [folders.workspace]): Promise<RelayServer> {
  return RelayServer.start({
    host: () => host,
    folders: opened,
    within: folders.windows,
    onError: (error) => assert.fail(String(error)),
  });
}

/** Connects and says who that is. */
async function connect(socket: string, hello: object): Promise<Socket> {
  const connection = createConnection(socket);
  connection.write(`${JSON.stringify(hello)}\n`);
  assert.equal(await line(connection), '{"ready":true}');
  return connection;
}

async function line(connection: Socket): Promise<string> {
  const [chunk] = await once(connection, 'data');
  return String(chunk).trim();
}

/** All that comes back until the connection is closed by the other side. */
async function answerTo(socket: string, hello: object): Promise<string> {
  const connection = createConnection(socket);
  let answer = '';
  connection.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => {});
  connection.write(`${JSON.stringify(hello)}\n`);
  await new Promise((resolve) => connection.once('close', resolve));
  return answer;
}
