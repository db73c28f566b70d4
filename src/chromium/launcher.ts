import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { withoutTokens } from '../core/environment';
import { codeOf, messageOf } from '../core/thrown';
import { Channel } from './channel';
import { Connection } from './connection';
import { BrowserGone, NotStarted, regardless } from './failures';
import { chromiumFlags, type Viewport } from './flags';

/** Chromium puts sockets under TMPDIR: with a longer path than this many bytes it exits at once. */
const LONGEST_TMPDIR = 60;
/** Milliseconds for a Chromium that was asked to close to write its profile and go. */
const CLOSING_TIME = 5_000;
/** Milliseconds to wait for the last words of one that has ended: they may arrive after the news of it. */
const LISTENING_TIME = 1_000;
/** Characters: where Chromium ends itself, a stack follows on the line that says why. */
const LONGEST_LAST_WORDS = 8_000;

export interface ChromiumProcess {
  readonly devtools: Channel;
  readonly alive: boolean;
  /** Asks it to close, so that cookies and storage reach the disk, and ends it when it does not. */
  stop(): Promise<void>;
  /** Ends it at once, with everything it started. */
  kill(): Promise<void>;
}

/** Starts browsers, and knows all that run. */
export class Launcher {
  readonly #executable: string;
  readonly #held: number | undefined;
  readonly #running = new Set<ChromiumProcess>();
  #closed = false;

  /** @param held a file descriptor of ours that every browser keeps open: whoever reads its other end knows when the last has gone. */
  constructor(executable: string, held?: number) {
    this.#executable = executable;
    this.#held = process.platform === 'win32' ? undefined : held;
  }

  /**
   * Starts a headless Chromium with its profile in `home`, in a process group of its own. Because it is driven over a
   * pipe it also ends by itself, 0.2 s after this process, even when that was killed.
   */
  async launch(home: string, viewport: Viewport): Promise<ChromiumProcess> {
    this.#assertOpen();
    const env = await environment(home);
    this.#assertOpen();
    const child = start(this.#executable, chromiumFlags(path.join(home, 'profile'), viewport), env, this.#held);
    const lastWords = listenTo(child);
    const chromium = new RunningChromium(child);
    this.#running.add(chromium);
    void chromium.exited.then(() => this.#running.delete(chromium));
    try {
      await chromium.devtools.send('Browser.getVersion');
      return chromium;
    } catch (error) {
      await chromium.kill();
      throw new NotStarted(this.#executable, await lastWords(), error);
    }
  }

  /** Ends all of them, also those that are only just starting, and starts no more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running].map((chromium) => chromium.kill()));
  }

  #assertOpen(): void {
    if (this.#closed) throw new BrowserGone();
  }
}

/** Most failures come as an event; what Windows does not take for a program at all is thrown. */
function start(executable: string, flags: string[], env: NodeJS.ProcessEnv, held: number | undefined): ChildProcess {
  try {
    return spawn(executable, flags, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', ...(held === undefined ? [] : [held])], env, detached: process.platform !== 'win32' });
  } catch (error) {
    throw new NotStarted(executable, messageOf(error), error);
  }
}

/** Chromium reads its third pipe and writes its fourth. */
function connect({ stdio: [, , , writer, reader] }: ChildProcess): Connection {
  if (!(writer instanceof Writable) || !(reader instanceof Readable)) throw new Error('Chromium was started without its pipes');
  return new Connection(writer, reader);
}

class RunningChromium implements ChromiumProcess {
  readonly devtools: Channel;
  readonly exited: Promise<void>;

  constructor(readonly child: ChildProcess) {
    this.devtools = new Channel(connect(child));
    this.exited = new Promise((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
    // What it has started may outlive it.
    void this.exited.then(() => killGroup(child));
  }

  get alive(): boolean {
    return this.devtools.isOpen && this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    const closed = regardless(this.devtools.send('Browser.close')).then(() => this.exited);
    await Promise.race([closed, delay(CLOSING_TIME, undefined, { ref: false })]);
    await this.kill();
  }

  async kill(): Promise<void> {
    killGroup(this.child);
    await this.exited;
  }
}

/** Its helper processes are in the group too. A group that has gone is what is wanted; macOS says EPERM while it is a zombie. */
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
 * HOME keeps downloads out of the person's own folder, TMPDIR keeps what a killed browser leaves out of the temp folder. The tokens,
 * ours and that of the official tools, are nothing for a browser.
 */
async function environment(home: string): Promise<NodeJS.ProcessEnv> {
  const temporary = path.join(home, 't');
  await mkdir(temporary, { recursive: true });
  return { ...withoutTokens(process.env), HOME: home, ...(Buffer.byteLength(temporary) <= LONGEST_TMPDIR && { TMPDIR: temporary }) };
}

/** What it says on standard error, or why the system could not start it. */
function listenTo(child: ChildProcess): () => Promise<string> {
  let tail = '';
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', ({ message }) => (tail += `\n${message}`));
  child.stderr?.on('data', (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-LONGEST_LAST_WORDS)));
  return async () => {
    await Promise.race([silent, delay(LISTENING_TIME, undefined, { ref: false })]);
    return tail.trim();
  };
}
