import { badRequest } from '../problem';
import { profileBody, type ProfileReference } from '../profiles/profiles';
import type { App, Service } from './context';
import type { Fields } from './fields';
import { respondWithPage } from './paging';
import { readJson } from './read-body';

/** Profiles: what sessions can start from, and what their changes are saved to. */
export function addProfileRoutes(app: App, { profiles, sessions }: Pick<Service, 'profiles' | 'sessions'>): void {
  app.get('/profiles', async (c) => {
    const [name, query] = [c.req.query('name'), c.req.query('query')?.toLowerCase() ?? ''];
    const found = (await profiles.list()).filter(
      (each) =>
        (name === undefined || each.name === name) &&
        [each.id, each.name ?? ''].some((text) => text.toLowerCase().includes(query)),
    );
    return respondWithPage(c, found.map(profileBody));
  });

  app.post('/profiles', async (c) => {
    const body = await readJson(c, ['name']);
    const name = body.has('name') ? body.string('name') : undefined;
    return c.json(profileBody(await profiles.create(name)), 201);
  });

  app.get('/profiles/:id', async (c) => c.json(profileBody(await profiles.named(c.req.param('id')))));

  app.delete('/profiles/:id', async (c) => {
    await profiles.delete(c.req.param('id'));
    return c.body(null, 204);
  });

  app.post('/browsers/:id/profiles', async (c) => {
    const lease = sessions.get(c.req.param('id'));
    const reference = readProfileReference(await readJson(c, ['id', 'name']));
    const { profile, isNew } = await lease.use((session, signal) =>
      session.saveData((userData, cookies) => profiles.save(reference, userData, cookies), signal),
    );
    return c.json(profileBody(profile), isNew ? 201 : 200);
  });
}

/** @throws a 400 unless it has an ID or a name, and not both. */
export function readProfileReference(fields: Fields): ProfileReference {
  if (fields.has('id') === fields.has('name')) throw badRequest('profile must have id or name, and not both');
  return fields.has('id') ? { id: fields.string('id') } : { name: fields.string('name') };
}
