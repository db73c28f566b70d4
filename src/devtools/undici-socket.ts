import type { ClientRequest, RequestOptions } from 'node:http';
import { Dispatcher, WebSocket } from 'undici';
import { NotReachable } from './failures';

/** Begins a request over the editor's network. Its listeners have to be added in the same turn. */
export type RequestFactory = (options: RequestOptions) => ClientRequest;

export type Socket = WebSocket;

/**
 * Begins to open a WebSocket.
 * @param onFailure receives the reason if the host rejects it: the events of a WebSocket do not contain it.
 */
export function beginSocket(
  address: URL,
  createRequest: RequestFactory,
  onFailure: (error: NotReachable) => void,
): Socket {
  const socket = new WebSocket(address, { dispatcher: new UpgradeDispatcher(createRequest, onFailure) });
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Bytes of one message. The largest are pictures of a screen. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Gives undici's WebSocket a connection of the editor's own network, with its proxies, logins and certificates: undici
 * by itself knows none of them.
 */
class UpgradeDispatcher extends Dispatcher {
  /** Read by undici for each WebSocket. */
  readonly webSocketOptions = { maxPayloadSize: MAX_MESSAGE_BYTES };

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
