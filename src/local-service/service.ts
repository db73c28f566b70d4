import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ReadyMessage } from '../core/ready-message';
import { Launcher } from '../chromium/launcher';
import { Catalog } from './extensions/catalog';
import { makeProcessFolder, removeFolder } from '../chromium/process-folders';
import { DevToolsServer } from './devtools/server';
import { createApp } from './http/app';
import type { Service } from './http/context';
import { Pools } from './pools/pools';
import { Problem } from './problem';
import { Profiles } from './profiles/profiles';
import { profilesFolder } from './profiles/profiles-folder';
import { DEFAULT_VIEWPORT, Session, type SessionSettings } from './sessions/session';
import { Sessions } from './sessions/sessions';
import { TaskGroup } from './task-group';

const POOL_NAME = 'local-pool';
const STANDARD_OUTPUT = 1;
/**
 * Milliseconds. With Node's default of five seconds, a client on a busy machine may send its next request just when the
 * connection closes.
 */
const KEEP_ALIVE = 60_000;

export interface ServiceOptions {
  executable: string;
  token: string;
  /** Whether the service made the token itself. */
  provesToken: boolean;
  port: number;
  /** Browsers in its pool; 0: it has none. */
  poolSize: number;
  startUrl?: string;
}

/** A running service, which starts with one session, and one pool if that is wanted. */
export interface RunningService extends ReadyMessage {
  /** Ends every browser and removes everything that was written. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1 only, because just the token protects it.
 * @throws as soon as the signal is aborted, after removing everything.
 */
export async function startService(
  { executable, token, provesToken, port, poolSize, startUrl }: ServiceOptions,
  signal: AbortSignal,
): Promise<RunningService> {
  const home = await makeProcessFolder();
  // A service that is killed ends no browser and removes no folder. Every browser inherits its standard output, so its
  // parent can see when the last browser has ended.
  const launcher = new Launcher(executable, STANDARD_OUTPUT);
  const startSession: Service['startSession'] = (settings, extensions, useProfile) =>
    Session.start(launcher, home, settings, extensions, useProfile);
  const settings: SessionSettings = { viewport: DEFAULT_VIEWPORT, ...(startUrl !== undefined && { startUrl }) };
  const requests = new TaskGroup();
  const inBackground = (work: () => Promise<void>): void =>
    void requests.run(work).catch((error: unknown) => requests.signal.aborted || console.error(error));
  const sessions = new Sessions(inBackground);
  const pools = new Pools(sessions, () => startSession(settings));
  const server = createServer();
  const app = createApp({
    token,
    provesToken,
    address: () => addressOf(server),
    launcher,
    home,
    sessions,
    pools,
    catalog: new Catalog(home),
    profiles: new Profiles(profilesFolder(process.env), home),
    ending: requests.signal,
    inBackground,
    startSession,
  });
  const respond = getRequestListener(app.fetch);
  server.on('request', (request, response) => {
    requests.run(async () => respond(request, response)).catch(() => response.destroy());
  });
  const devTools = new DevToolsServer(sessions);
  server.on('upgrade', (request, stream, head) => {
    requests.run(() => devTools.serve(request, stream, head)).catch(() => stream.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  const close = async (): Promise<void> => {
    server.close();
    const ended = requests.end(new Problem(500, 'internal_error', 'the local service is ending, and nothing was done'));
    await Promise.all([sessions.endAll(), sessions.saveAll().then(() => launcher.close())]);
    // Requests that were aborted have been answered; clients that are still sending or reading are not waited for.
    server.closeAllConnections();
    await ended;
    await removeFolder(home);
  };
  const cancel = (): void => void launcher.close();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    const url = await listen(server, port);
    const [session] = await allOrNone(
      launcher,
      startSession(settings),
      poolSize === 0 ? undefined : pools.create({ name: POOL_NAME, size: poolSize }),
    );
    sessions.lease(session);
    return { url, token, session: session.id, ...(poolSize > 0 && { pool: POOL_NAME }), close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** If one fails, the other is ended too, and waited for: it may still be creating folders. */
async function allOrNone<A, B>(launcher: Launcher, one: Promise<A>, other: B): Promise<[A, Awaited<B>]> {
  try {
    return await Promise.all([one, other]);
  } catch (error) {
    await launcher.close();
    await Promise.allSettled([one, other]);
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return addressOf(server);
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
