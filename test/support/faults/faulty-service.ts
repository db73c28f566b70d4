import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connectedTo } from '../connection';
import { FaultServer, type Arrived, type Certificate, type Exchange } from './fault-server';
import { answer } from './faults';
import { until } from '../until';
import { TOKEN } from '../service-fixture';
import type { WindowOptions } from '../../window/editor';

/** The request path of each operation. */
export const CLICK = /\/computer\/click_mouse$/;
export const PICTURE = /\/computer\/screenshot$/;
export const UPLOAD = /^\/browsers\/[^/]+\/extensions$/;
export const LISTS = [/^\/browsers\?/, /^\/browser_pools\?/, /^\/extensions\?/];

const SESSIONS = [
  { session_id: 'id-of-first', name: 'first' },
  { session_id: 'id-of-second', name: 'second' },
];

/** How the service behaves; `nth` counts the requests to this operation, from 1. */
export type Behaviour = (exchange: Exchange, nth?: number) => void | Promise<void>;

/**
 * The settings and the environment of a window that connects to a service at this address. Only here do these tests
 * determine them.
 */
export function speaksTo(
  address: string,
  { settings = {}, env = {}, opens }: Pick<WindowOptions, 'settings' | 'env' | 'opens'> = {},
): WindowOptions {
  return {
    settings: { ...connectedTo(address), ...settings },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN, ...env },
    secret: TOKEN,
    ...(opens && { opens }),
  };
}

/**
 * A service with two sessions and an empty catalog. It answers correctly, except where a test makes it behave
 * differently.
 */
export class FaultyService {
  private constructor(private readonly server: FaultServer) {
    this.doesWell();
  }

  static async start(tls?: Certificate): Promise<FaultyService> {
    return new FaultyService(await FaultServer.start(tls));
  }

  get url(): string {
    return this.server.url;
  }
  get port(): number {
    return this.server.port;
  }

  /** From now on, all operations answer correctly. */
  doesWell(): void {
    this.server.will((exchange) => well(exchange));
  }

  /** From now on, this operation behaves like this. */
  at(operation: RegExp, behaves: Behaviour): void {
    this.server.will((exchange) =>
      operation.test(exchange.request.path) ? behaves(exchange, this.requests(operation).length) : well(exchange),
    );
  }

  /** From now on, each of these operations behaves like this. */
  atEach(behaviours: readonly (readonly [operation: RegExp, behaves: Behaviour])[]): void {
    this.server.will((exchange) =>
      (behaviours.find(([operation]) => operation.test(exchange.request.path))?.[1] ?? well)(exchange),
    );
  }

  /** The requests since the behavior was last set. */
  requests(operation: RegExp): Arrived[] {
    return this.server.arrived.filter((request) => operation.test(request.path));
  }

  /** Waits until each of these operations was requested. */
  async asked(...operations: readonly RegExp[]): Promise<void> {
    for (const operation of operations)
      await until(`${operation.source} is asked for`, () => this.requests(operation).length > 0);
  }

  /**
   * Continues reading, and waits until no connection is open: without reading, the server cannot see that the other end
   * has closed.
   */
  async abandoned(): Promise<void> {
    this.server.readOn();
    await this.server.empty();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** Starts a service for the tests of a `describe`. */
export function useFaultyService(): { readonly service: FaultyService } {
  let service: FaultyService | undefined;
  before(async () => (service = await FaultyService.start()));
  afterEach(() => service?.doesWell());
  after(() => service?.stop());
  return {
    get service() {
      if (!service) throw new Error('The service runs inside a test only.');
      return service;
    },
  };
}

export const well: Behaviour = async ({ body, write, request }) => {
  await body();
  write(UPLOAD.test(request.path) ? answer(201) : answer(200, good(request)));
};

/** Answers like this after the whole request has arrived. */
export const answers =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  async (exchange) => {
    await exchange.body();
    exchange.write(answer(status, body, headers));
  };

function good({ path: asked }: Arrived): string | Buffer {
  if (PICTURE.test(asked))
    return readFileSync(path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd(), 'docs/pictures/screen.png'));
  if (CLICK.test(asked)) return '';
  const one = SESSIONS.find(({ session_id: id }) => asked === `/browsers/${id}`);
  return JSON.stringify(one ?? (asked.startsWith('/browsers?') ? SESSIONS : []));
}
