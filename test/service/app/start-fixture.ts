import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { LocalServiceOptions } from '../../../src/app/local-service/service-process';
import { startLocalService, type LocalService } from '../../../src/app/local-service/start';
import { servicePath } from '../../support/local-service';
import { until } from '../../support/until';
import { descendantsOf, processesOf, servicesOf } from '../../support/processes';
import { temporaryFolder } from '../../support/temporary-folder';

/** A running `starter.ts`, and what it printed. */
export interface Starter {
  readonly pid: number;
  readonly said: Promise<{
    service?: Pick<LocalService, 'url' | 'token' | 'session' | 'pool'>;
    error?: string;
    recovery?: string;
  }>;
  /** Closes its standard input and waits until it has ended. */
  end(): Promise<void>;
}

/** Services with their own temporary folder; after each test nothing may be left over. Use in a `describe`. */
export class StartFixture {
  private root = '';
  private before: string | undefined;
  private pids: number[] = [];
  private starters: ChildProcess[] = [];

  constructor() {
    beforeEach(() => {
      this.pids = [];
      this.starters = [];
      this.root = temporaryFolder();
      this.before = process.env['TMPDIR'];
      process.env['TMPDIR'] = this.root;
    });
    // A starter that a failed test has left running. What it has started ends with it.
    afterEach(() => this.starters.forEach((starter) => starter.kill('SIGKILL')));
    afterEach('nothing is left', () => until('all is removed', () => this.left().length === 0));
    afterEach(() => {
      if (this.before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = this.before;
    });
  }

  get folder(): string {
    return this.root;
  }

  start(options: Partial<LocalServiceOptions> = {}, signal = new AbortController().signal): Promise<LocalService> {
    const starting = startLocalService({ program: servicePath(), port: 0, ...options }, signal);
    this.pids.push(...servicesOf(process.pid));
    return starting;
  }

  /** The same in another program, with `prefix` before its command. */
  startBy(prefix: string[], options: Partial<LocalServiceOptions> = {}, env: NodeJS.ProcessEnv = {}): Starter {
    const starter = path.join(path.dirname(servicePath()), '../out/test/service/app/starter.mjs');
    const child = spawn(
      '/usr/bin/env',
      [...prefix, process.execPath, starter, JSON.stringify({ program: servicePath(), port: 0, ...options })],
      { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    this.starters.push(child);
    const exited = once(child, 'exit');
    return { pid: pidOf(child), said: firstLine(child), end: () => end(child, exited) };
  }

  /** The process ID of the only service that `starter` has started; `starter` is this process by default. */
  async pid(starter = process.pid): Promise<number> {
    await until('a service runs', () => servicesOf(starter).length > 0);
    const [pid, ...others] = servicesOf(starter);
    if (pid === undefined || others.length > 0) throw new Error(`${others.length + 1} services`);
    this.pids.push(pid);
    return pid;
  }

  /** The remaining folders and processes of the services. */
  left(): string[] {
    const folders = readdirSync(this.root).filter((name) => name.startsWith('browser-sessions-'));
    return [...folders, ...[...this.pids.flatMap(processesOf), ...descendantsOf(process.pid)].map(String)];
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the starter did not start');
  return pid;
}

async function firstLine({ stdout }: ChildProcess): ReturnType<() => Starter['said']> {
  if (!stdout) throw new Error('no standard output');
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  return {};
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.stdin?.end();
  await exited;
}

/** Whether this machine allows running programs with fewer rights, or with fewer programs. */
export function hasNamespaces(): boolean {
  return (
    process.platform === 'linux' && spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0
  );
}
