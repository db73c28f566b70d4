import type { ServerResponse } from 'node:http';
import { isExtensionName } from '../../core/extension-name';
import { MAX_POOL_SIZE, type Pool } from '../pools/pool';
import { badRequest } from '../problem';
import { toBrowser } from './browser';
import type { App, Service } from './context';
import { Handover, isGone } from './handover';
import { respondWithPage } from './paging';
import { readJson } from './read-body';

/** Seconds that an acquire waits by default. */
const DEFAULT_WAIT = 30;
const MAX_WAIT = 600;

/** Pools: acquire hands out a browser, release returns it, flush replaces the free ones. */
export function addPoolRoutes(
  app: App,
  { pools, inBackground, address }: Pick<Service, 'pools' | 'inBackground' | 'address'>,
): void {
  const handover = new Handover((lease) => inBackground(async () => pools.ofLease(lease)?.giveBack(lease)));

  app.get('/browser_pools', (c) => respondWithPage(c, pools.list().map(toBody)));

  app.post('/browser_pools', async (c) => {
    const body = await readJson(c, ['name', 'size']);
    const name = body.string('name');
    // A pool's name is one path segment, like that of an extension.
    if (!isExtensionName(name)) throw badRequest('name must be 1 to 255 letters, digits, dots, dashes or underscores');
    return c.json(toBody(await pools.create({ name, size: body.integer('size', { min: 1, max: MAX_POOL_SIZE }) })));
  });

  app.get('/browser_pools/:id', (c) => c.json(toBody(pools.get(c.req.param('id')))));

  app.post('/browser_pools/:id/acquire', async (c) => {
    const pool = pools.get(c.req.param('id'));
    const body = await readJson(c, ['acquire_timeout_seconds']);
    const wait = body.has('acquire_timeout_seconds')
      ? body.integer('acquire_timeout_seconds', { min: 0, max: MAX_WAIT })
      : DEFAULT_WAIT;
    const response = c.env.outgoing;
    const lease = await pool.acquire(untilGone(response, wait), () => isGone(response));
    if (!lease) return c.body(null, 204);
    handover.lease(lease, response);
    return c.json(toBrowser(address(), lease));
  });

  app.post('/browser_pools/:id/release', async (c) => {
    const pool = pools.get(c.req.param('id'));
    const body = await readJson(c, ['session_id', 'reuse']);
    // `reuse` is true by default. Source: docs/service.md, "Release".
    await pool.release(body.string('session_id'), body.has('reuse') ? body.boolean('reuse') : true);
    return c.body(null, 204);
  });

  app.post('/browser_pools/:id/flush', async (c) => {
    const pool = pools.get(c.req.param('id'));
    await readJson(c, []);
    await pool.flush();
    return c.body(null, 204);
  });
}

function toBody({ id, name, size, available, acquired, createdAt }: Pool): object {
  return {
    id,
    name,
    available_count: available,
    acquired_count: acquired,
    created_at: createdAt.toISOString(),
    browser_pool_config: { name, size },
  };
}

/** Aborted after `seconds`, or when the caller closes the connection. */
function untilGone(response: ServerResponse, seconds: number): AbortSignal {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), seconds * 1000);
  response.once('close', () => {
    clearTimeout(timer);
    patience.abort();
  });
  return patience.signal;
}
