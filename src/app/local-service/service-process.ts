import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { CHROMIUM_VARIABLE } from '../../chromium/find-chromium';
import { removeLeftBehind } from '../../chromium/process-folders';
import { withoutTokens, withoutVariables } from '../../core/environment';

/** Characters of its standard error that are kept: the last ones. */
const KEPT = 4_000;
/** Milliseconds that the service has to save profiles, end its browsers and remove its folders after it was told to stop. */
const ENDING_TIME = 10_000;

/** How the service ended. */
export interface Ending {
  /** False if it was not stopped by us. */
  readonly asked: boolean;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the system could not start it. */
  readonly error?: Error;
  /** The end of its standard error. */
  readonly lastWords: string;
}

/**
 * The service as a child of this process. It ends when its standard input is closed, so it ends with this process in
 * any case, and its browsers end with it. It generates its own token and sends it over a pipe, or gets one over a pipe,
 * so the token is in no environment and on no command line.
 */
export class ServiceProcess {
  /** Its first line, without the line break; undefined if it ends before. */
  readonly firstLine: Promise<string | undefined>;
  /** Settles when the service has ended and its leftovers are removed. Never rejects. */
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcessWithoutNullStreams;
  private asked = false;
  private lastWords = '';

  constructor({ program, chromium, port, token, flags = [] }: LocalServiceOptions) {
    // A process group of its own: if this process is killed with its whole group, the service still has time to clean
    // up. With the root as its working directory it blocks no folder, and a relative path cannot lead to a file that
    // others may write.
    const options = {
      env: serviceEnvironment(process.env, chromium),
      cwd: path.parse(program).root,
      detached: process.platform !== 'win32',
      windowsHide: true,
    };
    const all = ['--port', `${port}`, '--json', '--end-with-stdin', ...flags];
    this.child = spawn(
      process.execPath,
      [program, ...all, ...(token === undefined ? [] : ['--token-from-stdin'])],
      options,
    );
    // It may have ended already when its input is closed.
    this.child.stdin.on('error', () => {});
    if (token !== undefined) this.child.stdin.write(`${token}\n`);
    this.child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (this.lastWords = (this.lastWords + text).slice(-KEPT)));
    this.firstLine = firstLine(this.child.stdout);
    this.ended = this.end();
  }

  /** Tells the service to end, and kills it if it does not; waits until it has ended. */
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
    // If the system cannot start it, there is nothing more to wait for.
    closed.catch(() => {});
    const ending = await new Promise<Pick<Ending, 'code' | 'signal' | 'error'>>((resolve) => {
      this.child.once('error', (error) => resolve({ code: null, signal: null, error }));
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const asked = this.asked;
    // Its browsers keep its output open until they have ended. A browser that is still ending would create its folder
    // again.
    if (!ending.error) await Promise.race([closed, delay(ENDING_TIME, undefined, { ref: false })]);
    // A service that was killed leaves its folder behind. If it cannot be removed now, the next start of a browser
    // tries again.
    if (ending.code !== 0) await removeLeftBehind().catch(() => {});
    return { ...ending, asked, lastWords: this.lastWords.trim() };
  }
}

/**
 * Variables that are meant for this process and not for its children: options of our Node, such as a debugger port, and
 * the editor's own.
 */
const OURS = /^(NODE|VSCODE|ELECTRON)_/;

/**
 * The environment for the service and its browsers: without tokens, and with a plain Node. In the extension host of the
 * desktop editor, our Node is the editor's own program; the last variable makes it run as plain Node.
 */
export function serviceEnvironment(env: NodeJS.ProcessEnv, chromium: string | undefined): NodeJS.ProcessEnv {
  const inherited = withoutVariables(withoutTokens(env), (name) => OURS.test(name));
  return { ...inherited, ...(chromium && { [CHROMIUM_VARIABLE]: chromium }), ELECTRON_RUN_AS_NODE: '1' };
}

/** Characters. The service never writes a longer line. */
const MAX_LENGTH = 10_000;

/**
 * The first line of a stream; undefined if the stream ends first or the line is too long. The rest is read and
 * discarded.
 */
export function firstLine(stream: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const take = (chunk: string): void => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end !== -1) settle(text.slice(0, end));
      else if (text.length > MAX_LENGTH) settle(undefined);
    };
    const settle = (line: string | undefined): void => {
      stream.off('data', take).resume();
      resolve(line);
    };
    stream.setEncoding('utf8').on('data', take);
    for (const end of ['end', 'error', 'close']) stream.once(end, () => resolve(undefined));
  });
}

export interface LocalServiceOptions {
  /** Absolute path of the bundled service. */
  readonly program: string;
  /** Absolute path of the browser that the user chose; if undefined, an installed one is found. */
  readonly chromium?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  /** A token of one line that the user chose; if undefined, the service generates one. */
  readonly token?: string | undefined;
  /** More flags for its command line. */
  readonly flags?: readonly string[];
}
