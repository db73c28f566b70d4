import type { Policies } from '../chromium/policies';
import type { Viewport } from '../../chromium/flags';
import { asTags, hasTags, MAX_TAGS, type Tags } from '../../core/tags';
import { receiveForm } from '../extensions/receive-form';
import { assertLoadable, unpack } from '../extensions/unpack';
import { withStaging } from '../extensions/staging';
import { isUploadField, MAX_ZIP_BYTES, MAX_EXTENSIONS, pairItems } from '../extensions/upload-items';
import { badRequest, notImplemented } from '../problem';
import type { ProfileUse } from '../profiles/profiles';
import type { UnpackedExtension } from '../sessions/extension-folders';
import { DEFAULT_VIEWPORT, type SessionSettings } from '../sessions/session';
import { isWebAddress } from '../web-address';
import type { App, RequestContext, Service } from './context';
import { Fields } from './fields';
import { Handover } from './handover';
import { respondWithPage } from './paging';
import { readProfileReference } from './profile-routes';
import { readJson } from './read-body';
import { toBrowser } from './browser';

/** Creates, lists and ends sessions. */
export function addBrowserRoutes(app: App, service: Service): void {
  const { sessions, home, inBackground, address } = service;
  const handover = new Handover((lease) => inBackground(() => sessions.endLease(lease)));

  app.get('/browsers', (c) => {
    const status = c.req.query('status') ?? 'active';
    if (!['active', 'deleted', 'all'].includes(status)) throw badRequest('status must be active, deleted or all');
    if (status === 'deleted') throw notImplemented('the local service keeps no record of sessions that have ended');
    const browsers = sessions.list().map((lease) => toBrowser(address(), lease));
    const query = c.req.query('query')?.toLowerCase() ?? '';
    const tags = tagsOf(c);
    return respondWithPage(
      c,
      browsers.filter(
        ({ session_id, name = '', pool, tags: own }) =>
          hasTags(own, tags) && [session_id, name, pool?.name ?? ''].some((each) => each.toLowerCase().includes(query)),
      ),
    );
  });

  app.post('/browsers', async (c) => {
    const body = await readJson(c, SESSION_FIELDS);
    const settings = readSession(body);
    sessions.assertFree(settings.name);
    const chosen = body.has('extensions') ? body.array('extensions').map(readReference) : [];
    const useProfile = body.has('profile') ? profileOf(service, body.object('profile', PROFILE_FIELDS)) : undefined;
    const session = await withStaging(home, async (folder) =>
      service.startSession(settings, await fetchExtensions(service, chosen, folder), useProfile),
    );
    const lease = sessions.lease(session);
    handover.lease(lease, c.env.outgoing);
    return c.json(toBrowser(address(), lease));
  });

  app.get('/browsers/:id', (c) => c.json(toBrowser(address(), sessions.get(c.req.param('id')))));

  app.patch('/browsers/:id', async (c) => {
    const body = await readJson(c, ['name', 'tags']);
    const lease = sessions.get(c.req.param('id'));
    const { name, tags } = lease.session.settings;
    const labels = {
      name: body.has('name') ? body.string('name') : name,
      tags: body.has('tags') ? readTags(body) : tags,
    };
    // An empty name clears it.
    const newName = labels.name ? readName(labels.name) : undefined;
    if (newName !== name) sessions.assertFree(newName);
    lease.session.label({ ...labels, name: newName });
    return c.json(toBrowser(address(), lease));
  });

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

const PROFILE_FIELDS = ['id', 'name', 'save_changes'];

function profileOf({ profiles }: Service, fields: Fields): (userData: string) => Promise<ProfileUse> {
  const reference = readProfileReference(fields);
  const saves = fields.has('save_changes') && fields.boolean('save_changes');
  return (userData) => profiles.use(reference, saves, userData);
}

const SESSION_FIELDS = [
  'name',
  'tags',
  'profile',
  'headless',
  'stealth',
  'timeout_seconds',
  'viewport',
  'start_url',
  'chrome_policy',
  'extensions',
];

/** Seconds: 72 hours, the maximum of the service. */
const MAX_TIMEOUT = 259_200;
const SIZES = { min: 200, max: 4096 };

/** Settings of a new session. A setting that this service does not support is rejected, not silently ignored. */
function readSession(fields: Fields): SessionSettings {
  if (fields.has('headless') && !fields.boolean('headless'))
    throw badRequest('headless must be true: the local service has no display');
  if (fields.has('stealth') && fields.boolean('stealth'))
    throw badRequest('stealth must be false: the local service has no stealth mode');
  return {
    ...(fields.has('name') && { name: readName(fields.string('name')) }),
    ...(fields.has('tags') && { tags: readTags(fields) }),
    viewport: fields.has('viewport') ? readViewport(fields.object('viewport', ['width', 'height'])) : DEFAULT_VIEWPORT,
    ...(fields.has('start_url') && { startUrl: readAddress(fields.string('start_url')) }),
    ...(fields.has('chrome_policy') && { policies: readPolicies(fields) }),
    ...(fields.has('timeout_seconds') && {
      timeoutSeconds: fields.integer('timeout_seconds', { min: 1, max: MAX_TIMEOUT }),
    }),
  };
}

/** What the service itself decides, as the cloud service does: without it, a session could not be used. */
const MANAGED = /^(?:Extension|Proxy|RemoteDebugging|DeveloperTools)/;

function readPolicies(fields: Fields): Policies {
  const policies = fields.record('chrome_policy');
  const managed = Object.keys(policies).find((name) => MANAGED.test(name));
  if (managed !== undefined) throw badRequest(`chrome_policy cannot have ${managed}: the service manages that`);
  return policies;
}

function readName(text: string): string {
  if (!/^\P{C}{1,255}$/u.test(text)) throw badRequest('name must be 1 to 255 visible characters');
  return text;
}

/** @returns undefined for none. */
function readTags(fields: Fields): Tags | undefined {
  const given = fields.texts('tags');
  const count = Object.keys(given).length;
  if (count > MAX_TAGS) throw badRequest(`tags must be at most ${MAX_TAGS} pairs`);
  const tags = asTags(given);
  if (Object.keys(tags ?? {}).length !== count)
    throw badRequest('each key and value of tags must be 1 to 255 visible characters');
  return tags;
}

/** The tags of a query such as `tags[team]=web`. */
function tagsOf(c: RequestContext): Tags {
  return Object.fromEntries(
    Object.entries(c.req.query()).flatMap(([name, value]) => {
      const key = /^tags\[(.+)\]$/s.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

function readViewport(fields: Fields): Viewport {
  return { width: fields.integer('width', SIZES), height: fields.integer('height', SIZES) };
}

function readAddress(text: string): string {
  if (!isWebAddress(text) && text !== 'about:blank')
    throw badRequest('start_url must be an address with http or https, or about:blank');
  return text;
}

const RULES = { isField: isUploadField, largestFile: MAX_ZIP_BYTES, mostFiles: MAX_EXTENSIONS };

/**
 * Loads extensions into a running session: all extensions of a request, or none. The session is changed only after all
 * of them are known to load.
 */
export function addUploadRoutes(
  app: App,
  { sessions, home, launcher }: Pick<Service, 'sessions' | 'home' | 'launcher'>,
): void {
  app.post('/browsers/:id/extensions', async (c) => {
    await sessions.get(c.req.param('id')).use((session, signal) =>
      withStaging(home, async (folder) => {
        const items = pairItems(await receiveForm(c.env.incoming, folder, RULES, signal));
        session.assertFree(items.map(({ name }) => name));
        const extensions: UnpackedExtension[] = [];
        for (const item of items) extensions.push(await unpack(item, folder, signal));
        await assertLoadable(extensions, launcher, folder, signal);
        await session.install(extensions, signal);
      }),
    );
    return c.body(null, 201);
  });
}
