import type { Operation } from '../core/service-error';
import { listOf, noneIfNotOffered, noneIfRefused } from './answers';
import { takeList, type Listed, type ListRange } from './list';
import { operations, type ListPath } from './operations';
import { readersWithout, type RecordReaders } from './records';
import { segment, valid } from './segment';
import type { Transport, TransportOptions } from './transport';
import { WithoutToken } from './without-token';

/** What the requests of a client have in common. */
export interface Wire {
  readonly transport: Transport;
  /** The address of the service. */
  readonly service: URL;
  readonly read: RecordReaders;
  /** Encodes an ID or a name as a part of a path. @throws UserError */
  readonly part: (id: string) => string;
  /** Returns a valid ID unchanged. @throws UserError */
  readonly valid: (id: string) => string;
  /** Posts JSON; the answer has no body. */
  readonly tell: (operation: Operation, path: string, json: object, signal: AbortSignal) => Promise<void>;
  /** Posts JSON and returns the body of the answer. */
  readonly ask: (operation: Operation, path: string, json: object, signal: AbortSignal) => Promise<Buffer>;
  /**
   * Sends an optional operation on an item.
   * @returns false if the service does not have it (405, 501).
   * @throws ServiceError (404) if the service has no such item, or not the operation.
   */
  readonly tellIfOffered: (operation: Operation, request: OptionalRequest, signal: AbortSignal) => Promise<boolean>;
  /** @returns undefined if the service has no such list. */
  readonly list: <T extends { readonly id: string }>(
    path: ListPath,
    query: string,
    readItem: (item: unknown) => T | undefined,
    signal: AbortSignal,
    range?: ListRange,
  ) => Promise<Listed<T> | undefined>;
}

export interface OptionalRequest {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly json?: object;
  /** Whether an answer may normally take minutes. */
  readonly slow?: boolean;
}

export function wireOf(transport: Transport, options: TransportOptions): Wire {
  const token = new WithoutToken(options.token);
  const service = new URL(options.baseUrl);
  return {
    transport,
    service,
    read: readersWithout(service, (text) => token.isIn(text)),
    part: (id) => segment(id, options.token),
    valid: (id) => valid(id, options.token),
    tell: async (operation, path, json, signal) => {
      await transport.send({ operation, method: 'POST', path, json, signal });
    },
    ask: async (operation, path, json, signal) =>
      (await transport.send({ operation, method: 'POST', path, json, signal, wantsBody: true })).body,
    tellIfOffered: async (operation, request, signal) =>
      (await transport.send({ operation, ...request, signal }).catch(noneIfRefused)) !== undefined,
    list: (path, query, readItem, signal, range) => {
      const operation = operations.list(path);
      const askFor = async (limit: number, offset: number): Promise<unknown[] | undefined> => {
        const page = `/${path}?limit=${limit}&offset=${offset}${query}`;
        const answer = await transport
          .send({ operation, method: 'GET', path: page, wantsBody: true, signal })
          .catch(noneIfNotOffered);
        return answer && listOf(answer.body, operation);
      };
      return takeList(askFor, readItem, range);
    },
  };
}
