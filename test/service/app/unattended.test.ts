import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { renameSession } from '../../../src/app/sessions';
import { sessionUnattended, uploadUnattended, type UnattendedOutcome } from '../../../src/app/upload/unattended';
import { listLoaded } from '../../../src/devtools';
import { AllowedSecrets, openRecords, type ConnectionRecords } from '../../../src/state';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { startServiceProxy, type ServiceProxy } from '../../support/network/service-proxy';
import { nightly } from '../../support/nightly';
import { storage } from '../../support/storage';
import { run, uploadSettings } from '../../support/uploads';
import { KEY } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();

describe('An upload that nobody watches', () => {
  let service: LocalService;
  let proxy: ServiceProxy;
  let client: Client;
  let records: ConnectionRecords;
  let folder: string;
  /** Methods and paths of the requests of a test. */
  let requests: string[] = [];
  let offersFiles = true;
  const allowedSecrets = new AllowedSecrets(storage());
  const devtools = new DevToolsSessions();

  before(async () => {
    service = await startLocalService();
    proxy = await startServiceProxy(service.url, ({ method, url }, outgoing) => {
      requests.push(`${method} ${url}`);
      // Without it, a name is the user's own.
      const isRefused = method === 'PATCH' || (!offersFiles && url?.includes('/fs/') === true);
      if (isRefused) outgoing.writeHead(method === 'PATCH' ? 501 : 404).end();
      return isRefused;
    });
    client = createClient({ baseUrl: proxy.url, token: service.token });
    await request(service, 'DELETE', `/browsers/${service.session}`);
  });
  beforeEach(() => {
    records = openRecords(storage(), { name: 'here', address: proxy.url }, () => {});
    folder = temporaryFolder();
    write('manifest.json', JSON.stringify({ manifest_version: 3, name: 'Alone', version: '1.0' }));
    requests = [];
    offersFiles = true;
  });
  afterEach(async () => {
    const { body } = await request(service, 'GET', '/browsers');
    assert.ok(Array.isArray(body));
    for (const { session_id } of body) await request(service, 'DELETE', `/browsers/${session_id}`);
  });
  after(async () => {
    devtools.close();
    client.close();
    await proxy.stop();
    await service.stop();
  });

  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  const begin = async (name: string): Promise<string> =>
    JSON.parse((await request(service, 'POST', '/browsers', { name })).text).session_id;
  const find = (wanted?: string): Promise<string> =>
    sessionUnattended({ client, sessions: records.sessions }, { folder, wanted }, signal);
  const upload = (
    session: string,
    more: { inPlaceOnly?: boolean; production?: boolean } = {},
  ): Promise<UnattendedOutcome> =>
    uploadUnattended(
      uploadSettings(
        { client, sessions: records.sessions, production: more.production ?? false, devtools },
        { allowedSecrets },
      ),
      { folder, session, inPlaceOnly: more.inPlaceOnly ?? false },
      run,
    );
  const sent = (): string[] => requests.filter((each) => !each.startsWith('GET'));

  it('finds the session by its names and by its ID, and the only one by itself; one that there is not leaves no row', async () => {
    await assert.rejects(find(), /No session is running\. Start one, or set “session” in the task\./);
    const one = await begin('one');
    assert.equal(await find(), one);
    const two = await begin('two');
    await assert.rejects(find(), /Several sessions are running\. Set “session” in the task to a name or ID\./);
    await renameSession({ client, sessions: records.sessions }, two, 'work', signal);
    assert.deepEqual([await find('one'), await find(two), await find('work')], [one, two, two]);
    await assert.rejects(find('three'), /No session “three” is running\. These are: “one”, “work”\./);
    assert.equal(records.sessions.all().length, 2);
    await request(service, 'DELETE', `/browsers/${two}`);
    const again = await begin('again');
    assert.equal(await find('work'), two);
    await renameSession({ client, sessions: records.sessions }, again, 'work', signal);
    assert.equal(await find('work'), again);
    await renameSession({ client, sessions: records.sessions }, one, 'work', signal);
    await assert.rejects(find('work'), /2 sessions are named “work”\. Use the ID of one: “[^”]+”, “[^”]+”\./);
    assert.equal(await find(again), again);
  });

  nightly(
    'of several sessions takes the one that the folder was last uploaded to, for as long as it runs',
    async () => {
      await begin('one');
      const two = await begin('two');
      await upload(two);
      assert.equal(await find(), two);
      await request(service, 'DELETE', `/browsers/${two}`);
      assert.equal(await find(), records.sessions.find('one')?.id);
    },
  );

  it('is new the first time, and in place from then on', async () => {
    const session = await begin('one');
    assert.equal((await upload(session)).kind, 'uploaded');
    assert.equal((await upload(session)).kind, 'unchanged');
    write('more.txt', 'more');
    assert.equal((await upload(session)).kind, 'reloaded');
    const loaded = await devtools.of(client, session).use((connection) => listLoaded(connection, signal), signal);
    assert.equal(loaded.length, 1);
  });

  nightly(
    'goes under the next free name where the service has no operations for files, but not for one who only wants it in place',
    async () => {
      const session = await begin('one');
      await upload(session);
      offersFiles = false;
      write('more.txt', 'more');
      assert.equal((await upload(session, { inPlaceOnly: true })).kind, 'notPossible');
      assert.equal((await upload(session)).kind, 'uploaded');
      assert.deepEqual(
        records.sessions.get(session)?.uploads?.map(({ name }) => name),
        ['alone-2', 'alone'],
      );
    },
  );

  it('sends nothing to a production connection, and nothing that may be a secret', async () => {
    const session = await begin('one');
    await assert.rejects(upload(session, { production: true }), /A task can’t upload to a production connection\./);
    write('key.txt', KEY);
    await assert.rejects(upload(session), /“key\.txt” may contain a secret\. Nothing was sent\./);
    rmSync(path.join(folder, 'key.txt'));
    await upload(session);
    requests = [];
    write('key.txt', KEY);
    await assert.rejects(upload(session), /“key\.txt” may contain a secret\. Nothing was sent\./);
    assert.deepEqual(sent(), []);
  });
});
