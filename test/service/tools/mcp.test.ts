import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { TOOLS } from '../../../src/tools';
import { startLocalService, type LocalService } from '../../support/local-service';
import { until } from '../../support/until';
import { Agent, CLI, Folders, isRunning, SilentService } from '../../support/agent';

const TOKEN = 'token-of-a-silent-service';

describe('The tools by MCP', () => {
  let service: LocalService;
  let folders: Folders;
  let agent: Agent;
  let environment: Record<string, string>;

  before(async () => {
    service = await startLocalService();
    environment = { BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token };
    folders = new Folders();
    agent = await Agent.start(folders, environment, { name: 'Alpha' });
  });

  after(async () => {
    await agent.close();
    await service.stop();
  });

  for (const modern of [false, true])
    it(`are all there, in the ${modern ? 'newest' : 'oldest'} protocol of the client`, async () => {
      const other = await Agent.start(folders, environment, { modern });
      try {
        const { tools } = await other.client.listTools();
        assert.deepEqual(
          tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        );
        assert.deepEqual(
          tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name),
          ['list_browser_sessions', 'check_extension', 'read_extension_log', 'read_session_page', 'capture_session'],
        );
        assert.match((await other.call('list_browser_sessions')).text, new RegExp(service.session));
      } finally {
        await other.close();
      }
    });

  it('check, upload, open, read, act, show and tell what was logged', async () => {
    const { session } = service;
    const about = { session, extension: 'Hello' };
    assert.match((await agent.call('check_extension', { folder: 'hello' })).text, /^No errors\. "Hello" 1\.0/);
    const uploaded = await agent.call('upload_extension', { folder: folders.extension, session });
    assert.equal(uploaded.isError, false, uploaded.text);
    const opened = await agent.call('open_extension_page', { ...about, page: 'popup' });
    assert.equal(opened.isError, false, opened.text);
    assert.match((await agent.call('read_session_page', { session })).text, /button "Count"/);
    const acted = await agent.call('act_in_session', { session, role: 'button', name: 'Count' });
    assert.match(acted.text, /one/);
    assert.match((await agent.call('read_extension_log', about)).text, /counted/);
    const { screenshot } = await agent.call('capture_session', { session });
    assert.equal(screenshot?.subarray(1, 4).toString(), 'PNG');
    assert.ok((screenshot?.readUInt32BE(16) ?? 0) <= 1568);
    assert.equal(agent.complaints, '');
  });

  it('tell what is wrong, and what to do', async () => {
    const wrong = await agent.call('read_session_page', { session: 'nothing-like-this' });
    assert.equal(wrong.isError, true);
    assert.match(wrong.text, /^No session “nothing-like-this” is running\. These are: /);
    assert.deepEqual(await agent.call('check_extension'), {
      text: '“folder” is missing. Add it and call again.',
      isError: true,
      screenshot: undefined,
    });
  });

  it('name an agent to the next one, and give its session back when it ends', async () => {
    const press = { session: service.session, action: 'press', text: 'Tab' };
    const first = await Agent.start(folders, environment, { name: 'First Agent', modern: true });
    const took = await first.call('act_in_session', { ...press, take_over: true });
    assert.equal(took.isError, false, took.text);
    const refused = await agent.call('act_in_session', press);
    assert.equal(refused.isError, true);
    assert.match(refused.text, /^"First Agent" has been working in this session since /);
    await first.close();
    await until('the process has ended', () => !isRunning(first.pid));
    const acted = await agent.call('act_in_session', press);
    assert.equal(acted.isError, false, acted.text);
  });

  it('change nothing at a production connection, where nobody can be asked', async () => {
    const cautious = await Agent.start(folders, { ...environment, BROWSER_SESSIONS_PRODUCTION: '1' });
    try {
      assert.match((await cautious.call('list_browser_sessions')).text, /production/);
      const { text, isError } = await cautious.call('act_in_session', {
        session: service.session,
        action: 'press',
        text: 'Tab',
        take_over: true,
      });
      assert.equal(isError, true);
      assert.match(text, /^This is a production connection, and nobody can be asked here\./);
    } finally {
      await cautious.close();
    }
  });

  it('have the token in no output and no file, and start no process', async () => {
    const children = readdirSync(`/proc/${agent.pid}/task`).map((task) =>
      readFileSync(`/proc/${agent.pid}/task/${task}/children`, 'utf8'),
    );
    assert.equal(children.join(''), '');
    assert.ok(!readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8').includes(service.token));
    assert.ok(!agent.complaints.includes(service.token));
    // Those of the uploads and of the locks.
    assert.ok(folders.files().some((file) => file.startsWith(folders.state)));
    assert.deepEqual(
      folders.files().filter((file) => readFileSync(file).includes(service.token)),
      [],
    );
    for (const { name } of TOOLS) assert.ok(!(await agent.call(name)).text.includes(service.token));
  });
});

describe('A call by MCP', () => {
  let silent: SilentService;
  let folders: Folders;

  beforeEach(async () => {
    folders = new Folders();
    silent = await SilentService.start();
  });

  afterEach(() => silent.stop());

  it('ends when it is cancelled', async () => {
    const agent = await Agent.start(folders, environment());
    const cancel = new AbortController();
    const call = agent.call('list_browser_sessions', {}, cancel.signal);
    await until('the request is sent', () => silent.open > 0);
    cancel.abort();
    await assert.rejects(call);
    await until('the request has ended', () => silent.open === 0);
    assert.equal((await agent.call('check_extension', { folder: folders.extension })).isError, false);
    await agent.close();
  });

  it('ends with the client, and so does its process', async () => {
    const agent = await Agent.start(folders, environment());
    const call = agent.call('list_browser_sessions').catch((error: unknown) => error);
    await until('the request is sent', () => silent.open > 0);
    await agent.close();
    await until('the process has ended', () => !isRunning(agent.pid));
    await until('the request has ended', () => silent.open === 0);
    assert.ok((await call) instanceof Error);
  });

  it('ends with a client that dies, and so does its process', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, [${JSON.stringify(CLI)}, 'mcp'], { stdio: ['pipe', 'ignore', 'inherit'] });
      const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
      send({ id: 1, method: 'initialize', params: {
        protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Mortal', version: '1' } } });
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/call', params: { name: 'list_browser_sessions', arguments: {} } });
      console.log(child.pid);`;
    const client = spawn(process.execPath, ['-e', script], {
      cwd: folders.workspace,
      env: {
        PATH: process.env['PATH'],
        TMPDIR: folders.temporary,
        BROWSER_SESSIONS_STATE: folders.state,
        ...environment(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    client.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until('the request is sent', () => silent.open > 0);
    const pid = Number(printed);
    assert.ok(isRunning(pid));
    client.kill('SIGKILL');
    await until('the process has ended', () => !isRunning(pid));
    await until('the request has ended', () => silent.open === 0);
  });

  function environment(): Record<string, string> {
    return { BROWSER_SESSIONS_ADDRESS: silent.url, BROWSER_SESSIONS_TOKEN: TOKEN };
  }
});
