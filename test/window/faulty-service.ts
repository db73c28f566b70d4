import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connectedTo } from '../connection';
import { FaultServer, type Arrived, type Certificate, type Exchange } from '../service/faults/fault-server';
import { answer } from '../service/faults/faults';
import { until } from '../service/local-service/until';
import { TOKEN } from './stage';
import type { WindowOptions } from './window';

/** What each operation asks for. */
export const CLICK = /\/computer\/click_mouse$/;
export const PICTURE = /\/computer\/screenshot$/;
export const UPLOAD = /^\/browsers\/[^/]+\/extensions$/;
export const LISTS = [/^\/browsers\?/, /^\/browser_pools\?/, /^\/extensions\?/];

const SESSIONS = [
  { session_id: 'id-of-first', name: 'first' },
  { session_id: 'id-of-second', name: 'second' },
];

/** What it does; `nth` counts the requests to this operation, from 1. */
export type Behaviour = (exchange: Exchange, nth?: number) => void | Promise<void>;

/**
 * The settings and the environment of a window that speaks to a service at this address. The one place of these tests
 * that knows how.
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
 * A service with two sessions and an empty catalog, which does everything well but what a test tells it to do
 * otherwise.
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

  /** From now on, whatever it is asked for. */
  doesWell(): void {
    this.server.will((exchange) => well(exchange));
  }

  /** From now on, at this operation. */
  at(operation: RegExp, behaves: Behaviour): void {
    this.server.will((exchange) =>
      operation.test(exchange.request.path) ? behaves(exchange, this.requests(operation).length) : well(exchange),
    );
  }

  /** From now on, at each of these operations. */
  atEach(behaviours: readonly (readonly [operation: RegExp, behaves: Behaviour])[]): void {
    this.server.will((exchange) =>
      (behaviours.find(([operation]) => operation.test(exchange.request.path))?.[1] ?? well)(exchange),
    );
  }

  /** What has come since the service was last told how to behave. */
  requests(operation: RegExp): Arrived[] {
    return this.server.arrived.filter((request) => operation.test(request.path));
  }

  /** Waits until it was asked for each of these. */
  async asked(...operations: readonly RegExp[]): Promise<void> {
    for (const operation of operations)
      await until(`${operation.source} is asked for`, () => this.requests(operation).length > 0);
  }

  /**
   * Reads on where it had stopped, and waits until no connection is open: only who reads learns that the other end is
   * gone.
   */
  async abandoned(): Promise<void> {
    this.server.readOn();
    await this.server.empty();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** Starts a service of its own for the tests of a `describe`. */
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

/** Answers with this, once the whole request is there. */
export const answers =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  async (exchange) => {
    await exchange.body();
    exchange.write(answer(status, body, headers));
  };

function good({ path: asked }: Arrived): string | Buffer {
  if (PICTURE.test(asked))
    return readFileSync(path.join(process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd(), 'media/screenshot.png'));
  if (CLICK.test(asked)) return '';
  const one = SESSIONS.find(({ session_id: id }) => asked === `/browsers/${id}`);
  return JSON.stringify(one ?? (asked.startsWith('/browsers?') ? SESSIONS : []));
}
