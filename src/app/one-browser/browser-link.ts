import { createHash } from 'node:crypto';
import { sessionOperations } from '../../api/sessions';
import type { DevToolsTarget } from '../../core/devtools-address';
import { raceWithAbort } from '../../core/errors';
import { ServiceError } from '../../core/service-error';
import {
  browserAddress,
  defaultContext,
  DevToolsConnection,
  NotReachable,
  ProtocolError,
  SessionDevTools,
  type Network,
} from '../../devtools';

/** Milliseconds: as long as a timer can wait. Some hosts end the browser with its connection. */
const KEPT = 2 ** 31 - 1;
/** Statuses of hosts that only have the WebSocket, and nothing to ask for its address. */
const NO_VERSION = new Set([400, 404, 405, 426]);

/** A browser that is connected to. */
interface Live {
  /** The ID of its session. */
  readonly session: string;
  readonly connection: DevToolsConnection;
}

/**
 * The one connection to a browser that runs already, which everything shares: a host may start another browser for
 * another connection. A browser is a session: when it has ended, the next one at the same address is another session.
 */
export class BrowserLink {
  private readonly closing = new AbortController();
  private readonly sessions = new Map<string, SessionDevTools>();
  private live: Live | undefined;
  private connecting: Promise<Live> | undefined;

  /** @param address as it may be shown. */
  constructor(
    private readonly address: string,
    private readonly target: DevToolsTarget,
    private readonly network: Network,
  ) {}

  /**
   * The session of the browser that runs now.
   * @throws NotReachable, UserError, or Cancelled.
   */
  async session(signal: AbortSignal): Promise<string> {
    return (await this.connected(signal)).session;
  }

  /** The DevTools of a session. Its `use` throws ServiceError (404) once another browser is there. */
  of(session: string): SessionDevTools {
    const open = async (signal: AbortSignal): Promise<DevToolsConnection> => {
      const live = await this.connected(signal);
      if (live.session === session) return live.connection;
      throw new ServiceError(sessionOperations.getSession(session), 404, { details: [] }, this.address);
    };
    const devtools = this.sessions.get(session) ?? new SessionDevTools({ open, idle: KEPT });
    this.sessions.set(session, devtools);
    return devtools;
  }

  close(): void {
    this.closing.abort();
    for (const each of this.sessions.values()) each.close();
    this.live?.connection.close();
  }

  private async connected(signal: AbortSignal): Promise<Live> {
    if (this.live?.connection.isOpen) return this.live;
    // All callers wait for the same attempt, so none of them cancels it.
    this.connecting ??= this.connect(this.closing.signal).finally(() => (this.connecting = undefined));
    return raceWithAbort(this.connecting, signal);
  }

  private async connect(signal: AbortSignal): Promise<Live> {
    const connection = await DevToolsConnection.open(await this.webSocket(signal), this.network, signal, true);
    try {
      const live = { session: await sessionOf(connection, signal), connection };
      this.live = live;
      return live;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private async webSocket(signal: AbortSignal): Promise<URL> {
    const { url, isBare } = this.target;
    if (!url.protocol.startsWith('http')) return url;
    try {
      return await browserAddress(url, this.network, signal);
    } catch (error) {
      if (!isBare || !(error instanceof NotReachable) || !NO_VERSION.has(error.status ?? 0)) throw error;
      const direct = new URL(url);
      direct.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      return direct;
    }
  }
}

/** Characters of a hash: enough to tell browsers at one address apart. */
const ID_LENGTH = 8;

/** @throws DevToolsFailure if it does not speak the protocol. */
async function sessionOf(connection: DevToolsConnection, signal: AbortSignal): Promise<string> {
  const context = await defaultContext(connection, signal).catch((error: unknown) => {
    // A host may not pass this on.
    if (error instanceof ProtocolError) return undefined;
    throw error;
  });
  const hash = createHash('sha256')
    .update(context ?? '')
    .digest('hex');
  return `browser-${hash.slice(0, ID_LENGTH)}`;
}
