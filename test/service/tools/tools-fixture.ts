import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { processHost, type ProcessHost } from '../../../src/cli/host';
import { errorText, runTool, type Caller, type ToolResult } from '../../../src/tools';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { temporaryFolder } from '../../support/temporary-folder';

/** What an agent answers to: a service, pages for its sessions, and tools in a process of their own. */
export class ToolsFixture {
  readonly folder = temporaryFolder();
  private readonly bodies = new Map<string, string>();
  /** Each is bound to a connection, and another fixture has another one. */
  private readonly callers = new Map<Caller, Caller>();

  private constructor(
    readonly service: LocalService,
    private readonly server: Server,
    /** Of the pages. */
    readonly url: string,
    readonly host: ProcessHost,
    readonly state: string,
  ) {
    server.on('request', ({ url: asked = '' }, response) => {
      const body = this.bodies.get(asked);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body);
    });
  }

  static async open(): Promise<ToolsFixture> {
    const server = createServer();
    const [service, port] = await Promise.all([startLocalService(), listen(server)]);
    const state = temporaryFolder();
    const host = ToolsFixture.hostAt(service, state);
    return new ToolsFixture(service, server, `http://127.0.0.1:${port}`, host, state);
  }

  /** Tools of another process. @param cwd the folder that the agent works in. */
  static hostAt(
    { url, token }: Pick<LocalService, 'url' | 'token'>,
    state: string,
    more: Record<string, string> = {},
    cwd = tmpdir(),
  ): ProcessHost {
    const environment = { BROWSER_SESSIONS_ADDRESS: url, BROWSER_SESSIONS_TOKEN: token, BROWSER_SESSIONS_STATE: state };
    return processHost({ ...environment, ...more }, cwd);
  }

  /** Has a page of this body. @returns its address. */
  page(name: string, body: string): string {
    this.bodies.set(`/${name}`, body);
    return `${this.url}/${name}`;
  }

  /** Starts a session that shows a page. @returns its ID. */
  async session(address: string): Promise<string> {
    const { text } = await request(this.service, 'POST', '/browsers', { start_url: address });
    const { session_id }: { session_id: string } = JSON.parse(text);
    return session_id;
  }

  async end(session: string): Promise<void> {
    await request(this.service, 'DELETE', `/browsers/${session}`);
  }

  async call(
    name: string,
    input: object,
    { host = this.host, caller = AGENT, signal = NEVER } = {},
  ): Promise<ToolResult> {
    const mine = this.callers.get(caller) ?? { ...caller };
    this.callers.set(caller, mine);
    return runTool(name, { ...input }, { host, caller: mine, signal });
  }

  /** The text of an answer, which is never too long. */
  async text(name: string, input: object, how: { host?: ProcessHost; caller?: Caller } = {}): Promise<string> {
    const { text } = await this.call(name, input, how);
    assert.ok(Buffer.byteLength(text) <= 8000, `${Buffer.byteLength(text)} bytes`);
    return text;
  }

  /** What an agent is told of an error. */
  async error(name: string, input: object, how: { host?: ProcessHost; caller?: Caller } = {}): Promise<string> {
    try {
      return assert.fail(`no error: ${await this.text(name, input, how)}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return errorText(error);
    }
  }

  async close(): Promise<void> {
    this.host.close();
    this.server.close();
    this.server.closeAllConnections();
    await this.service.stop();
  }
}

export const AGENT: Caller = { id: 'one', name: 'Agent One' };
const NEVER = new AbortController().signal;
