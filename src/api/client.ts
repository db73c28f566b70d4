import type { Click } from '../core/click';
import { UserError } from '../core/errors';
import { parseJson } from '../core/json';
import { message } from '../core/message';
import { isForbidden, isNotFound, ServiceError, type Operation } from '../core/service-error';
import { readDevToolsAddress } from './devtools-address';
import { takeList, type Listed } from './list';
import { multipartBody, unzipBody, type FieldNaming, type UploadItem } from './multipart';
import { notTheService } from './not-the-service';
import { operations, type ListPath } from './operations';
import {
  readersWithout,
  readFile,
  type RecordReaders,
  type ServiceExtension,
  type ServiceFile,
  type ServicePool,
  type ServiceSession,
} from './records';
import { segment, valid } from './segment';
import { createTransport, type Transport, type TransportOptions, type WireRequest } from './transport';
import { WithoutToken } from './without-token';
import { clickBody, releaseBody, type ReleaseRequest } from './wire-bodies';

/**
 * The operations of the service, one method each. Each sends its request once, and throws ServiceError, ConnectionError
 * or Cancelled.
 */
export interface Client {
  /**
   * Uploads extensions into a running session, which restarts its browser. Resolves when the browser has restarted.
   * @param options.onProgress receives the number of request bytes sent so far, and the total.
   */
  uploadExtensions(sessionId: string, items: readonly UploadItem[], options: UploadOptions): Promise<void>;
  /** Returns a session to its pool. From then on the ID may belong to another user. */
  release(request: ReleaseRequest, signal: AbortSignal): Promise<void>;
  /** Resolves when the service has sent the input; whether the page reacted is unknown. */
  click(sessionId: string, click: Click, signal: AbortSignal): Promise<void>;
  /** Deletes an extension from the catalog. Running browsers keep it. */
  deleteExtension(idOrName: string, signal: AbortSignal): Promise<void>;

  /**
   * The lists and the operations below are optional: undefined means that this service does not offer them. Source:
   * docs/service.md, "Optional operations".
   */
  listSessions(signal: AbortSignal): Promise<Listed<ServiceSession> | undefined>;
  listPools(signal: AbortSignal): Promise<Listed<ServicePool> | undefined>;
  listExtensions(signal: AbortSignal): Promise<Listed<ServiceExtension> | undefined>;
  /** @returns undefined if the service has no such session. */
  getSession(sessionId: string, signal: AbortSignal): Promise<ServiceSession | undefined>;
  createSession(signal: AbortSignal): Promise<ServiceSession>;
  /** @returns undefined if no browser of the pool became free in time. */
  acquire(pool: string, signal: AbortSignal): Promise<ServiceSession | undefined>;
  /** A PNG of the session's display. */
  screenshot(sessionId: string, signal: AbortSignal): Promise<Buffer>;
  /**
   * The address of the session's DevTools: a secret, like the token. Get it when it is needed, and keep it in memory
   * only.
   * @returns undefined if the service returns no address, or none that is safe to open.
   */
  devToolsAddress(sessionId: string, signal: AbortSignal): Promise<URL | undefined>;
  /**
   * Writes what a zip holds into a folder of the session's browser, over what is there; nothing is removed.
   * @param folder an absolute path in the session.
   * @returns false if the service does not offer it.
   */
  writeFiles(sessionId: string, folder: string, zip: Buffer, signal: AbortSignal): Promise<boolean>;
  /** Removes a file of the session; one that is not there is removed already. */
  deleteFile(sessionId: string, path: string, signal: AbortSignal): Promise<void>;
  /**
   * Lists the files in a folder of the session.
   * @returns undefined if the folder does not exist, or the service does not offer it.
   */
  listFiles(sessionId: string, folder: string, signal: AbortSignal): Promise<readonly ServiceFile[] | undefined>;
  /** How requests of this client reach a host, for an address that the service returned. */
  readonly network: Transport['network'];

