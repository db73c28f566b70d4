import type { Client } from '../api';
import { isNotFound } from '../core/service-error';
import { DevToolsConnection, DevToolsFailure, SessionDevTools } from '../devtools';
import type { ConnectionRecords } from '../state';
import { isBrowserClient } from './one-browser/is-browser-client';

/** The service gives its sessions no DevTools address. */
export class NoDevTools extends DevToolsFailure {
  override readonly name = 'NoDevTools';

  constructor() {
    super('the service gives no DevTools address');
  }
}

/** What reaches the browser of a session. */
export interface BrowserAccess {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  readonly devtools: Pick<DevToolsSessions, 'of'>;
}

/** The DevTools connections of a window: one for a session, shared by all that need it. */
export class DevToolsSessions {
  private readonly known = new Map<Client, Map<string, SessionDevTools>>();
  /** Services that give no address, so that they are asked only once. */
  private readonly without = new WeakSet<Client>();

  of(client: Client, session: string): SessionDevTools {
    if (isBrowserClient(client)) return client.devToolsOf(session);
    const sessions = this.known.get(client) ?? this.begin(client);
    const found =
      sessions.get(session) ?? new SessionDevTools({ open: (signal) => this.open(client, session, signal) });
    sessions.set(session, found);
    return found;
  }

  /** What was opened with a token must not outlive it. */
  private begin(client: Client): Map<string, SessionDevTools> {
    const sessions = new Map<string, SessionDevTools>();
    this.known.set(client, sessions);
    const end = (): void => {
      for (const devtools of sessions.values()) devtools.close();
      this.known.delete(client);
    };
    client.ended.addEventListener('abort', end, { once: true });
    return sessions;
  }

  /** Whether a service is known to give no address. */
  hasNone(client: Client): boolean {
    return this.without.has(client);
  }

  close(): void {
    for (const sessions of this.known.values()) for (const devtools of sessions.values()) devtools.close();
    this.known.clear();
  }

  /** Gets the address each time: it is a secret that is not kept, and it may have changed. */
  private async open(client: Client, session: string, signal: AbortSignal): Promise<DevToolsConnection> {
    if (this.without.has(client)) throw new NoDevTools();
    const address = await addressOf(client, session, signal);
    if (!address) {
      this.without.add(client);
      throw new NoDevTools();
    }
    return DevToolsConnection.open(address, client.network, signal);
  }
}

/**
 * @returns undefined if the service gives none.
 * @throws NoDevTools if it shows no sessions: a 404 does not tell then that this one has ended.
 */
async function addressOf(client: Client, session: string, signal: AbortSignal): Promise<URL | undefined> {
  try {
    return await client.devToolsAddress(session, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const listed = client.listSessions(signal);
    if ((await listed.catch(() => 'unknown')) === undefined) throw new NoDevTools();
    throw error;
  }
}
