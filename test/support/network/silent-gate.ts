import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen, portOf } from './listen';

/**
 * Passes all bytes on to a server of this machine. While it is silent it passes none and closes nothing, as a VPN that
 * has lost its line, or a network after a sleep; connections that are opened meanwhile get no answer.
 */
export class SilentGate {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isSilent = false;
  private readonly server = createServer((client) => this.pass(client));

  private constructor(private readonly target: number) {}

  static async before(url: string): Promise<SilentGate> {
    const gate = new SilentGate(Number(new URL(url).port));
    await listen(gate.server);
    return gate;
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.server)}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Bytes that clients have sent so far. */
  get bytes(): number {
    return [...this.pairs].reduce((sum, [client]) => sum + client.bytesRead, 0);
  }

  setSilent(isSilent: boolean): void {
    this.isSilent = isSilent;
    for (const pair of this.pairs) this.apply(pair);
  }

  async stop(): Promise<void> {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    const pair = [client, server] as const;
    this.pairs.add(pair);
    for (const socket of pair)
      socket
        .on('error', () => {})
        .on('close', () => {
          // What a client gave up goes on at the server as long as nothing is passed on.
          if (socket === server || !this.isSilent) for (const each of pair) each.destroy();
        });
    this.apply(pair);
  }

  private apply([client, server]: readonly [Socket, Socket]): void {
    if (this.isSilent) {
      client.unpipe(server).pause();
      server.unpipe(client).pause();
      return;
    }
    if (client.destroyed) server.destroy();
    client.pipe(server);
    server.pipe(client);
  }
}