  /**
   * Checks whether the token is valid, with a cheap read. The result is `unknown` if the service does not have the
   * operation or the token may not read it; that does not mean that the token is invalid. Source: docs/service.md, `GET
   * /org/limits`.
   * @throws ServiceError (401) if the token is invalid.
   */
  checkToken(signal: AbortSignal): Promise<'good' | 'unknown'>;

  close(): void;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (sent: number, total: number) => void;
}

export function createClient(options: TransportOptions): Client {
  const transport = createTransport(options);
  const token = new WithoutToken(options.token);
  const read = readersWithout((text) => token.isIn(text));
  const part = (id: string): string => segment(id, options.token);
  /** The field naming that this service accepts. */
  let naming: FieldNaming = 'indexed';
  const tell = async (operation: Operation, path: string, json: object, signal: AbortSignal): Promise<void> => {
    await transport.send({ operation, method: 'POST', path, json, signal });
  };
  const ask = async (operation: Operation, path: string, json: object, signal: AbortSignal): Promise<Buffer> =>
    (await transport.send({ operation, method: 'POST', path, json, signal, wantsBody: true })).body;
  const list = async <T extends { readonly id: string }>(
    path: ListPath,
    query: string,
    readItem: (item: unknown) => T | undefined,
    signal: AbortSignal,
  ): Promise<Listed<T> | undefined> => {
    const operation = operations.list(path);
    return takeList(async (limit, offset) => {
      const page = `/${path}?limit=${limit}&offset=${offset}${query}`;
      const answer = await transport
        .send({ operation, method: 'GET', path: page, wantsBody: true, signal })
        .catch(noneIfNotOffered);
      return answer && listOf(answer.body, operation);
    }, readItem);
  };
  const getRecord = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const operation = operations.getSession(id);
    const path = `/browsers/${part(id)}`;
    const { body } = await transport.send({ operation, method: 'GET', path, wantsBody: true, signal });
    // What is no JSON is no session either.
    return parseJson(body.toString()) ?? null;
  };

  return {
    uploadExtensions: async (id, items, { signal, onProgress }) => {
      const path = `/browsers/${part(id)}/extensions`;
      const send = async (): Promise<void> => {
        const multipart = await multipartBody(items, naming, (sent) => onProgress?.(sent, multipart.length));
        await transport.send({ operation: operations.upload(id), method: 'POST', path, multipart, signal, slow: true });
      };
      await send().catch(async (error: unknown) => {
        if (naming === 'paired' || !isAboutNaming(error)) throw error;
        naming = 'paired';
        await send();
      });
    },
    release: async (request, signal) => {
      const { pool } = request;
      const sessionId = valid(request.sessionId, options.token);
      const path = `/browser_pools/${part(pool)}/release`;
      await tell(operations.release(sessionId, pool), path, releaseBody(request), signal);
    },
    click: async (id, click, signal) => {
      await tell(operations.click(id), `/browsers/${part(id)}/computer/click_mouse`, clickBody(click), signal);
    },
    deleteExtension: async (idOrName, signal) => {
      const path = `/extensions/${part(idOrName)}`;
      await transport.send({ operation: operations.deleteExtension(idOrName), method: 'DELETE', path, signal });
    },
    listSessions: (signal) => list('browsers', '&status=active', read.session, signal),
    listPools: (signal) => list('browser_pools', '', read.pool, signal),
    listExtensions: (signal) => list('extensions', '', read.extension, signal),
    getSession: async (id, signal) => {
      const record = await getRecord(id, signal).catch(noneIfNotFound);
      return record === undefined ? undefined : understood(read.session(record), operations.getSession(id));
    },
    createSession: async (signal) => {
      const answer = await ask(operations.createSession(), '/browsers', {}, signal);
      return sessionOf(answer, read.session);
    },
    acquire: async (pool, signal) => {
      const path = `/browser_pools/${part(pool)}/acquire`;
      const answer = await transport.send({
        operation: operations.acquire(pool),
        method: 'POST',
        path,
        json: {},
        wantsBody: true,
        signal,
        slow: true,
      });
      return answer.status === 204 ? undefined : sessionOf(answer.body, read.session);
    },
    screenshot: async (id, signal) => {
      const picture = await ask(operations.screenshot(id), `/browsers/${part(id)}/computer/screenshot`, {}, signal);
      return understood(isPng(picture) ? picture : undefined, operations.screenshot(id));
    },
    devToolsAddress: async (id, signal) => {
      const record = await getRecord(id, signal);
      understood(read.session(record), operations.getSession(id));
      return readDevToolsAddress(record);
    },
    writeFiles: async (id, folder, zip, signal) => {
      const multipart = await unzipBody(folder, zip);
      const path = `/browsers/${part(id)}/fs/upload_zip`;
      const request: WireRequest = { operation: operations.writeFiles(id), method: 'POST', path, multipart, signal };
      return (await transport.send(request).catch(noneIfNotOffered)) !== undefined;
    },
    deleteFile: async (id, file, signal) => {
      const path = `/browsers/${part(id)}/fs/delete_file`;
      const operation = operations.deleteFile(id);
      await transport.send({ operation, method: 'PUT', path, json: { path: file }, signal }).catch(noneIfNotFound);
    },
    listFiles: async (id, folder, signal) => {
      const operation = operations.listFiles(id);
      const path = `/browsers/${part(id)}/fs/list_files?path=${encodeURIComponent(folder)}`;
      const answer = await transport
        .send({ operation, method: 'GET', path, wantsBody: true, signal })
        .catch(noneIfNotOffered);
      return answer && listOf(answer.body, operation).flatMap((value) => readFile(value) ?? []);
    },
    network: transport.network,
    checkToken: async (signal) => {
      const answer = await transport
        .send({ operation: operations.checkToken(), method: 'GET', path: '/org/limits', signal })
        .catch(noneIfNotTold);
      return answer ? 'good' : 'unknown';
    },
    close: () => transport.close(),
  };
}

