import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { processHost, type ProcessHost } from '../../../src/cli/host';
import { tellOfService } from '../../../src/cli/known-service';
import { UserError } from '../../../src/core/errors';
import { message } from '../../../src/core/message';
import { ProductionMarks, type ToolConnection, type ToolHost } from '../../../src/tools';
import { RelayServer } from '../../../src/tools/relay/server';
import { Agent, CLI, Folders, SilentService, windowsIn } from '../../support/agent';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';

const GONE = /^The editor’s window of “.+” that served you has closed, and nothing was done\./;
const NO_ANSWER = /^The editor’s window of “.+” doesn’t answer, and nothing was done\./;
const BUY = "<button onclick=\"fetch('/bought', { method: 'POST' })\">Buy</button>";

const onError = (error: unknown): void => assert.fail(String(error));

describe('What an agent does at a connection', () => {
  let service: LocalService;
  let shop: Server;
  let bought: number;
  let session: string;
  let folders: Folders;
  let host: ProcessHost;
  let environment: Record<string, string>;
  let open: { close(): Promise<void> }[];

  before(async () => {
    service = await startLocalService();
    shop = createHttpServer(({ method }, response) => {
      if (method === 'POST') bought++;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(BUY);
    });
    const start_url = `http://127.0.0.1:${await listen(shop)}`;
    const { text } = await request(service, 'POST', '/browsers', { start_url });
    ({ session_id: session } = JSON.parse(text));
  });

  after(async () => {
    await service.stop();
    shop.close();
    shop.closeAllConnections();
  });

  beforeEach(() => {
    bought = 0;
    open = [];
    folders = new Folders();
    environment = { BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token };
    host = processHost({ ...environment, BROWSER_SESSIONS_STATE: folders.state }, folders.workspace);
  });

  afterEach(async () => {
    for (const each of open) await each.close();
    host.close();
  });

  it('is not done with the token of the environment when the window whose person said no is closed', async () => {
    const window = await windowOf(at({ name: 'Shop', production: true }, { confirm: async () => refused() }));
    const agent = await agentOf(environment);
    assert.equal(await buy(agent), 'No. Nothing was done.');
    await window.close();
    assert.match(await buy(agent), GONE);
    assert.match((await agent.call('list_browser_sessions')).text, GONE);
    // Another agent, which no window has served, can.
    const other = await agentOf(environment);
    assert.equal(bought, 0);
    assert.match(await buy(other), /^Clicked button "Buy"/);
    await until('it is bought', () => bought === 1);
    // And the first one goes on when there is a window again.
    await windowOf(at({ name: 'Shop' }));
    assert.match(await buy(agent), /^Clicked button "Buy"/);
  });

  for (const [what, answers] of [
    ['says nothing that makes sense', (socket: Socket): void => void socket.end('{"ready":"no"}\nwhat?\n')],
    ['closes the connection', (socket: Socket): void => void socket.destroy()],
  ] as const)
    it(`is not done with the token of the environment when the window ${what}`, async () => {
      await brokenWindow(answers, 1);
      assert.match(await buy(await agentOf(environment)), NO_ANSWER);
      assert.equal(bought, 0);
    });

  it('is not done by a window of another version, which is not told the secret', async () => {
    let told = '';
    await brokenWindow((socket) => socket.on('data', (chunk: Buffer) => (told += chunk.toString())), 2);
    assert.match(await buy(await agentOf(environment)), NO_ANSWER);
    assert.equal(told, '');
  });

  nightly('is not done with the token of the environment when the window is busy', async () => {
    const { child } = await windowProcess(service);
    process.kill(child.pid ?? 0, 'SIGSTOP');
    const agent = await agentOf(environment);
    assert.match(await buy(agent), NO_ANSWER);
    process.kill(child.pid ?? 0, 'SIGCONT');
    await until('the window answers', async () => (await buy(agent)).startsWith('Clicked'));
  });

  it('may have been done, and goes on nowhere else, when the process of the window dies', async () => {
    const silent = await SilentService.start();
    open.push({ close: () => silent.stop() });
    const { child } = await windowProcess({ url: silent.url, token: 'token' });
    const agent = await agentOf(environment);
    const calls = Array.from({ length: 10 }, () => agent.call('list_browser_sessions'));
    await until('the request is sent', () => silent.open > 0);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    for (const { text, isError } of await Promise.all(calls)) {
      assert.equal(isError, true);
      assert.match(text, /^The window of the editor was closed during the call, so it is unknown what was done\./);
    }
    const after = await Promise.all(Array.from({ length: 10 }, () => buy(agent)));
    for (const text of after) assert.match(text, GONE);
    assert.equal(bought, 0);
  });

  it('is found whatever the agent calls itself', async () => {
    await windowOf(at({ name: 'Shop' }));
    const agent = await agentOf({}, { name: 'x'.repeat(5000) });
    assert.match((await agent.call('list_browser_sessions')).text, /^Connection "Shop": /);
  });

  it('is that of the only window below its folder, if that is not the home folder or above it', async () => {
    const [project, part] = [folders.make('project'), folders.make('project/part')];
    const listed = async (home: string): Promise<string> => {
      const agent = await agentOf({ HOME: home }, { cwd: project });
      return (await agent.call('list_browser_sessions')).text;
    };
    const inHome = (home: string): Promise<RelayServer> => windowOf(at({ name: 'Shop' }), [part], windowsIn(home));
    for (const home of [folders.home, project, part]) await inHome(home);
    assert.match(await listed(folders.home), /^Connection "Shop": /);
    assert.match(await listed(project), /^No token is set/);
    assert.match(await listed(part), /^No token is set/);
    const other = await windowOf(at({ name: 'Other' }), [folders.make('project/other')]);
    assert.match(await listed(folders.home), /^No token is set/);
    await other.close();
    assert.match(await listed(folders.home), /^Connection "Shop": /);
  });

  it('is refused at an address that an editor marks as production, as long as it does', async () => {
    const state = { BROWSER_SESSIONS_STATE: folders.state };
    const [one, other] = [new ProductionMarks(state, 'one'), new ProductionMarks(state, 'other')];
    const marked = (production: boolean): Parameters<ProductionMarks['write']>[0] => [
      { name: 'Shop', settings: { name: 'Shop', address: `${service.url}#project`, production } },
    ];
    const agent = await agentOf(environment);
    await Promise.all([one.write(marked(true)), other.write([]), one.write(marked(true))]);
    assert.match(
      await buy(agent),
      /^The editor marks http:\/\/127\.0\.0\.1:\d+ as production, and nobody can be asked/,
    );
    const byName = { ...environment, BROWSER_SESSIONS_ADDRESS: service.url.replace('127.0.0.1', 'localhost') };
    assert.match(await buy(await agentOf(byName)), /^The editor marks /);
    assert.match(await buy(await agentOf({ ...environment, BROWSER_SESSIONS_STATE: folders.make('new') })), /^Clicked/);
    bought = 0;
    await other.write(marked(false));
    assert.match(await buy(agent), /^The editor marks /, 'another editor takes no mark away');
    await one.write([...marked(false), { name: 'Shop', problem: message('It is being edited.') }]);
    assert.match(await buy(agent), /^The editor marks /, 'a connection that cannot be read may be production');
    assert.equal(bought, 0);
    await one.write(marked(false));
    assert.match(await buy(agent), /^Clicked/);
  });

  it('stays at its connection until it has read that the person has changed to another one', async () => {
    const settings = { name: 'Shop' };
    await windowOf(at(settings));
    const agent = await agentOf({});
    assert.match((await agent.call('list_browser_sessions')).text, /^Connection "Shop": /);
    settings.name = 'Live';
    const changed =
      /^The connection has changed from “Shop” to “Live”, and nothing was done\. To go on there, call list_browser_sessions with connection: “Live”\.$/;
    assert.match(await buy(agent), changed);
    assert.match((await agent.call('list_browser_sessions')).text, changed);
    const no =
      'The connection in use is “Live”, not “Shop”, and nothing was done. Only a person can change to another one.';
    assert.equal((await agent.call('list_browser_sessions', { connection: 'Shop' })).text, no);
    assert.match(await buy(agent), changed);
    assert.equal(bought, 0);
    const listed = await agent.call('list_browser_sessions', { connection: 'Live' });
    assert.match(listed.text, /^Now at the connection "Live": /);
    assert.match(await buy(agent), /^Clicked/);
    assert.match((await agent.call('list_browser_sessions')).text, /^Connection "Live": /);
  });

  it('stays there in another window of the same folder, too', async () => {
    const first = await windowOf(at({ name: 'Shop' }));
    const agent = await agentOf({});
    assert.match(await buy(agent), /^Clicked/);
    await first.close();
    const second = await windowOf(at({ name: 'Live' }));
    assert.match(await buy(agent), /^The connection has changed from “Shop” to “Live”/);
    await second.close();
    await windowOf(at({ name: 'Shop' }));
    assert.match(await buy(agent), /^Clicked/);
  });

  it('moves from the environment to a window only when it has read so', async () => {
    const agent = await agentOf(environment);
    assert.match(await buy(agent), /^Clicked/);
    await windowOf(at({ name: 'Shop' }));
    assert.match(await buy(agent), /^The connection has changed from “command line” to “Shop”/);
    const listed = await agent.call('list_browser_sessions', { connection: 'Shop' });
    assert.match(listed.text, /^Now at the connection "Shop": /);
    assert.match(await buy(agent), /^Clicked/);
  });

  it('goes on at a local service that was started anew', async () => {
    const state = path.join(folders.state, 'browser-sessions');
    const told = ({ url, token }: LocalService): unknown =>
      tellOfService(state, { address: url, token, pid: process.pid });
    const agent = await agentOf({});
    const first = await startLocalService();
    told(first);
    assert.match((await agent.call('list_browser_sessions')).text, new RegExp(first.session));
    await first.stop();
    const second = await startLocalService();
    open.push({ close: () => second.stop() });
    told(second);
    const { text, isError } = await agent.call('list_browser_sessions');
    assert.equal(isError, false, text);
    assert.match(text, new RegExp(second.session));
  });

  async function buy(agent: Agent): Promise<string> {
    const { text } = await agent.call('act_in_session', { session, action: 'click', name: 'Buy', take_over: true });
    return text;
  }

  async function agentOf(more: Record<string, string>, how: Parameters<typeof Agent.start>[2] = {}): Promise<Agent> {
    const agent = await Agent.start(folders, more, how);
    open.push(agent);
    return agent;
  }

  /** The tools of a window whose connection has other settings. */
  function at(settings: Partial<ToolConnection['settings']>, more: Partial<ToolConnection> = {}): ToolHost {
    return {
      ...host,
      connect: async () => {
        const connection = await host.connect();
        return { ...connection, settings: { ...connection.settings, ...settings }, ...more };
      },
    };
  }

  async function windowOf(
    tools: ToolHost,
    opened = [folders.workspace],
    within = folders.windows,
  ): Promise<RelayServer> {
    const window = await RelayServer.start({ host: () => tools, folders: opened, within, onError });
    open.push(window);
    return window;
  }

  async function windowProcess({ url, token }: { url: string; token: string }): Promise<{ child: ChildProcess }> {
    const variables = { BROWSER_SESSIONS_ADDRESS: url, BROWSER_SESSIONS_TOKEN: token };
    const given = {
      environment: { ...variables, BROWSER_SESSIONS_STATE: folders.state },
      folders: [folders.workspace],
      within: folders.windows,
    };
    const program = path.join(path.dirname(CLI), '../out/test/service/tools/window-process.mjs');
    const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
    open.push({ close: async () => void child.kill('SIGKILL') });
    await once(child.stdout, 'data');
    return { child };
  }

  /** What is found as a window, and answers as it likes. */
  async function brokenWindow(answers: (socket: Socket) => void, version: number): Promise<void> {
    mkdirSync(folders.windows, { recursive: true, mode: 0o700 });
    const socket = path.join(folders.windows, '1-a.sock');
    const server = createServer((each) => answers(each.on('error', () => {}))).listen(socket);
    await once(server, 'listening');
    const file = path.join(folders.windows, '1-a.json');
    writeFileSync(
      file,
      JSON.stringify({ version, socket, secret: 'x', pid: process.pid, folders: [folders.workspace] }),
    );
    open.push({
      close: async () => {
        server.close();
        rmSync(file);
      },
    });
  }
});

function refused(): never {
  throw new UserError(message('No.'));
}
