import { assertLoadable, unpack } from '../extensions/unpack';
import { withStaging } from '../extensions/staging';
import { badRequest } from '../problem';
import type { UnpackedExtension } from '../sessions/extension-folders';
import type { App, Service } from './context';
import { Fields } from './fields';
import { Handover } from './handover';
import { respondWithPage } from './paging';
import { readJson } from './read-json';
import { readSession, SESSION_FIELDS } from './session-request';
import { toBrowser } from './browser';

/** Creates, lists and ends sessions. */
export function addBrowserRoutes(app: App, service: Service): void {
  const { sessions, home, inBackground, address } = service;
  const handover = new Handover((lease) => inBackground(() => sessions.endLease(lease)));

  app.get('/browsers', (c) => {
    const status = c.req.query('status') ?? 'active';
    if (!['active', 'deleted', 'all'].includes(status)) throw badRequest('status must be active, deleted or all');
    // No record is kept here of a session that has ended.
    const browsers = status === 'deleted' ? [] : sessions.list().map((lease) => toBrowser(address(), lease));
    const query = c.req.query('query')?.toLowerCase() ?? '';
    return respondWithPage(
      c,
      browsers.filter(({ session_id, name = '', pool }) =>
        [session_id, name, pool?.name ?? ''].some((each) => each.toLowerCase().includes(query)),
      ),
    );
  });

  app.post('/browsers', async (c) => {
    const body = await readJson(c, SESSION_FIELDS);
    const settings = readSession(body);
    sessions.assertFree(settings.name);
    const chosen = body.has('extensions') ? body.array('extensions').map(readReference) : [];
    const session = await withStaging(home, async (folder) =>
      service.startSession(settings, await fetchExtensions(service, chosen, folder)),
    );
    const lease = sessions.lease(session);
    handover.lease(lease, c.env.outgoing);
    return c.json(toBrowser(address(), lease));
  });

  app.get('/browsers/:id', (c) => c.json(toBrowser(address(), sessions.get(c.req.param('id')))));

  app.delete('/browsers/:id', async (c) => {
    await sessions.end(c.req.param('id'));
    return c.body(null, 204);
  });
}

function readReference(value: unknown): string {
  const fields = new Fields(value, ['id', 'name'], 'extensions[]');
  return fields.string(fields.has('id') ? 'id' : 'name');
}

/**
 * Unpacks extensions of the catalog, each once.
 * @throws a 404 for an extension that does not exist, a 400 for one that Chromium rejects.
 */
async function fetchExtensions(service: Service, idsOrNames: string[], folder: string): Promise<UnpackedExtension[]> {
  const { catalog, launcher, ending } = service;
  const ids = new Set(idsOrNames.map((idOrName) => catalog.get(idOrName).id));
  const extensions: UnpackedExtension[] = [];
  for (const id of ids) {
    const { name = id, zipPath } = catalog.markUsed(id);
    extensions.push(await unpack({ name, zipPath }, folder, ending));
  }
  if (extensions.length > 0) await assertLoadable(extensions, launcher, folder, ending);
  return extensions;
}
