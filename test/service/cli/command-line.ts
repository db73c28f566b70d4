import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';

const PROGRAM = path.resolve('dist/cli.mjs');

/** What a command wrote, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command that runs. */
export class Running {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = once(child, 'close').then(() => ({ code: child.exitCode, out: this.out, err: this.err }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits for a text in what it has written. */
  async says(text: string): Promise<void> {
    const told = (): string => `${this.out}\n${this.err}`;
    try {
      await until(`it says ${text}`, () => this.child.exitCode !== null || told().includes(text));
    } catch (error) {
      throw new Error(`it said only ${told()}`, { cause: error });
    }
    if (!told().includes(text)) throw new Error(`it has ended with ${this.child.exitCode}: ${told()}`);
  }

  async interrupt(signal: NodeJS.Signals = 'SIGINT'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** A person at a terminal, with a folder and a state of its own. */
export class Person {
  readonly folder = temporaryFolder();
  private readonly running: ChildProcess[] = [];

  constructor(readonly environment: Readonly<Record<string, string>> = {}) {}

  /** Writes files into a folder. @returns the path of the folder. */
  write(name: string, files: Readonly<Record<string, string | object>>): string {
    const folder = path.join(this.folder, name);
    for (const [file, content] of Object.entries(files)) {
      const at = path.join(folder, file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
    }
    return folder;
  }

  start(...args: readonly string[]): Running {
    return this.spawn(process.execPath, [PROGRAM, ...args]);
  }

  run(...args: readonly string[]): Promise<Ended> {
    return this.start(...args).ended;
  }

  /** Runs a command in another folder. */
  runIn(folder: string, ...args: readonly string[]): Promise<Ended> {
    return this.spawn(process.execPath, [PROGRAM, ...args], folder).ended;
  }

  /** Runs a command in a terminal, which has one stream. */
  inTerminal(...args: readonly string[]): Promise<Ended> {
    const quoted = [process.execPath, PROGRAM, ...args].map((each) => `'${each.replaceAll("'", String.raw`'\''`)}'`);
    return this.spawn('script', ['-qec', quoted.join(' '), '/dev/null']).ended;
  }

  /** The variables of its commands: none of those of whoever runs the tests that a command reads. */
  get variables(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(
      ([name]) =>
        !/^(BROWSER_SESSIONS_(?!CHROMIUM)|KERNEL_|GITHUB_|NO_COLOR|FORCE_COLOR|TERM|(?:https?|all|no)_proxy$)/i.test(
          name,
        ),
    );
    return {
      ...Object.fromEntries(inherited),
      TERM: 'xterm',
      BROWSER_SESSIONS_STATE: path.join(this.folder, 'state'),
      ...this.environment,
    };
  }

  leave(): void {
    for (const child of this.running) child.kill('SIGKILL');
  }

  private spawn(command: string, args: readonly string[], cwd = this.folder): Running {
    const child = spawn(command, [...args], {
      cwd,
      env: this.variables,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.push(child);
    return new Running(child);
  }
}

export const GOOD = {
  'manifest.json': {
    manifest_version: 3,
    name: 'Hello',
    version: '1.2',
    permissions: ['storage'],
    background: { service_worker: 'worker.js' },
  },
  'worker.js': 'console.log("worker up");\nchrome.storage.local.set({ count: 3 });\n',
};

/** A sequence with a click that no display has. */
export const FAILING = {
  steps: [{ click: { x: 5, y: 6 } }, { wait: 20 }, { click: { x: 99_999, y: 6 } }, { click: { x: 1, y: 1 } }],
};

/** What a terminal shows as colors. */
export const HAS_COLORS = /\p{Cc}\[\d+m/u;
