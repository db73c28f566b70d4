import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { homedir } from 'node:os';
import path from 'node:path';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from './temporary-folder';

export const CLI = path.resolve(process.env['BROWSER_SESSIONS_ROOT'] ?? '.', 'dist', 'cli.mjs');

/** Where the windows of a user are found, by the home. */
export function windowsIn(home: string): string {
  return path.join(home, '.cache', 'browser-sessions', 'windows');
}

/** Folders of a test: the user's temporary and state files, and a workspace with an extension. */
export class Folders {
  readonly top = temporaryFolder();
  readonly temporary = this.make('tmp');
  readonly state = this.make('state');
  readonly home = this.state;
  readonly workspace = this.make('workspace');
  readonly extension = this.make('workspace/hello');
  /** Where windows are found, for a process whose home this is. */
  readonly windows = windowsIn(this.home);

  constructor() {
    this.write('manifest.json', JSON.stringify(MANIFEST));
    this.write('worker.js', 'console.log("the worker runs");');
    this.write('popup.html', '<h1>Hello</h1><button>Count</button><p>none</p><script src="popup.js"></script>');
    this.write(
      'popup.js',
      'document.querySelector("button").onclick = () => { document.querySelector("p").textContent = "one"; console.log("counted"); };',
    );
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.extension, name), text);
  }

  make(name: string): string {
    const folder = path.join(this.top, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** All files below them, apart from sockets. */
  files(): string[] {
    return readdirSync(this.top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  }
}

const MANIFEST = {
  manifest_version: 3,
  name: 'Hello',
  version: '1.0',
  background: { service_worker: 'worker.js' },
  action: { default_popup: 'popup.html' },
};

/** An agent: the official client, with a command line of its own. */
export class Agent {
  private constructor(
    readonly client: Client,
    readonly pid: number,
    private readonly output: string[],
  ) {}

  /**
   * @param home if it is another one than that of the tests.
   * @param environment in addition to what every process needs.
   */
  static async start(
    {
      temporary,
      state,
      workspace,
      home = homedir(),
    }: Pick<Folders, 'temporary' | 'state' | 'workspace'> & Partial<Pick<Folders, 'home'>>,
    environment: Record<string, string>,
    { name = 'Probe', cwd = workspace, modern = false, command = process.execPath, args = [CLI, 'mcp'] } = {},
  ): Promise<Agent> {
    const transport = new StdioClientTransport({
      command,
      args,
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TMPDIR: temporary,
        BROWSER_SESSIONS_STATE: state,
        // For tests in the editor, whose program is Node then.
        ELECTRON_RUN_AS_NODE: '1',
        ...environment,
      },
      stderr: 'pipe',
    });
    const output: string[] = [];
    transport.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    const client = new Client(
      { name, version: '1.0' },
      modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
    );
    await client.connect(transport);
    if (transport.pid === null) throw new Error('the command line has not started');
    return new Agent(client, transport.pid, output);
  }

  /** What it has printed beside its answers. */
  get complaints(): string {
    return this.output.join('');
  }

  async call(name: string, input: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Answer> {
    const result = await this.client.callTool({ name, arguments: input }, { ...(signal && { signal }) });
    return answerOf(result);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly screenshot: Buffer | undefined;
}

function answerOf({ content, isError = false }: CallToolResult): Answer {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const image = content.find((part) => part.type === 'image');
  return { text, isError, screenshot: image ? Buffer.from(image.data, 'base64') : undefined };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A service that accepts requests and answers none. */
export class SilentService {
  /** Requests that somebody waits for. */
  open = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request) => {
      this.open++;
      request.socket.once('close', () => this.open--);
    });
  }

  static async start(): Promise<SilentService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it has no port');
    return new SilentService(server, `http://127.0.0.1:${address.port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
