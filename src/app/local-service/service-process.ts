import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeLeftBehind } from '../../chromium/home';
import { serviceEnvironment } from './environment';
import { firstLine } from './first-line';
import type { LocalServiceOptions } from './options';

/** Characters of its standard error that are kept: the last ones. */
const KEPT = 4_000;
/** Milliseconds for a service that was asked to end to end its browsers and remove its folders. */
const ENDING_TIME = 5_000;

/** How it ended. */
export interface Ending {
  /** False where nobody here had asked for it. */
  readonly asked: boolean;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the system could not start it at all. */
  readonly error?: Error;
  /** The last that it wrote to standard error. */
  readonly lastWords: string;
}

/**
 * The service as a child of this process. It ends with its standard input, and so with us, however we end; and its
 * browsers end with it. It makes up its token by itself and tells it over a pipe: that stands in no environment and on
 * no command line.
 */
export class ServiceProcess {
  /** Its first line, without the end of the line; undefined when it ends before. */
  readonly firstLine: Promise<string | undefined>;
  /** Settles when it is gone, with what it has left behind. Never rejects. */
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcessWithoutNullStreams;
  private asked = false;
  private lastWords = '';

  constructor({ program, chromium, port }: LocalServiceOptions) {
    // A group of its own: who ends us with our whole group leaves it the time to tidy up. In the root it keeps no
    // folder in use, and a path that is not absolute leads to nothing that others may write.
    const options = {
      env: serviceEnvironment(process.env, chromium),
      cwd: path.parse(program).root,
      detached: process.platform !== 'win32',
      windowsHide: true,
    };
    this.child = spawn(process.execPath, [program, '--port', `${port}`, '--json', '--end-with-stdin'], options);
    // It may be gone when it is told to go.
    this.child.stdin.on('error', () => {});
    this.child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (this.lastWords = (this.lastWords + text).slice(-KEPT)));
    this.firstLine = firstLine(this.child.stdout);
    this.ended = this.end();
  }

  /** Asks it to end, and ends it when it does not; waits until it is gone. */
  async stop(): Promise<void> {
    this.asked = true;
    this.child.stdin.end();
    const patience = new AbortController();
    const late = delay(ENDING_TIME, undefined, patience).then(
      () => this.child.kill('SIGKILL'),
      () => {},
    );
    await this.ended;
    patience.abort();
    await late;
  }

  private async end(): Promise<Ending> {
    const closed = once(this.child, 'close');
    // Where the system cannot start it there is no more to wait for.
    closed.catch(() => {});
    const ending = await new Promise<Pick<Ending, 'code' | 'signal' | 'error'>>((resolve) => {
      this.child.once('error', (error) => resolve({ code: null, signal: null, error }));
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const asked = this.asked;
    // Its browsers hold its output until they have gone. One that is still going would make its folder anew.
    if (!ending.error) await Promise.race([closed, delay(ENDING_TIME, undefined, { ref: false })]);
    // One that was killed left its folder. Where that cannot be removed now, the next start of a browser tries it
    // again.
    if (ending.code !== 0) await removeLeftBehind().catch(() => {});
    return { ...ending, asked, lastWords: this.lastWords.trim() };
  }
}
