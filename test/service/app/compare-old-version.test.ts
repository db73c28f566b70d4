import assert from 'node:assert/strict';
import { createClient } from '../../../src/api';
import { compareWith, type Compared } from '../../../src/app/compare/compare-with';
import { findSecrets, inspectExtension } from '../../../src/packaging';
import { openRecords } from '../../../src/state';
import { KEY, manifest, writeFiles } from '../../support/files';
import { startLocalService } from '../../support/local-service';
import { startSdkService } from '../../support/sdk-service';
import { addCatalogRoutes, catalogState } from '../../support/sdk-service/catalog';
import { storage } from '../../support/storage';
import { temporaryFolder } from '../../support/temporary-folder';
import { zipBytes } from '../../support/zip-bytes';

const { signal } = new AbortController();
const STORE_ID = 'abcdefghijklmnopabcdefghijklmnop';
const OLD = zipBytes([
  { name: 'manifest.json', content: JSON.stringify({ ...manifest('Old'), version: '1.5', permissions: ['history'] }) },
  { name: 'key.js', content: `const key = "${KEY}";` },
]);

/** Compares a new version, which has one permission more, with what a service has of the old one. */
async function compared(service: { readonly url: string; readonly token: string }, named: string): Promise<Compared> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'manifest.json': { ...manifest('New'), version: '2.0', permissions: ['history', 'tabs', 'downloads'] },
    'key.js': `const key = "${KEY}";`,
  });
  const inspection = await inspectExtension(folder, {}, signal);
  const secrets = await findSecrets(inspection.files, '', signal);
  const client = createClient({ baseUrl: service.url, token: service.token });
  try {
    const { extensions } = openRecords(storage(), { name: 'here', address: service.url }, () => {});
    const connect = async (): Promise<{ client: typeof client; extensions: typeof extensions }> => ({
      client,
      extensions,
    });
    return await compareWith({ named, cwd: folder, folder, inspection, secrets, salt: '', connect }, signal);
  } finally {
    client.close();
  }
}

function requireUpdate({ old, problems, isUnasked }: Compared): void {
  assert.deepEqual([old, isUnasked], [{ name: 'Old', version: '1.5' }, false]);
  // A secret that the old version had too is no new one.
  assert.deepEqual(
    problems.map(({ code, severity, file, line }) => [code, severity, file, line]),
    [['update-disables', 'error', 'manifest.json', 8]],
  );
}

describe('An old version that a service has', () => {
  it('is downloaded from the catalog of the local service, by its name and its ID', async () => {
    const service = await startLocalService();
    const client = createClient({ baseUrl: service.url, token: service.token });
    try {
      const { id } = await client.addToCatalog('old-one', OLD, signal);
      requireUpdate(await compared(service, 'old-one'));
      requireUpdate(await compared(service, id));
      await assert.rejects(compared(service, 'another'), { status: 404 });
    } finally {
      client.close();
      await service.stop();
    }
  });

  it('is fetched from the store by its ID or its address, where the service does that', async () => {
    const state = catalogState();
    state.store.set(STORE_ID, new Uint8Array(OLD));
    const service = await startSdkService((app) => addCatalogRoutes(app, state));
    try {
      requireUpdate(await compared(service, STORE_ID));
      requireUpdate(await compared(service, `https://chromewebstore.google.com/detail/some-extension/${STORE_ID}`));
      await assert.rejects(compared(service, STORE_ID.replace('a', 'b')), { status: 404 });
    } finally {
      await service.stop();
    }
  });

  it('is refused by the local service, which does not fetch from the store', async () => {
    const service = await startLocalService();
    try {
      await assert.rejects(compared(service, STORE_ID), { name: 'NotOffered', ability: 'fetchFromStore' });
    } finally {
      await service.stop();
    }
  });
});
