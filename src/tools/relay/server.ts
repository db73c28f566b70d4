import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { Cancelled, UserError } from '../../core/errors';
import { asCount, asRecord, asText } from '../../core/json';
import { oneLine } from '../../core/one-line';
import { makeProcessFolder, removeFolder } from '../../chromium/process-folders';
import { readBound, type Caller } from '../agents/caller';
import { makePrivateFolder, requirePrivate, runtimeFolder } from '../../state/private-folder';
import type { ToolInput } from '../input';
import type { ToolHost, ToolResult } from '../tool';
import { errorText, runTool } from '..';
import { linesOf, MAX_CALL_LINE, MAX_FIRST_LINE, sendLine } from './lines';
import { isThere, RELAY_VERSION, removeAbandoned, type RelayWindow } from './windows';

const MAX_CONNECTIONS = 16;
const MAX_CALLS = 16;
/** Milliseconds in which the secret must come. */
const SECRET_TIMEOUT = 5000;
/** Milliseconds after which it looks whether agents can still find it. */
const LOOK_AGAIN = 60_000;

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
  private readonly timer: NodeJS.Timeout;
  private written: Promise<void> = Promise.resolve();
  private isClosed = false;
  private folders: readonly string[] = [];

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
    this.timer = setInterval(() => void this.beFound().catch(options.onError), LOOK_AGAIN).unref();
  }

  /** @throws UserError if other users could reach the socket, or an error of the system. */
  static async start(options: RelayOptions): Promise<RelayServer> {
    const { within, folders } = options;
    await makePrivateFolder(within);
    await removeAbandoned(within);
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
    this.folders = folders;
    return this.inTurn(() => this.write());
  }

  /** Ends all calls and connections, and is found no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await this.written.catch(() => {});
    await rm(this.file, { force: true });
    if (process.platform !== 'win32') await removeFolder(path.dirname(this.socket));
  }

  /** Whatever cleans the folder of temporary files may have removed what agents find it by. */
  private beFound(): Promise<void> {
    return this.inTurn(async () => {
      if (!(await isThere(this.file)) || (await this.hasLostSocket())) await this.write();
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.written = this.written.catch(() => {}).then(work);
    return this.written;
  }

  private async write(): Promise<void> {
    if (this.isClosed) return;
    await makePrivateFolder(this.options.within);
    if (await this.hasLostSocket()) await this.listenAgain();
    const window: RelayWindow = {
      version: RELAY_VERSION,
      socket: this.socket,
      secret: this.secret,
      folders: await Promise.all(this.folders.map((folder) => realpath(folder).catch(() => folder))),
    };
    // Written beside it and moved, so that nobody reads half of it.
    const beside = `${this.file}.new`;
    await writeFile(beside, JSON.stringify(window), { mode: 0o600 });
    await rename(beside, this.file);
  }

  private async hasLostSocket(): Promise<boolean> {
    return process.platform !== 'win32' && !(await isThere(this.socket));
  }

  /** The connections that are open stay. */
  private async listenAgain(): Promise<void> {
    this.server.close();
    const folder = path.dirname(this.socket);
    await mkdir(folder, { mode: 0o700 }).catch(() => {});
    // Meanwhile another user may have made it: the folder of temporary files is for all.
    if (process.platform !== 'win32') await requirePrivate(folder);
    this.server.listen(this.socket);
    await once(this.server, 'listening');
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
      if (caller && calls.hasRun) await this.options.host().locks.giveBackAll(caller.id);
    }
  }

  /** Who has connected; undefined without the secret. */
  private callerOf({ secret, id, name, at }: Readonly<Record<string, unknown>>): Caller | undefined {
    if (typeof secret !== 'string' || !isSame(secret, this.secret)) return undefined;
    const isId = typeof id === 'string' && /^[\da-f-]{36}$/.test(id);
    if (!isId) return undefined;
    const bound = readBound(at);
    return { id, name: oneLine(asText(name) ?? '').slice(0, 60) || 'an agent', ...(bound && { at: bound }) };
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
      .then((answer) => this.send({ call: number, ...answer, ...(caller.at && { at: caller.at }) }))
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

function asAnswer({ text, screenshot }: ToolResult): object {
  return { text, ...(screenshot && { screenshot: screenshot.bytes.toString('base64') }) };
}

/** Digests have the same length, so that the time of the comparison reveals nothing. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
