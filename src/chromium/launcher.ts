import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { withoutTokens } from '../core/environment';
import { codeOf, messageOf } from '../core/errors';
import { Channel } from './channel';
import { Connection } from './connection';
import { BrowserGone, NotStarted, ignoreFailure } from './failures';
import { chromiumFlags, type Viewport } from './flags';
import { homeAbove, removeFolder } from './home';
import { Pipe } from './pipe';

/**
 * Chromium makes a socket below TMPDIR, and exits at once where its path has more than the 107 bytes that Linux bears
 * (103 on macOS):
 * `/org.chromium.Chromium.XXXXXX/SingletonSocket` takes 45 of them.
 */
const MAX_TMPDIR_LENGTH = process.platform === 'darwin' ? 58 : 62;
/** Milliseconds for a Chromium that was asked to close to write its profile and go. */
const CLOSING_TIME = 5_000;
/** Milliseconds to wait for the last words of one that has ended: they may arrive after the news of it. */
const LISTENING_TIME = 1_000;
/** Characters: where Chromium ends itself, a stack follows on the line that says why. */
const MAX_LAST_WORDS = 8_000;

export interface ChromiumProcess {
  readonly devtools: Channel;
  /** What `devtools` speaks over, for whoever speaks the protocol on their own. */
  readonly pipe: Pipe;
  readonly alive: boolean;
  /** Settles when it has ended, with the signal that ended it, or null. */
  readonly endedBy: Promise<NodeJS.Signals | null>;
  /** Asks it to close, so that cookies and storage reach the disk, and ends it when it does not. */
  stop(): Promise<void>;
  /** Ends it at once, with everything it started. */
  kill(): Promise<void>;
}

/** Starts browsers, and knows all that run. */
export class Launcher {
  private readonly executable: string;
  private readonly held: number | undefined;
  private readonly running = new Set<ChromiumProcess>();
  private launches = 0;
  private closed = false;

  /**
   * @param held a file descriptor of ours that every browser keeps open: whoever reads its other end knows when the
   * last has gone.
   */
  constructor(executable: string, held?: number) {
    this.executable = executable;
    this.held = process.platform === 'win32' ? undefined : held;
  }

  /**
   * Starts a headless Chromium with its profile in `home`, in a process group of its own. Because it is driven over a
   * pipe it also ends by itself, 0.2 s after this process, even when that was killed. `signal` ends it, also while it
   * starts.
   */
  async launch(home: string, viewport: Viewport, signal?: AbortSignal): Promise<ChromiumProcess> {
    this.assertOpen();
    const temporary = await makeTemporary(home, this.launches++);
    const env = environment(home, temporary);
    this.assertOpen();
    signal?.throwIfAborted();
    const child = start(this.executable, chromiumFlags(path.join(home, 'profile'), viewport), env, this.held);
    const lastWords = listenTo(child);
    const chromium = new RunningChromium(child, temporary);
    this.running.add(chromium);
    void chromium.endedBy.then(() => this.running.delete(chromium));
    chromium.endWith(signal);
    try {
      await chromium.devtools.send('Browser.getVersion');
      return chromium;
    } catch (error) {
      await chromium.kill();
      throw new NotStarted(this.executable, await lastWords(), error);
    }
  }

  /** Ends all of them, also those that are only just starting, and starts no more. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.running].map((chromium) => chromium.kill()));
  }

  private assertOpen(): void {
    if (this.closed) throw new BrowserGone();
  }
}

/** Most failures come as an event; what Windows does not take for a program at all is thrown. */
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
    this.devtools = new Channel(new Connection(this.pipe));
    this.endedBy = new Promise((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)).once('error', () => resolve(null)),
    );
    // What it has started may outlive it.
    this.cleared = this.endedBy.then(() => killGroup(child)).then(() => removeTemporary(temporary));
  }

  get alive(): boolean {
    return this.devtools.isOpen && this.child.exitCode === null && this.child.signalCode === null;
  }

  endWith(signal: AbortSignal | undefined): void {
    const end = (): void => void this.kill();
    signal?.addEventListener('abort', end, { once: true });
    void this.endedBy.then(() => signal?.removeEventListener('abort', end));
  }

  async stop(): Promise<void> {
    const closed = ignoreFailure(this.devtools.send('Browser.close')).then(() => this.endedBy);
    await Promise.race([closed, delay(CLOSING_TIME, undefined, { ref: false })]);
    await this.kill();
  }

  async kill(): Promise<void> {
    killGroup(this.child);
    await this.cleared;
  }
}

/**
 * Its helper processes are in the group too. A group that has gone is what is wanted; macOS says EPERM while it is a
 * zombie.
 */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * The tokens, ours and that of the official tools, are nothing for a browser. HOME keeps downloads out of the person's
 * own folder.
 */
function environment(home: string, temporary: string | undefined): NodeJS.ProcessEnv {
  return { ...withoutTokens(process.env), HOME: home, ...(temporary !== undefined && { TMPDIR: temporary }) };
}

/**
 * A folder for TMPDIR, where a browser that is killed leaves a folder or two. It stands as high as may be, for a short
 * path. Undefined where that is too long all the same, and the browser gets the system's.
 */
async function makeTemporary(home: string, launch: number): Promise<string | undefined> {
  const temporary = path.join(homeAbove(home), `t${launch.toString(36)}`);
  const isShort = Buffer.byteLength(temporary) <= MAX_TMPDIR_LENGTH;
  await mkdir(isShort ? temporary : home, { recursive: true });
  return isShort ? temporary : undefined;
}

/** Where that fails now, it goes with the folder that it is in. */
async function removeTemporary(temporary: string | undefined): Promise<void> {
  if (temporary !== undefined) await removeFolder(temporary).catch(() => undefined);
}

/** What it says on standard error, or why the system could not start it. */
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
