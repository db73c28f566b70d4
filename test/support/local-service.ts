import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StartMessage } from '../../src/core/ready-message';
import { keepWords } from './failures';

/** The local service in its own process, as tests control it. */
export interface LocalService {
  url: string;
  token: string;
  /** ID of the session that it starts with. */
  session: string;
  /** Name of the pool that it starts with. */
  pool: string;
  pid: number;
  /** Its standard error so far. */
  complaints(): string;
  /** Tells it to end, and waits until it has ended. */
  stop(): Promise<void>;
}

export interface StartOptions {
  env?: NodeJS.ProcessEnv;
  /** More flags, such as `--pool-size 2` or `--start-url ADDRESS`. */
  args?: string[];
}

/** The path of the bundled service. The suites run in the repository's root, or get its path from the environment. */
export function servicePath(): string {
  return path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd(), 'dist', 'local-service.mjs');
}

/**
 * Starts the service and waits for its first line.
 * @throws an error with its standard error, if it does not start.
 */
export async function startLocalService({ env = {}, args = [] }: StartOptions = {}): Promise<LocalService> {
  const child = spawn(process.execPath, [servicePath(), '--port', '0', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const complaint = new Complaint(child.stderr);
  child.stderr.on('data', (words: string) => keepWords(`service-${child.pid}`, words));
  const line = await firstLine(child.stdout);
  if (line === undefined || child.pid === undefined)
    throw new Error(`the local service did not start: ${await complaint.whole}`);
  const announced: StartMessage = JSON.parse(line);
  if ('failure' in announced) throw new Error(`the local service did not start: ${await complaint.whole}`);
  return {
    ...announced,
    pool: announced.pool ?? '',
    pid: child.pid,
    complaints: () => complaint.soFar,
    stop: () => stop(child, exited),
  };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

async function firstLine(stream: Readable): Promise<string | undefined> {
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  stream.resume();
  return done ? undefined : value;
}

class Complaint {
  soFar = '';
  readonly whole: Promise<string>;

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => (this.soFar += text));
    this.whole = once(stream, 'end').then(() => this.soFar);
    // Only read if the service does not start.
    this.whole.catch(() => {});
  }
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON of the body; undefined if the body is empty or not JSON. */
  body: unknown;
}

/** Sends one request with the service's token; an object is sent as JSON. */
export async function request(
  service: Pick<LocalService, 'url' | 'token'>,
  method: string,
  place: string,
  body?: object,
): Promise<Reply> {
  const response = await fetch(`${service.url}${place}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
