import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { withoutTokens } from '../core/environment';
import { codeOf, messageOf } from '../core/errors';
import { Channel } from './channel';
import { BrowserGone, NotStarted, despiteFailure } from './failures';
import { chromiumFlags, type Viewport } from './flags';
import { homeAbove, removeFolder } from './process-folders';
import { Pipe } from './pipe';

/**
 * Chromium creates a socket below TMPDIR, and exits immediately if its path has more than the 107 bytes that Linux
 * allows (103 on macOS). `/org.chromium.Chromium.XXXXXX/SingletonSocket` takes 45 of them.
 */
const MAX_TMPDIR_LENGTH = process.platform === 'darwin' ? 58 : 62;
/** Milliseconds that Chromium has to write its profile and exit after it was asked to close. */
const CLOSING_TIME = 5_000;
/** Milliseconds to wait for the standard error of a process that has ended: it may arrive after the exit event. */
const LISTENING_TIME = 1_000;
/** Characters. If Chromium aborts, a stack trace follows the line that says why. */
const MAX_LAST_WORDS = 8_000;

export interface ChromiumProcess {
  readonly devtools: Channel;
  /** What `devtools` speaks over, for whoever speaks the protocol on their own. */
  readonly pipe: Pipe;
  readonly alive: boolean;
  /** Settles when it has ended, with the signal that ended it, or null. */
  readonly endedBy: Promise<NodeJS.Signals | null>;
  /** Asks it to close, so that cookies and storage are saved, and kills it if it does not. */
  stop(): Promise<void>;
  /** Kills it immediately, with everything it started. */
  kill(): Promise<void>;
}

/** Starts browsers, and keeps track of those that are running. */
export class Launcher {
  private readonly executable: string;
  private readonly held: number | undefined;
  private readonly running = new Set<ChromiumProcess>();
  private launches = 0;
  private closed = false;

  /**
   * @param held a file descriptor of this process that every browser inherits. It closes when the last browser has
   * ended, which a reader of its other end can see.
   */
  constructor(executable: string, held?: number) {
    this.executable = executable;
    this.held = process.platform === 'win32' ? undefined : held;
  }

  /**
   * Starts a headless Chromium with its data in `home`, or in `userData`, in its own process group. It also ends by itself, 0.2 s
   * after this process, even if this process was killed, because it is controlled over a pipe. `signal` ends it, also
   * while it is starting.
   */
  async launch(
    home: string,
    viewport: Viewport,
    signal?: AbortSignal,
    userData = userDataIn(home),
  ): Promise<ChromiumProcess> {
    this.assertOpen();
    const temporary = await makeTemporary(home, this.launches++);
    const env = environment(home, temporary);
    this.assertOpen();
    signal?.throwIfAborted();
    const child = start(this.executable, chromiumFlags(userData, viewport), env, this.held);
    const lastWords = listenTo(child);
    const chromium = new RunningChromium(child, temporary);
    this.running.add(chromium);
    void chromium.endedBy.then(() => this.running.delete(chromium));
    chromium.endWith(signal);
    try {
      await chromium.devtools.send('Browser.getVersion');
      await chromium.devtools.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: path.join(home, 'Downloads'),
      });
      return chromium;
    } catch (error) {
      await chromium.kill();
      throw new NotStarted(this.executable, await lastWords(), error);
    }
  }

  /** Kills all browsers, including those that are still starting, and starts no more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.running].map((chromium) => chromium.kill()));
  }

  private assertOpen(): void {
    if (this.closed) throw new BrowserGone();
  }
}

/** Where a browser has its data if nothing else is said. */
export function userDataIn(home: string): string {
  return path.join(home, 'profile');
}

/** Most errors are reported as an event; on Windows, a file that is not a program at all makes spawn throw. */
function start(executable: string, flags: string[], env: NodeJS.ProcessEnv, held: number | undefined): ChildProcess {
  try {
    return spawn(executable, flags, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', ...(held === undefined ? [] : [held])],
      env,
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    throw new NotStarted(executable, messageOf(error), error);
  }
}

/** Chromium reads its third pipe and writes its fourth. */
function connect({ stdio: [, , , writer, reader] }: ChildProcess): Pipe {
  if (!(writer instanceof Writable) || !(reader instanceof Readable))
    throw new Error('Chromium was started without its pipes');
  return new Pipe(writer, reader);
}

class RunningChromium implements ChromiumProcess {
  readonly pipe: Pipe;
  readonly devtools: Channel;
  readonly endedBy: Promise<NodeJS.Signals | null>;

  private readonly cleared: Promise<void>;

  constructor(
    readonly child: ChildProcess,
    temporary: string | undefined,
  ) {
    this.pipe = connect(child);
    this.devtools = new Channel(this.pipe);
    this.endedBy = new Promise((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)).once('error', () => resolve(null)),
    );
    // Processes that it has started may outlive it, and keep the ID of their group from being used anew until now.
    this.cleared = this.endedBy
      .then(() => killGroup(child))
      .then(() => (temporary === undefined ? undefined : removeFolder(temporary)));
  }

  get alive(): boolean {
    return this.devtools.isOpen && isRunning(this.child);
  }

  endWith(signal: AbortSignal | undefined): void {
    const end = (): void => void this.kill();
    signal?.addEventListener('abort', end, { once: true });
    void this.endedBy.then(() => signal?.removeEventListener('abort', end));
  }

  async stop(): Promise<void> {
    const closed = despiteFailure(this.devtools.send('Browser.close')).then(() => this.endedBy);
    await Promise.race([closed, delay(CLOSING_TIME, undefined, { ref: false })]);
    await this.kill();
  }

  async kill(): Promise<void> {
    // Once it has ended, its ID may be that of a process of someone else.
    if (isRunning(this.child)) killTree(this.child);
    await this.cleared;
  }
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Kills it with its helper processes. Windows has no groups: there a program of the system finds them by their parents. */
function killTree(child: ChildProcess): void {
  if (process.platform !== 'win32') return killGroup(child);
  spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  child.kill('SIGKILL');
}

/**
 * Helper processes are in the group too. An error is ignored if the group has already ended; macOS reports EPERM while
 * it is a zombie.
 */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/** Browsers must not get the tokens, ours or that of the official tools. HOME keeps the user's own folder as it is. */
function environment(home: string, temporary: string | undefined): NodeJS.ProcessEnv {
  return { ...withoutTokens(process.env), HOME: home, ...(temporary !== undefined && { TMPDIR: temporary }) };
}

/**
 * Creates a folder for TMPDIR, where a browser that is killed leaves a folder or two. It is as close to the root as
 * possible, to keep the path short. Undefined if the path is still too long; the browser then uses the system's folder.
 */
async function makeTemporary(home: string, launch: number): Promise<string | undefined> {
  const temporary = path.join(homeAbove(home), `t${launch.toString(36)}`);
  const isShort = Buffer.byteLength(temporary) <= MAX_TMPDIR_LENGTH;
  await mkdir(isShort ? temporary : home, { recursive: true });
  return isShort ? temporary : undefined;
}

/** Collects what it writes to standard error, or why the system could not start it. */
function listenTo(child: ChildProcess): () => Promise<string> {
  let tail = '';
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', ({ message }) => (tail += `\n${message}`));
  child.stderr?.on('data', (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-MAX_LAST_WORDS)));
  return async () => {
    await Promise.race([silent, delay(LISTENING_TIME, undefined, { ref: false })]);
    return tail.trim();
  };
}
