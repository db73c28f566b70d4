import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { Cancelled, UserError } from '../../core/errors';
import { asCount, asRecord, asText } from '../../core/json';
import { makeProcessFolder, removeFolder } from '../../chromium/process-folders';
import { errorText, runTool } from '..';
import { makePrivateFolder, runtimeFolder } from '../private-folder';
import { linesOf, MAX_CALL_LINE, MAX_FIRST_LINE, sendLine } from './lines';
import { RELAY_VERSION, removeDead, type RelayWindow } from './windows';
import { oneLine } from '../answer';
import type { Caller, ToolHost, ToolInput, ToolResult } from '../tool';

const MAX_CONNECTIONS = 16;
const MAX_CALLS = 16;
/** Milliseconds in which the secret must come. */
const SECRET_TIMEOUT = 5000;

export interface RelayOptions {
  /** The tools of the window, which are only made when an agent calls one. */
  readonly host: () => ToolHost;
  /** The folders that are open in the window. */
  readonly folders: readonly string[];
  /** Where windows are found: a path of `privateFolder`. */
  readonly within: string;
  /** An error that is a mistake of ours. */
  readonly onError: (error: unknown) => void;
}

/** A window's side of the relay: it runs the tools for agents that work in its folders, and nothing leaves it but answers. */
export class RelayServer {
  private readonly sockets = new Set<Socket>();
  private written: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: RelayOptions,
    private readonly server: Server,
    private readonly socket: string,
    private readonly file: string,
    private readonly secret: string,
  ) {
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (connection) => this.accept(connection));
    server.on('error', options.onError);
  }

  /** @throws UserError if other users could reach the socket, or an error of the system. */
  static async start(options: RelayOptions): Promise<RelayServer> {
    const { within, folders } = options;
    await makePrivateFolder(within);
    await removeDead(within);
    const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
    const isWindows = process.platform === 'win32';
    const socket = isWindows
      ? `\\\\.\\pipe\\browser-sessions-${randomBytes(16).toString('hex')}`
      : path.join(await makeProcessFolder(await runtimeFolder()), 'window');
    const server = createServer();
    server.listen(socket);
    await once(server, 'listening');
    const file = path.join(within, `${name}.json`);
    const relay = new RelayServer(options, server, socket, file, randomBytes(32).toString('base64url'));
    await relay.setFolders(folders);
    return relay;
  }

  /** Says which folders are open in the window now. */
  setFolders(folders: readonly string[]): Promise<void> {
    this.written = this.written.catch(() => {}).then(() => this.write(folders));
    return this.written;
  }

  /** Ends all calls and connections, and is found no more. */
  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await this.written.catch(() => {});
    await rm(this.file, { force: true });
    if (process.platform !== 'win32') await removeFolder(path.dirname(this.socket));
  }

  private async write(folders: readonly string[]): Promise<void> {
    if (!this.server.listening) return;
    const window: RelayWindow = {
      socket: this.socket,
      secret: this.secret,
      folders: await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder))),
      pid: process.pid,
    };
    // Written beside it and moved, so that nobody reads half of it.
    const beside = `${this.file}.new`;
    await writeFile(beside, JSON.stringify({ version: RELAY_VERSION, ...window }), { mode: 0o600 });
    await rename(beside, this.file);
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // The loop that reads it sees the same error.
    socket.on('error', () => {});
    void this.serve(socket).catch(this.options.onError);
  }

  private async serve(socket: Socket): Promise<void> {
    const timer = setTimeout(() => socket.destroy(), SECRET_TIMEOUT);
    const calls = new Calls(this.options, (answer) => sendLine(socket, answer));
    let caller: Caller | undefined;
    try {
      for await (const line of linesOf(socket, () => (caller ? MAX_CALL_LINE : MAX_FIRST_LINE))) {
        if (caller) calls.take(asRecord(line), caller);
        else {
          caller = this.callerOf(asRecord(line));
          if (!caller) return;
          clearTimeout(timer);
          sendLine(socket, { ready: true });
        }
      }
    } finally {
      clearTimeout(timer);
      socket.destroy();
      await calls.end();
      if (caller && calls.hasRun) await this.options.host().leases.giveBackAll(caller.id);
    }
  }

  /** Who has connected; undefined without the secret. */
  private callerOf({ secret, id, name }: Readonly<Record<string, unknown>>): Caller | undefined {
    if (typeof secret !== 'string' || !isSame(secret, this.secret)) return undefined;
    const isId = typeof id === 'string' && /^[\da-f-]{36}$/.test(id);
    return isId ? { id, name: oneLine(asText(name) ?? '').slice(0, 60) || 'an agent' } : undefined;
  }
}

/** The calls of one connection. */
class Calls {
  hasRun = false;
  private readonly running = new Map<number, { readonly ending: AbortController; readonly done: Promise<void> }>();

  constructor(
    private readonly options: RelayOptions,
    private readonly send: (answer: object) => void,
  ) {}

  /** Begins or cancels a call. */
  take({ call, tool, input, cancel }: Readonly<Record<string, unknown>>, caller: Caller): void {
    const cancelled = asCount(cancel);
    if (cancelled !== undefined) return this.running.get(cancelled)?.ending.abort();
    const number = asCount(call);
    if (number === undefined || this.running.has(number)) return;
    if (this.running.size >= MAX_CALLS)
      return this.send({ call: number, text: 'Too many calls at once. Wait for an answer first.', isError: true });
    const ending = new AbortController();
    const done = this.run(asText(tool) ?? '', asRecord(input), caller, ending.signal)
      .then((answer) => this.send({ call: number, ...answer }))
      .finally(() => this.running.delete(number));
    this.running.set(number, { ending, done });
  }

  /** Cancels all, and waits until they have ended. */
  async end(): Promise<void> {
    const all = [...this.running.values()];
    for (const { ending } of all) ending.abort();
    await Promise.allSettled(all.map(({ done }) => done));
  }

  private async run(name: string, input: ToolInput, caller: Caller, signal: AbortSignal): Promise<object> {
    const { host, onError } = this.options;
    try {
      this.hasRun = true;
      return asAnswer(await runTool(name, input, { host: host(), caller, signal }));
    } catch (error) {
      if (!(error instanceof UserError || error instanceof Cancelled)) onError(error);
      return { text: errorText(error), isError: true };
    }
  }
}

function asAnswer({ text, picture }: ToolResult): object {
  return { text, ...(picture && { picture: picture.bytes.toString('base64') }) };
}

/** Digests have the same length, so that the time of the comparison reveals nothing. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
