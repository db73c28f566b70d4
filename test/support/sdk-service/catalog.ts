import { createHash } from 'node:crypto';
import type { ExtensionListResponse } from '@onkernel/sdk/resources/extensions';
import type { Context, Hono } from 'hono';
import { fail, page } from '.';

/** The catalog of the service, and the Chrome Web Store that it fetches from. */
export interface CatalogState {
  readonly extensions: { record: ExtensionListResponse; zip: Uint8Array<ArrayBuffer> }[];
  /** Zips by the ID of the extension in the store. */
  readonly store: Map<string, Uint8Array<ArrayBuffer>>;
}

export function catalogState(): CatalogState {
  return { extensions: [], store: new Map() };
}

/** `/extensions`, with checksums and filters. */
export function addCatalogRoutes(app: Hono, state: CatalogState): void {
  app.get('/extensions', (c) => {
    const [name, query] = [c.req.query('name')?.toLowerCase(), c.req.query('query')?.toLowerCase()];
    const records = state.extensions
      .map(({ record }) => record)
      .filter((each) => name === undefined || each.name?.toLowerCase() === name)
      .filter((each) => query === undefined || each.id === query || each.name?.toLowerCase().includes(query));
    return page(c, records);
  });

  app.post('/extensions', async (c) => {
    const { file, name } = await c.req.parseBody();
    if (!(file instanceof File)) return fail(400, 'bad_request', 'file is required');
    if (typeof name === 'string' && state.extensions.some(({ record }) => record.name === name))
      fail(409, 'conflict', `extension name already exists: ${name}`);
    const zip = new Uint8Array(await file.arrayBuffer());
    const record: ExtensionListResponse = {
      id: `extension${state.extensions.length + 1}`,
      created_at: new Date().toISOString(),
      size_bytes: zip.length,
      checksum: createHash('sha256').update(zip).digest('hex'),
      ...(typeof name === 'string' && { name }),
    };
    state.extensions.push({ record, zip });
    return c.json(record, 201);
  });

  app.get('/extensions/from_chrome_store', (c) => {
    const url = c.req.query('url') ?? fail(400, 'bad_request', 'url is required');
    const id = /[a-p]{32}/.exec(new URL(url).pathname)?.[0] ?? fail(400, 'bad_request', 'url is not of the store');
    return zipBody(c, state.store.get(id) ?? fail(404, 'not_found', `the store has no ${id}`));
  });

  app.get('/extensions/:id', (c) => zipBody(c, find(c, state).zip));
  app.get('/extensions/:id/metadata', (c) => c.json(find(c, state).record));
  app.delete('/extensions/:id', (c) => {
    state.extensions.splice(state.extensions.indexOf(find(c, state)), 1);
    return c.body(null, 204);
  });
}

function zipBody(c: Context, zip: Uint8Array<ArrayBuffer>): Response {
  return c.body(zip, 200, { 'content-type': 'application/octet-stream' });
}

function find(c: Context, { extensions }: CatalogState): CatalogState['extensions'][number] {
  const wanted = c.req.param('id') ?? '';
  const found = extensions.find(({ record }) => record.id === wanted || record.name === wanted);
  return found ?? fail(404, 'not_found', `extension not found: ${wanted}`);
}
