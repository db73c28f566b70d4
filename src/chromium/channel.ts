import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { Connection } from './connection';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/**
 * Milliseconds. A page that takes longer is in an endless loop; the browser itself is this slow only on a busy machine.
 */
const PAGE_PATIENCE = 5_000;
const BROWSER_PATIENCE = 30_000;

/** A typed interface to the browser, or with a `sessionId` to one page. Types: devtools-protocol. */
export class Channel {
  private readonly connection: Connection;
  private readonly sessionId: string | undefined;

  constructor(connection: Connection, sessionId?: string) {
    this.connection = connection;
    this.sessionId = sessionId;
  }

  get isOpen(): boolean {
    return this.connection.isOpen;
  }

  page(sessionId: string): Channel {
    return new Channel(this.connection, sessionId);
  }

  async send<M extends keyof Commands>(
    method: M,
    ...[params]: Commands[M]['paramsType']
  ): Promise<Commands[M]['returnType']> {
    const patience = this.sessionId === undefined ? BROWSER_PATIENCE : PAGE_PATIENCE;
    const result = await this.connection.call(method, params, this.sessionId, patience);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- devtools-protocol describes it
    return result as Commands[M]['returnType'];
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
    this.connection.on(event, this.sessionId, (params) => listener(params as Events[E][0]));
  }
}
