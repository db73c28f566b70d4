import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { Kernel, toFile } from '@onkernel/sdk';
import { createClient, type Client } from '../../../src/api';
import { downloadExtension } from '../../../src/app/catalog';
import { refreshExtensions } from '../../../src/app/refresh';
import {
  addFromStore,
  uploadToCatalog,
  type Added,
  type CatalogQuestions,
} from '../../../src/app/upload/upload-to-catalog';
import { Cancelled } from '../../../src/core/errors';
import { proposeExtensionName } from '../../../src/core/extension-name';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { manifest } from '../../support/files';
import { startSdkService, type SdkService } from '../../support/sdk-service';
import { addCatalogRoutes, catalogState, type CatalogState } from '../../support/sdk-service/catalog';
import { storage } from '../../support/storage';
import { NO_QUESTION, run, uploadSettings } from '../../support/uploads';
import { zipBytes, type ZipEntry } from '../../support/zip-bytes';

const { signal } = new AbortController();
const hello = path.resolve('test/sample-workspace/hello-extension');
const STORE_ID = 'abcdefghijklmnopabcdefghijklmnop';
const IN_STORE = `https://chromewebstore.google.com/detail/some-extension/${STORE_ID}`;

function inStore(files: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipBytes(files));
}

function manifestFile(content: object): ZipEntry {
  return { name: 'manifest.json', content: JSON.stringify(content) };
}

