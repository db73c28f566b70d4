import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { createSession } from '../../../src/app/sessions';
import { VerdictError } from '../../../src/app/upload/inspect-folders';
import { uploadToCatalog, type CatalogQuestions } from '../../../src/app/upload/upload-to-catalog';
import { openRecords, type ConnectionRecords, type ExtensionRecord } from '../../../src/state';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { storage } from '../../support/storage';
import { run, uploadSettings } from '../../support/uploads';
import { KEY } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();
const hello = path.resolve('test/sample-workspace/hello-extension');

describe('A folder for the catalog, at a real service', () => {
  let service: LocalService;
  let client: Client;
  let records: ConnectionRecords;
  let folder: string;
  let asked: string[];

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
  });
  after(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    records = openRecords(storage(), { name: 'here', address: 'https://here' }, () => {});
    folder = path.join(temporaryFolder(), 'extension');
    await cp(hello, folder, { recursive: true });
    asked = [];
  });

  const answers = (name: string): CatalogQuestions => ({
    secrets: async ({ secrets }) => {
      asked.push(...secrets.map(({ file }) => file));
      return [];
    },
    name: async ({ taken }) => {
      asked.push(`taken: ${taken.join()}`);
      return name;
    },
    confirm: async ({ title }) => void asked.push(`confirm ${title}`),
  });

  async function add(name: string): Promise<ExtensionRecord | undefined> {
    const settings = uploadSettings({ client, extensions: records.extensions });
    return (await uploadToCatalog(settings, folder, answers(name), run)).extension;
  }

  const catalog = async (): Promise<{ id: string; name?: string }[]> =>
    JSON.parse((await request(service, 'GET', '/extensions')).text);

  it('is added, remembered, and loaded by a session that asks for it', async () => {
    const added = await add('from-folder');
    assert.equal(added?.name, 'from-folder');
    assert.equal(records.extensions.get(added.id)?.bytes, added.bytes);
    assert.deepEqual(asked, ['taken: ', 'confirm Hello Extension']);
    const parts = { client, sessions: records.sessions };
    const { id } = await createSession(parts, signal, { extensions: [{ name: 'from-folder' }] });
    assert.ok(id);
    assert.ok((await catalog()).some((each) => each.id === added.id));
  });

  it('is not sent if Chromium would reject it', async () => {
    await writeFile(path.join(folder, 'manifest.json'), '{ "manifest_version": 3, "name": "x" }');
    const before = await catalog();
    await assert.rejects(add('rejected'), VerdictError);
    assert.deepEqual([await catalog(), asked], [before, []]);
  });

  it('is sent without a file that may have a secret and was not selected', async () => {
    await writeFile(path.join(folder, 'config.js'), `const accessKey = '${KEY}';\n`);
    const added = await add('guarded');
    assert.ok(asked.includes('config.js'), asked.join());
    assert.ok(added);
    const zip = await client.downloadExtension(added.id, signal);
    assert.ok(zip && zip.length > 0);
    assert.equal(zip.includes('config.js'), false);
    assert.match(await readFile(path.join(folder, '.extensionignore'), 'utf8').catch(() => ''), /config\.js/);
  });
});
