import assert from 'node:assert/strict';
import { startSdkService, type SdkService } from '../../../support/sdk-service';
import { addSessionRoutes, sessionState } from '../../../support/sdk-service/sessions';
import { openConnections, type Opened } from './connections-fixture';

const { signal } = new AbortController();

describe('A connection of a project', () => {
  let service: SdkService;
  let opened: Opened;

  beforeEach(async () => {
    service = await startSdkService((app) => addSessionRoutes(app, sessionState()));
    opened = openConnections([
      { name: 'one', address: service.url, project: 'p1' },
      { name: 'other', address: service.url },
    ]);
    for (const name of ['one', 'other']) await opened.tokens.set({ name, address: service.url }, service.token);
  });
  afterEach(async () => {
    opened.connections.dispose();
    await service.stop();
  });

  it('says with each request which project it is about, and keeps the token of the connection', async () => {
    const client = await opened.connections.named('one').client();
    await client.createSession({}, signal);
    await client.listSessions(signal);
    await client.checkToken(signal);
    assert.deepEqual(new Set(service.arrived.map(({ project }) => project)), new Set(['p1']));
    await (await opened.connections.named('other').client()).listSessions(signal);
    assert.equal(service.arrived.at(-1)?.project, undefined);
  });

  it('remembers nothing of another project, nor of the account', async () => {
    await opened.connections.named('one').records.extensions.remember({ id: 'same', name: 'same' });
    await opened.list.write([{ name: 'one', address: service.url, project: 'p2' }]);
    assert.deepEqual(opened.connections.named('one').records.extensions.all(), []);
    await opened.list.write([{ name: 'one', address: service.url }]);
    assert.deepEqual(opened.connections.named('one').records.extensions.all(), []);
    await opened.list.write([{ name: 'one', address: service.url, project: 'p1' }]);
    assert.deepEqual(
      opened.connections
        .named('one')
        .records.extensions.all()
        .map(({ id }) => id),
      ['same'],
    );
  });

  it('that gets another project sends nothing with what was opened before, so that nothing is deleted there', async () => {
    const before = opened.connections.named('one');
    const client = await before.client();
    await opened.list.write([{ name: 'one', address: service.url, project: 'p2' }]);
    const { length } = service.arrived;
    await assert.rejects(client.deleteExtension('same', signal), /was removed, or its address or project has changed/);
    await assert.rejects(before.client(), /was removed, or its address or project has changed/);
    assert.equal(service.arrived.length, length);
    await (await opened.connections.named('one').client()).listSessions(signal);
    assert.equal(service.arrived.at(-1)?.project, 'p2');
  });

  it('that is removed takes with it what was remembered of its projects', async () => {
    await opened.connections.named('one').records.pools.remember({ id: 'pool' });
    assert.ok([...opened.stored.keys()].some((key) => key.includes('#p1 one')));
    await opened.connections.remove('one');
    assert.deepEqual(
      [...opened.stored.keys()].filter((key) => key.includes('#p1')),
      [],
    );
  });

  it('whose tags change lists by the new ones', async () => {
    const list = async (tags: object): Promise<string | undefined> => {
      await opened.list.write([{ name: 'one', address: service.url, tags }]);
      await (await opened.connections.named('one').client()).listSessions(signal);
      return service.arrived.at(-1)?.path;
    };
    assert.match((await list({ team: 'web' })) ?? '', /tags%5Bteam%5D=web$/);
    assert.match((await list({ team: 'api' })) ?? '', /tags%5Bteam%5D=api$/);
    assert.deepEqual(opened.connections.named('one').records.sessions.tags, { team: 'api' });
  });
});
