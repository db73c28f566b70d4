import type { ClientRequest, RequestOptions } from 'node:http';
import type { Socket as Stream } from 'node:net';
import type { Dispatcher } from 'undici';
import BaseDispatcher from 'undici/lib/dispatcher/dispatcher.js';
import { ping, WebSocket } from 'undici/lib/web/websocket/websocket.js';
import { Cancelled, raceWithAbort, throwIfCancelled } from '../core/errors';
import { lateAnswer, NotReachable } from './failures';

// Loaded when it is needed, because undici is large; apart from types, only connection.ts imports this file.

/** Begins a request over the editor's network. Its listeners have to be added in the same turn. */
type RequestFactory = (options: RequestOptions) => ClientRequest;

/** The editor's network, as the requests to the service use it. */
export interface Network {
  /** @returns a function that begins a request to the host of `url`. */
  requestFactoryFor(url: URL): Promise<RequestFactory>;
  /** @returns whether there are certificates that were not trusted so far, and are from now on. */
  trustExtra(): Promise<boolean>;
}

/** Milliseconds until a WebSocket is open. A browser that is restarting answers late. */
const CONNECT_TIMEOUT = 15_000;

/**
 * Opens a WebSocket over the editor's network.
 * @param address `wss:`, or `ws:` on this machine.
 * @throws NotReachable, or Cancelled.
 */
export async function openSocket(address: URL, network: Network, signal: AbortSignal): Promise<Socket> {
  try {
    return await connect(address, network, signal);
  } catch (error) {
    const { status } = error instanceof NotReachable ? error : { status: 0 };
    if (status === undefined && (await network.trustExtra())) return connect(address, network, signal);
    throw error;
  }
}

async function connect(address: URL, network: Network, signal: AbortSignal): Promise<Socket> {
  throwIfCancelled(signal);
  const createRequest = await raceWithAbort(network.requestFactoryFor(httpAddress(address)), signal).catch(
    (error: unknown) => {
      throw error instanceof Cancelled ? error : new NotReachable(error);
    },
  );
  throwIfCancelled(signal);
  return new Promise((resolve, reject) => {
    let failure: NotReachable | undefined;
    const socket = new Socket(address, createRequest, (error) => (failure = error));
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      end();
    };
    const fail = (error: Error): void =>
      settle(() => {
        socket.close();
        reject(error);
      });
    const cancel = (): void => fail(new Cancelled());
    const timer = setTimeout(() => fail(lateAnswer()), CONNECT_TIMEOUT);
    signal.addEventListener('abort', cancel, { once: true });
    socket.addEventListener('open', () => settle(() => resolve(socket)), { once: true });
    socket.addEventListener('error', ({ error }) => fail(failure ?? new NotReachable(error)), { once: true });
  });
}

/** The address that the upgrade is asked of. */
function httpAddress(address: URL): URL {
  const url = new URL(address);
  url.protocol = address.protocol === 'wss:' ? 'https:' : 'http:';
  return url;
}

/** A WebSocket, and what tells whether anyone is at its other end. */
export class Socket extends WebSocket {
  private readonly upgrade: UpgradeDispatcher;

  /**
   * Begins to open it.
   * @param onFailure receives the reason if the host rejects it: the events of a WebSocket do not contain it.
   */
  constructor(address: URL, createRequest: RequestFactory, onFailure: (error: NotReachable) => void) {
    const upgrade = new UpgradeDispatcher(createRequest, onFailure);
    super(address, { dispatcher: upgrade });
    this.upgrade = upgrade;
    this.binaryType = 'arraybuffer';
  }

  /** All bytes that have come so far. A large message changes it long before it is complete. */
  get bytesRead(): number {
    return this.upgrade.line?.bytesRead ?? 0;
  }

  /** Asks for a few bytes, which every WebSocket should give. It is no message, so it does not reach the browser. */
  ping(): void {
    if (this.readyState === WebSocket.OPEN) ping(this);
  }

  /** Ends it without the closing handshake, which nobody would answer. */
  destroy(): void {
    this.upgrade.line?.destroy();
  }
}

/** Bytes of one message. The largest are pictures of a screen. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Gives undici's WebSocket a connection of the editor's own network, with its proxies, logins and certificates: undici
 * by itself knows none of them.
 */
class UpgradeDispatcher extends BaseDispatcher {
  /** Read by undici for each WebSocket. */
  readonly webSocketOptions = { maxPayloadSize: MAX_MESSAGE_BYTES };
  /** Once it is open. */
  line: Stream | undefined;

  constructor(
    private readonly createRequest: RequestFactory,
    private readonly onFailure: (error: NotReachable) => void,
  ) {
    super();
  }

  override dispatch({ headers }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const request = this.createRequest({ method: 'GET', headers: upgradeHeaders(headers) });
    const fail = (error: NotReachable): void => {
      this.onFailure(error);
      handler.onError?.(error);
    };
    handler.onConnect?.(() => request.destroy());
    request.once('upgrade', ({ statusCode = 0, rawHeaders }, socket, head) => {
      this.line = socket;
      if (head.length > 0) socket.unshift(head);
      handler.onUpgrade?.(
        statusCode,
        rawHeaders.map((text) => Buffer.from(text, 'latin1')),
        socket,
      );
    });
    request.once('response', (response) => {
      response.destroy();
      fail(new NotReachable(undefined, response.statusCode));
    });
    request.on('error', (error) => fail(new NotReachable(error)));
    request.end();
    return true;
  }
}

/**
 * Only the headers that a WebSocket needs. Compression is not offered, because a few bytes could then expand into
 * many.
 */
function upgradeHeaders(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  const needed = Object.entries(headers ?? {}).filter(([name]) => /^sec-websocket-(key|version)$/i.test(name));
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    ...Object.fromEntries(needed.map(([name, value]) => [name, String(value)])),
  };
}
