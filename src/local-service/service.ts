import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Launcher } from '../chromium/launcher';
import { Catalogue } from './extensions/catalogue';
import { makeHome, removeFolder } from '../chromium/home';
import { createApp } from './http/app';
import { DEFAULT_VIEWPORT } from './http/session-request';
import { Pools } from './pools/pools';
import { Session, type SessionSettings, type UnpackedExtension } from './sessions/session';
import { Sessions } from './sessions/sessions';

const POOL_NAME = 'local-pool';

export interface ServiceOptions {
  executable: string;
  token: string;
  port: number;
  poolSize: number;
  startUrl?: string;
}

/** A service that runs, with one session and one pool to begin with. */
export interface RunningService {
  url: string;
  token: string;
  session: string;
  pool: string;
  /** Ends every browser and removes everything that was written. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only: the token is all that guards it. */
export async function startService({ executable, token, port, poolSize, startUrl }: ServiceOptions): Promise<RunningService> {
  const home = await makeHome();
  const launcher = new Launcher(executable);
  const startSession = (settings: SessionSettings, extensions?: UnpackedExtension[]): Promise<Session> =>
    Session.start(launcher, home, settings, extensions);
  const settings: SessionSettings = { viewport: DEFAULT_VIEWPORT, ...(startUrl !== undefined && { startUrl }) };
  const sessions = new Sessions();
  const pools = new Pools(sessions, () => startSession(settings));
  const app = createApp({ token, launcher, home, sessions, pools, catalogue: new Catalogue(home), startSession });
  const respond = getRequestListener(app.fetch);
  const server = createServer((request, response) => void respond(request, response));
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await launcher.close();
    await removeFolder(home);
  };
  try {
    const url = await listen(server, port);
    const [session] = await Promise.all([startSession(settings), pools.create({ name: POOL_NAME, size: poolSize })]);
    sessions.hand(session);
    return { url, token, session: session.id, pool: POOL_NAME, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
