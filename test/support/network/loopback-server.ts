import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** A real server on a free port of this machine. */
export class LoopbackServer {
  private readonly server: Server;

  constructor(listener: RequestListener) {
    this.server = createServer(listener);
  }

  async start(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
