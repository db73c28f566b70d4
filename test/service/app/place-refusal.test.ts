import assert from 'node:assert/strict';
import { createClient, type Client } from '../../../src/api';
import { placeRefusal, refusedExtension } from '../../../src/app/upload/refusals';
import { english } from '../../../src/core/message';
import { inspectExtension, packExtension, type Inspection, type Problem } from '../../../src/packaging';
import { startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { temporaryFolder } from '../../support/temporary-folder';
import { change, lay, type Case } from '../../verdicts/case';

const { signal } = new AbortController();

describe('What a service refuses', () => {
  let service: LocalService;
  let client: Client;
  let folder: string;
  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
  });
  after(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(() => (folder = temporaryFolder()));

  /** The error of uploading the folder. The zip is sent even if our own check reports errors. */
  async function upload(each: Case, name: string): Promise<{ error: unknown; inspection: Inspection }> {
    await lay(folder, each);
    const inspection = await inspectExtension(folder, {}, signal);
    const { zip } = await packExtension(inspection, signal);
    const uploading = client.uploadExtensions(service.session, [{ name, zip }], { signal, onProgress: () => {} });
    return {
      error: await uploading.then(
        () => undefined,
        (error: unknown) => error,
      ),
      inspection,
    };
  }

  async function placed(each: Case): Promise<Problem> {
    const { error, inspection } = await upload(each, 'hello');
    const refused = refusedExtension(error);
    assert.equal(refused?.name, 'hello');
    return placeRefusal({ words: refused.words, code: 'refused', source: 'Service' }, folder, inspection.files);
  }

  it('is known by the name of the extension, and by its line', async () => {
    const { file, line, column, length, message } = await placed(change('later', { minimum_chrome_version: '999' }));
    assert.deepEqual([file, line, column, length], ['manifest.json', 29, 29, 5]);
    assert.match(english(message), /^This extension requires \w+ version 999 or greater\.$/);
  });

  it('names the extension and no folder of the service', async () => {
    const { file, line, message } = await placed(
      change('messages', { default_locale: 'en' }, { '_locales/en/messages.json': '{\n  "a": 1,\n}' }),
    );
    assert.deepEqual([file, line], ['_locales/en/messages.json', 3]);
    assert.match(english(message), /^Invalid locale file 'hello\/_locales\/en\/messages\.json': trailing comma/);
  });

  it('may be an extension that would end Chromium: the sessions go on', async () => {
    const { message } = await placed(
      change('an array', { default_locale: 'en' }, { '_locales/en/messages.json': '[]' }),
    );
    // Chromium 150 crashes; a later version may report a message.
    assert.match(english(message), /crashed|messages\.json/);
    assert.equal(
      (await upload(change('mended', { default_locale: 'en' }, { '_locales/en/messages.json': {} }), 'mended')).error,
      undefined,
    );
  });

  nightly('is nothing else that fails', async () => {
    await upload(change('good', {}), 'twice');
    const { error } = await upload(change('good', {}), 'twice');
    assert.match(String(error), /already exists/);
    assert.equal(refusedExtension(error), undefined);
    assert.equal(refusedExtension(new Error('invalid extension hello: no')), undefined);
  });
});