/**
 * The bare browser image rejects the other field naming before it does anything else. Source: docs/service.md,
 * "Upload".
 */
function isAboutNaming(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 400 && /^invalid field\b/i.test(error.words.message ?? '');
}

/**
 * @throws UserError if the service provided a session but its record cannot be read: the session is running, and the
 * user has to look it up.
 */
function sessionOf(body: Buffer, read: RecordReaders['session']): ServiceSession {
  const session = read(parseJson(body.toString()));
  if (!session)
    throw new UserError(
      message('The service provided a session but didn’t return its ID. Refresh the list.'),
      'refresh',
    );
  return session;
}

function listOf(body: Buffer, operation: Operation): unknown[] {
  const list = parseJson(body.toString());
  return understood(Array.isArray(list) ? list : undefined, operation);
}

/** @throws UserError if the answer could not be read. */
function understood<T>(what: T | undefined, operation: Operation): T {
  if (what === undefined) throw notTheService(operation);
  return what;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

function isPng(picture: Buffer): boolean {
  return picture.subarray(0, PNG.length).equals(PNG);
}

/**
 * Statuses with which a service answers an operation that it does not have. Source: docs/service.md, "Optional
 * operations".
 */
const NOT_OFFERED = new Set([404, 405, 501]);

function noneIfNotOffered(error: unknown): undefined {
  if (error instanceof ServiceError && NOT_OFFERED.has(error.status)) return undefined;
  throw error;
}

/**
 * If the service answers that the token may not read the limits, it knows the token; whether it is valid stays unknown.
 */
function noneIfNotTold(error: unknown): undefined {
  if (isForbidden(error)) return undefined;
  return noneIfNotOffered(error);
}

function noneIfNotFound(error: unknown): undefined {
  if (isNotFound(error)) return undefined;
  throw error;
}
