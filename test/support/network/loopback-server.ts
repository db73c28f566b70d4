import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { listen, portOf } from './listen';

/** A real server on a free port of this machine. */
export class LoopbackServer {
  private readonly server: Server;

  constructor(listener: RequestListener) {
    this.server = createServer(listener);
  }

  async start(): Promise<this> {
    await listen(this.server);
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
