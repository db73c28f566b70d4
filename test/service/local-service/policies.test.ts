import assert from 'node:assert/strict';
import { BadRequestError, Kernel } from '@onkernel/sdk';
import { manifest } from '../../support/files';
import { type LocalService, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { zipBytes } from '../../support/zip-bytes';
import { addressOf, DevToolsClient } from './devtools-client';
import { upload } from './upload';

/** The public half of a key: the ID of an extension with it is the same in each session. */
const KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA8Aah4EX6yRJtfhvM3CHZmzme+fwNpKE5OaEnqVSgD1/5oXoalHOuD6cTIAmsmrKWT5KzD9u/nSPaKocxfKlfjyIb4cay/A3SE78Si11AiV8pRfF4snmDQWdfcXYTSS1Hf5M88hErlz/iZq7W7Ozd3WqlkcpulWcULVDfSD3U1jrTv45KZ+ubZBZiQwWho6rtQ2Whx3e3Zz0aB5QR30anRt1VHKwvHpRaJLUOiyGfRBjvm7/+s136V3ALEX98zpy87rYkmrvt1aCqHw6TWg22sXZmqBqKtzQMAhDendlODk8LXYCHRBDzeNMs0Ia8ZMmG8SE9CZ6ENnD4rqS+OIH9yQIDAQAB';

describe('Policies of a session', () => {
  let service: LocalService;
  let kernel: Kernel;

  before(async () => {
    service = await startLocalService({ args: ['--pool-size', '0'] });
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
  });
  after(() => service.stop());

  nightly('are the managed storage of an extension, also after an upload has restarted the browser', async () => {
    const files = {
      'manifest.json': JSON.stringify(
        manifest('Managed', { key: KEY, permissions: ['storage'], storage: { managed_schema: 'schema.json' } }),
      ),
      'schema.json': JSON.stringify({ type: 'object', properties: { server: { type: 'string' } } }),
      'page.html': '<!doctype html>',
    };
    const zip = zipBytes(Object.entries(files).map(([name, content]) => ({ name, content })));
    const { session_id: probe } = await kernel.browsers.create();
    const id = await uploaded(probe, 'managed', zip);
    await kernel.browsers.deleteByID(probe);
    const policy = { '3rdparty': { extensions: { [id]: { server: 'intranet' } } }, BookmarkBarEnabled: true };
    const { session_id: session, chrome_policy: told } = await kernel.browsers.create({ chrome_policy: policy });
    assert.deepEqual(told, policy);
    assert.equal(await uploaded(session, 'managed', zip), id);
    const client = await DevToolsClient.connect(await addressOf(service, session));
    const page = await client.openPage(`chrome-extension://${id}/page.html`);
    await until('the page has the managed storage', async () => {
      const { result } = await client.send(
        'Runtime.evaluate',
        { expression: 'chrome.storage?.managed?.get()', awaitPromise: true, returnByValue: true },
        page,
      );
      return result.value?.server === 'intranet';
    });
    await client.close();
  });

  it('are refused where the service decides, or what is no object', async () => {
    for (const chrome_policy of [{ ExtensionSettings: {} }, { ProxySettings: {} }, { RemoteDebuggingAllowed: false }])
      await assert.rejects(kernel.browsers.create({ chrome_policy }), BadRequestError, JSON.stringify(chrome_policy));
    await assert.rejects(kernel.browsers.create({ chrome_policy: JSON.parse('[1]') }), BadRequestError);
  });

  async function uploaded(session: string, name: string, zip: Buffer): Promise<string> {
    const reply = await upload(service, session, { [name]: zip });
    assert.equal(reply.status, 201, reply.text);
    const client = await DevToolsClient.connect(await addressOf(service, session));
    const { extensions } = await client.send('Extensions.getExtensions');
    await client.close();
    return extensions[0].id;
  }
});
