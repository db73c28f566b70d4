import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { LoopbackServer } from '../network/loopback-server';

/**
 * A service that answers in the shapes of the official SDK's types, with what the local service does not have. Its
 * state is in memory, and a file beside this one has the routes of each subject.
 */

export interface SdkService {
  readonly url: string;
  readonly token: string;
  /** What arrived, in order. */
  readonly arrived: Arrived[];
  stop(): Promise<void>;
}

export interface Arrived {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly project: string | undefined;
}

/** Adds the routes of one subject; an operation without a route answers 404. */
export type AddRoutes = (app: Hono) => void;

/** Starts it with some subjects: `startSdkService((app) => addSessionRoutes(app, sessions))`. */
export async function startSdkService(...subjects: readonly AddRoutes[]): Promise<SdkService> {
  const token = 'token-of-the-sdk-service';
  const arrived: Arrived[] = [];
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    return c.json({ code: 'internal_error', message: String(error) }, 500);
  });
  app.notFound((c) =>
    c.json({ code: 'not_found', message: `there is no operation ${c.req.method} ${c.req.path}` }, 404),
  );
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    arrived.push({ method: c.req.method, path: pathname + search, project: projectOf(c) });
    if (c.req.header('authorization') !== `Bearer ${token}`) fail(401, 'unauthorized', 'invalid token');
    await next();
  });
  for (const add of subjects) add(app);
  const listener = getRequestListener(app.fetch);
  const server = await new LoopbackServer((request, response) => void listener(request, response)).start();
  return { url: server.url, token, arrived, stop: async () => server.stop() };
}

/** The project that a request is about; undefined for the account's own. */
export function projectOf(c: Context): string | undefined {
  return c.req.header('x-kernel-project-id');
}

/** Ends a request with the error object of the service. */
export function fail(status: ContentfulStatusCode, code: string, message: string): never {
  throw new HTTPException(status, { res: Response.json({ code, message }, { status }) });
}

/** Answers with one page of a list, as all lists of the service do. */
export function page(c: Context, rows: readonly object[]): Response {
  const offset = Number(c.req.query('offset') ?? 0);
  const end = offset + Number(c.req.query('limit') ?? 20);
  c.header('X-Has-More', String(end < rows.length));
  c.header('X-Next-Offset', String(end < rows.length ? end : 0));
  return c.json(rows.slice(offset, end));
}
