import type { AskToken, ConnectionList, LocalRunner } from '../../../../src/app/connections/connection';
import { openClient } from '../../../../src/app/connections/open-client';
import { Connections } from '../../../../src/app/connections/connections';
import { Emitter } from '../../../../src/core/emitter';
import { ChosenConnection, Tokens, type SecretBox } from '../../../../src/state';
import { secretBox, storage } from '../../../support/storage';
import { LoopbackServer } from '../../../support/network/loopback-server';

/** A service on this machine that finds every session, and records the tokens it receives. */
export class TokenService extends LoopbackServer {
  readonly tokens: (string | undefined)[] = [];

  constructor() {
    super((request, response) => {
      this.tokens.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"session_id":"s"}');
    });
  }
}

/** A list of connections that is only kept in memory. */
export class ListInMemory implements ConnectionList {
  private readonly changes = new Emitter();
  readonly onDidChange = this.changes.event;

  constructor(private written: readonly unknown[]) {}

  read(): readonly unknown[] {
    return this.written;
  }

  async write(list: readonly unknown[]): Promise<void> {
    this.written = list;
    this.changes.fire();
  }
}

export interface Opened {
  readonly connections: Connections;
  readonly list: ListInMemory;
  readonly tokens: Tokens;
  /** What is stored of all connections but that of this machine. */
  readonly stored: ReadonlyMap<string, unknown>;
  /** How many clients were opened. */
  readonly clients: () => number;
}

interface Options {
  readonly askToken?: AskToken;
  /** The address and token of the local service after it is started. */
  readonly localService?: { readonly url: string; readonly token: string };
  readonly environment?: Record<string, string>;
}

/** The connections of a list, without an editor. */
export function openConnections(
  written: readonly unknown[],
  { askToken = () => Promise.reject(new Error('asked')), localService, environment = {} }: Options = {},
): Opened {
  const list = new ListInMemory(written);
  const secretChanges = new Emitter();
  const secrets = secretBox();
  const told: SecretBox = {
    ...secrets,
    delete: async (key) => {
      await secrets.delete(key);
      secretChanges.fire();
    },
  };
  const tokens = new Tokens(told, storage(), environment);
  const kept = storage();
  let clients = 0;
  const connections = new Connections({
    list,
    tokens,
    onTokensChanged: secretChanges.event,
    local: runner(localService),
    connect: async (to, token, ended) => {
      clients++;
      return openClient(to, token, ended ? { ended } : {});
    },
    askToken,
    chosen: new ChosenConnection(storage(), storage()),
    storage: kept,
  });
  return { connections, list, tokens, stored: kept.values, clients: () => clients };
}

function runner(service: Options['localService']): LocalRunner {
  const changes = new Emitter();
  let running: Options['localService'];
  return {
    get running() {
      return running;
    },
    storage: storage(),
    onDidChange: changes.event,
    start: async () => {
      if (!service) throw new Error('there is none');
      running = service;
      changes.fire();
      return service;
    },
    stop: async () => {
      const ran = running !== undefined;
      running = undefined;
      changes.fire();
      return ran;
    },
  };
}
