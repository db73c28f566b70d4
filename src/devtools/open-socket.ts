import { Cancelled, throwIfCancelled } from '../core/errors';
import { NotReachable } from './failures';
import type { RequestFactory, Socket } from './undici-socket';

export type { Socket } from './undici-socket';

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
  const { Socket: UpgradedSocket } = await loadUndici();
  const createRequest = await network.requestFactoryFor(httpAddress(address));
  throwIfCancelled(signal);
  return new Promise((resolve, reject) => {
    let failure: NotReachable | undefined;
    const socket = new UpgradedSocket(address, createRequest, (error) => (failure = error));
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
    const timer = setTimeout(() => fail(new NotReachable(new Error('timeout'))), CONNECT_TIMEOUT);
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

/**
 * Loads undici when it is needed, because it is large. All extensions share one global dispatcher for `fetch`, which
 * undici sets if there is none; so the built-in one is loaded first.
 */
function loadUndici(): Promise<typeof import('./undici-socket')> {
  void globalThis.FormData;
  return import('./undici-socket');
}