describe('The catalog of a service that knows checksums and the store', () => {
  let service: SdkService;
  let state: CatalogState;
  let kernel: Kernel;
  let client: Client;
  let records: ConnectionRecords;
  let asked: string[];

  beforeEach(async () => {
    state = catalogState();
    service = await startSdkService((app) => addCatalogRoutes(app, state));
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
    client = createClient({ baseUrl: service.url, token: service.token });
    records = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    asked = [];
  });
  afterEach(async () => {
    client.close();
    await service.stop();
  });

  const answers = (name?: string): CatalogQuestions => ({
    secrets: NO_QUESTION.secrets,
    name: async ({ title, taken }) => {
      asked.push(`name of ${title}, taken: ${taken.join()}`);
      return name ?? proposeExtensionName(title, taken);
    },
    confirm: async ({ title, name: chosen }) => void asked.push(`confirm ${title} as ${chosen}`),
  });
  const access = (): { client: Client; extensions: ConnectionRecords['extensions'] } => ({
    client,
    extensions: records.extensions,
  });
  const upload = (name?: string): Promise<Added> =>
    uploadToCatalog(uploadSettings(access()), hello, answers(name), run);
  const fromStore = (limit = 50_000_000): Promise<Added> =>
    addFromStore({ ...access(), limits: { zipBytes: limit, extensions: 20 } }, IN_STORE, answers(), run);
  const uploads = (): number => service.arrived.filter(({ method }) => method === 'POST').length;

  it('gets each zip once: the same bytes are found again under their name', async () => {
    const first = await upload('first');
    assert.deepEqual([first.isKnown, uploads()], [false, 1]);
    asked = [];
    const second = await upload();
    assert.deepEqual([second.isKnown, second.extension.id, second.extension.name], [true, first.extension.id, 'first']);
    assert.deepEqual([uploads(), asked], [1, []]);
    const listed = (await kernel.extensions.list()).getPaginatedItems();
    assert.deepEqual(
      listed.map(({ id, checksum }) => [id, checksum]),
      [[first.extension.id, first.extension.checksum]],
    );
  });

  it('is compared with what another client has put there, and what this window has not seen', async () => {
    const { extension } = await upload('ours');
    const zip = Buffer.from(await (await kernel.extensions.download('ours')).arrayBuffer());
    assert.equal(extension.checksum, createHash('sha256').update(zip).digest('hex'));
    await kernel.extensions.delete('ours');
    await kernel.extensions.upload({ file: await toFile(zip, 'theirs.zip'), name: 'theirs' });
    const added = await upload();
    assert.deepEqual([added.isKnown, added.extension.name], [true, 'theirs']);
    // What was deleted elsewhere is not taken for being there.
    await kernel.extensions.delete('theirs');
    assert.equal((await upload('again')).isKnown, false);
  });

  it('names what is taken by other bytes before anything is sent', async () => {
    await kernel.extensions.upload({
      file: await toFile(zipBytes([manifestFile({})]), 'x.zip'),
      name: 'hello-extension',
    });
    const { extension } = await upload();
    assert.equal(asked[0], 'name of Hello Extension, taken: hello-extension');
    assert.equal(extension.name, 'hello-extension-2');
  });

  for (const [what, wrong] of [
    ['in capitals', (checksum: string) => checksum.toUpperCase()],
    ['a digit short', (checksum: string) => checksum.slice(1)],
    ['with a space', (checksum: string) => `${checksum} `],
    ['of a gigantic length', (checksum: string) => checksum.repeat(1000)],
  ] as const)
    it(`takes a checksum ${what} for none, and sends the zip`, async () => {
      await upload('first');
      for (const { record } of state.extensions) record.checksum = wrong(record.checksum ?? '');
      records = openRecords(storage(), { name: 'other', address: service.url }, () => {});
      assert.equal((await upload('second')).isKnown, false);
      assert.equal(records.extensions.find('first')?.checksum, undefined);
      assert.equal(state.extensions.length, 2);
    });

  it('gives back what has its checksum, and nothing else', async () => {
    const { extension } = await upload('kept');
    const [kept] = state.extensions;
    assert.ok(kept);
    const whole = await downloadExtension(access(), 'kept', signal);
    assert.ok(whole.equals(kept.zip));
    const { zip } = kept;
    kept.zip = inStore([manifestFile({ name: 'another' })]);
    for (const idOrName of ['kept', extension.id])
      await assert.rejects(downloadExtension(access(), idOrName, signal), /arrived damaged: its checksum differs/);
    kept.zip = zip;
    assert.ok((await downloadExtension(access(), extension.id, signal)).equals(zip));
  });

  it('gives back by its name what has come there since', async () => {
    await upload('moved');
    await kernel.extensions.delete('moved');
    const other = zipBytes([manifestFile({ name: 'another' })]);
    await kernel.extensions.upload({ file: await toFile(other, 'x.zip'), name: 'moved' });
    assert.ok((await downloadExtension(access(), 'moved', signal)).equals(other));
  });

  it('adds an extension of the store under the name in its manifest', async () => {
    const zip = inStore([
      manifestFile(manifest('__MSG_appName__', { default_locale: 'en' })),
      { name: '_locales/en/messages.json', content: '{ "APPNAME": { "message": "Tab Counter (β)" } }' },
      { name: 'large.bin', content: randomBytes(200_000) },
    ]);
    state.store.set(STORE_ID, zip);
    const { extension } = await fromStore();
    assert.deepEqual(asked, ['name of Tab Counter (β), taken: ', 'confirm Tab Counter (β) as tab-counter']);
    const stored = await kernel.extensions.download('tab-counter');
    assert.ok(Buffer.from(zip).equals(Buffer.from(await stored.arrayBuffer())));
    const fetched = await kernel.extensions.downloadFromChromeStore({ url: IN_STORE });
    assert.ok(Buffer.from(zip).equals(Buffer.from(await fetched.arrayBuffer())));
    assert.equal(records.extensions.get(extension.id)?.name, 'tab-counter');
    assert.equal((await fromStore()).isKnown, true);
  });

  it('adds nothing that the person does not confirm', async () => {
    state.store.set(STORE_ID, inStore([manifestFile(manifest('Some'))]));
    const refusing = { ...answers(), confirm: () => Promise.reject(new Cancelled()) };
    const deps = { ...access(), limits: { zipBytes: 50_000_000, extensions: 20 } };
    await assert.rejects(addFromStore(deps, IN_STORE, refusing, run), Cancelled);
    assert.equal(uploads(), 0);
  });

  it('says that the store has no such extension, and goes on offering it', async () => {
    await assert.rejects(fromStore(), { status: 404, message: /didn’t find this extension in the Chrome Web Store/ });
  });

  it('is not asked for the store where it has no such operation', async () => {
    const bare = await startSdkService((app) => {
      // As a service that takes the operation for the name of an extension.
      app.get('/extensions/:id', (c) => c.json({ code: 'not_found', message: 'extension not found' }, 404));
    });
    const other = createClient({ baseUrl: bare.url, token: bare.token });
    await assert.rejects(other.fetchFromStore(IN_STORE, signal), { name: 'NotOffered', ability: 'fetchFromStore' });
    other.close();
    await bare.stop();
  });

  for (const [what, zip] of [
    ['no zip', new Uint8Array(Buffer.from('<html>'))],
    ['a zip that is cut off', inStore([manifestFile(manifest('Some'))]).slice(0, 40)],
    ['a zip without a manifest', inStore([{ name: 'content.js', content: '' }])],
    ['a zip whose manifest is no JSON', inStore([{ name: 'manifest.json', content: 'name' }])],
    ['a zip whose manifest has no name', inStore([manifestFile({ version: '1' })])],
    [
      'a manifest that would fill the memory',
      inStore([{ name: 'manifest.json', content: Buffer.alloc(64_000_000, ' ') }]),
    ],
    [
      'a manifest that is larger than it claims',
      inStore([{ name: 'manifest.json', content: Buffer.alloc(64_000_000, ' '), claimedSize: 100 }]),
    ],
    ['a name that is nested without end', inStore([{ name: 'manifest.json', content: '['.repeat(1_000_000) }])],
  ] as const)
    it(`adds nothing where the store gives ${what}`, async () => {
      state.store.set(STORE_ID, zip);
      await assert.rejects(fromStore(), { name: 'UserError' });
      assert.deepEqual([uploads(), asked], [0, []]);
    });

  it('makes a valid name of a hostile one', async () => {
    state.store.set(STORE_ID, inStore([manifestFile(manifest(`../../${'\u202e[x](command:y)\n'.repeat(10_000)}`))]));
    const { extension } = await fromStore();
    assert.match(extension.name ?? '', /^[a-z0-9._-]{1,255}$/);
  });

  it('adds nothing that is larger than an upload may be', async () => {
    state.store.set(STORE_ID, inStore([manifestFile(manifest('Some'))]));
    await assert.rejects(fromStore(20), /“Some” is too large .*Nothing was added/);
    assert.equal(uploads(), 0);
  });

  it('is told from a list that says nothing of checksums', async () => {
    await upload('first');
    for (const { record } of state.extensions) delete record.checksum;
    records = openRecords(storage(), { name: 'other', address: service.url }, () => {});
    await refreshExtensions({ client, extensions: records.extensions }, signal);
    assert.ok((await downloadExtension(access(), 'first', signal)).length > 0);
    assert.equal((await upload('second')).isKnown, false);
  });
});
