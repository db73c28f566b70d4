import type {
  BrowserCreateParams,
  BrowserListResponse,
  BrowserRetrieveResponse,
  BrowserUpdateParams,
  BrowserUpdateResponse,
  Profile,
} from '@onkernel/sdk/resources/browsers';
import type { ProfileCreateParams } from '@onkernel/sdk/resources/profiles';
import type { ProxyListResponse } from '@onkernel/sdk/resources/proxies';
import type { Context, Hono } from 'hono';
import { fail, page, projectOf } from '.';

/** What the service has. Each project has its own sessions and profiles. */
export interface SessionState {
  readonly sessions: KnownSession[];
  readonly profiles: Profile[];
  readonly proxies: readonly ProxyListResponse[];
  /** Whether the changes of a session are saved, by its ID. */
  readonly saving: Map<string, boolean>;
}

export interface KnownSession {
  readonly project: string | undefined;
  record: BrowserRetrieveResponse & BrowserListResponse & BrowserUpdateResponse;
}

export function sessionState(
  profiles: readonly Profile[] = [],
  proxies: readonly ProxyListResponse[] = [],
): SessionState {
  return { sessions: [], profiles: [...profiles], proxies, saving: new Map() };
}

/** `/browsers` with names, tags and what has ended, and `/profiles`. */
export function addSessionRoutes(app: Hono, state: SessionState): void {
  app.get('/org/limits', (c) => c.json({ max_concurrent_sessions: 10 }));

  app.post('/browsers', async (c) => {
    const params = await c.req.json<BrowserCreateParams>();
    const project = projectOf(c);
    assertFree(state, project, params.name);
    assertTags(params.tags);
    const record: KnownSession['record'] = {
      session_id: `session${state.sessions.length + 1}`,
      created_at: new Date().toISOString(),
      cdp_ws_url: 'wss://127.0.0.1:1/none',
      webdriver_ws_url: 'wss://127.0.0.1:1/none',
      headless: params.headless ?? false,
      stealth: params.stealth ?? false,
      timeout_seconds: params.timeout_seconds ?? 60,
      ...(params.name !== undefined && { name: params.name }),
      ...(params.tags && { tags: params.tags }),
      ...(params.start_url !== undefined && { start_url: params.start_url }),
      ...(params.viewport && { viewport: params.viewport }),
      ...(params.profile && { profile: findProfile(state, params.profile) }),
      ...(params.proxy_id !== undefined && { proxy_id: params.proxy_id }),
      ...(params.chrome_policy && { chrome_policy: params.chrome_policy }),
    };
    if (params.proxy_id !== undefined && !state.proxies.some(({ id }) => id === params.proxy_id))
      fail(400, 'bad_request', `no proxy ${params.proxy_id}`);
    state.saving.set(record.session_id, params.profile?.save_changes ?? false);
    state.sessions.push({ project, record });
    return c.json(record);
  });

  app.get('/browsers', (c) => {
    const status = c.req.query('status') ?? 'active';
    const text = c.req.query('query') ?? '';
    const tags = Object.entries(c.req.query()).flatMap(([name, value]) => {
      const key = /^tags\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value] as const];
    });
    const records = inProject(state, projectOf(c))
      .map(({ record }) => record)
      .filter(({ deleted_at: ended }) => status === 'all' || (ended === undefined) === (status === 'active'))
      .filter(({ session_id: id, name = '' }) => [id, name].some((each) => each.includes(text)))
      .filter(({ tags: own = {} }) => tags.every(([key, value]) => own[key] === value));
    return page(c, records.toReversed());
  });

  app.get('/browsers/:id', (c) => c.json(find(c, state).record));

  app.patch('/browsers/:id', async (c) => {
    const { name, tags } = await c.req.json<BrowserUpdateParams>();
    const session = find(c, state);
    assertTags(tags);
    const { name: oldName, tags: oldTags, ...rest } = session.record;
    const newName = name ?? oldName;
    if (newName !== oldName) assertFree(state, session.project, newName);
    const newTags = tags ?? oldTags;
    session.record = {
      ...rest,
      ...(newName !== undefined && newName !== '' && { name: newName }),
      ...(newTags && Object.keys(newTags).length > 0 && { tags: newTags }),
    };
    return c.json(session.record);
  });

  app.delete('/browsers/:id', (c) => {
    const session = find(c, state);
    session.record = { ...session.record, deleted_at: new Date().toISOString() };
    return c.body(null, 204);
  });

  app.get('/profiles', (c) => page(c, state.profiles));

  app.post('/profiles', async (c) => {
    const { name } = await c.req.json<ProfileCreateParams>();
    if (state.profiles.some((each) => each.name === name))
      fail(409, 'conflict', `profile name already exists: ${name}`);
    const profile = {
      id: `profile${state.profiles.length + 1}`,
      created_at: new Date().toISOString(),
      ...(name !== undefined && { name }),
    };
    state.profiles.push(profile);
    return c.json(profile, 201);
  });

  app.delete('/profiles/:id', (c) => {
    const wanted = c.req.param('id');
    const at = state.profiles.findIndex(({ id, name }) => id === wanted || name === wanted);
    if (at === -1) fail(404, 'not_found', `profile not found: ${wanted}`);
    state.profiles.splice(at, 1);
    return c.body(null, 204);
  });

  app.get('/proxies', (c) => page(c, state.proxies));
}

function inProject({ sessions }: SessionState, project: string | undefined): readonly KnownSession[] {
  return sessions.filter((session) => session.project === project);
}

function find(c: Context, state: SessionState): KnownSession {
  const wanted = c.req.param('id') ?? '';
  const running = inProject(state, projectOf(c)).filter(({ record }) => record.deleted_at === undefined);
  const session = running.find(({ record }) => record.session_id === wanted || record.name === wanted);
  return session ?? fail(404, 'not_found', `browser not found: ${wanted}`);
}

function assertFree(state: SessionState, project: string | undefined, name: string | null | undefined): void {
  const others = inProject(state, project).filter(({ record }) => record.deleted_at === undefined);
  if (name && others.some(({ record }) => record.name === name))
    fail(409, 'conflict', `a browser named ${name} already exists`);
}

function assertTags(tags: BrowserUpdateParams['tags']): void {
  if (tags && Object.keys(tags).length > 50) fail(400, 'bad_request', 'tags can have at most 50 pairs');
}

function findProfile({ profiles }: SessionState, { id, name }: NonNullable<BrowserCreateParams['profile']>): Profile {
  const profile = profiles.find((each) => (id !== undefined ? each.id === id : each.name === name));
  return profile ?? fail(404, 'not_found', `profile not found: ${id ?? name}`);
}
