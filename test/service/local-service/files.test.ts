import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { temporaryFolder } from '../../support/temporary-folder';
import { extension } from './extension';
import { startSessionOn } from './session';
import { upload } from './upload';

/** Tests docs/limits.md, "The local browser": the first is promised, the second is not. */
describe('The files of this machine', () => {
  let service: LocalService;
  let pages: Pages;
  let folder: string;
  let file: string;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    folder = temporaryFolder();
    file = path.join(folder, 'mine.txt');
    writeFileSync(file, 'words-of-a-file');
  });
  after(() => Promise.all([service.stop(), pages.stop()]));

  it('are not shown to who asks for a session on one', async () => {
    const reply = await request(service, 'POST', '/browsers', { start_url: pathToFileURL(file).href });
    assert.equal(reply.status, 400);
    assert.match(reply.text, /start_url must be an address with http or https/);
  });

  it('can be read by an extension that is uploaded', async () => {
    const session = await startSessionOn(service, pages, '/plain');
    const reader = {
      name: 'reader.js',
      content: `
      const read = async () => (await fetch(${JSON.stringify(pathToFileURL(file).href)})).text();
      read().then((words) => { document.title = words; return fetch('${pages.url}/events', { method: 'POST', body: JSON.stringify({ type: words, path: '/', order: 0 }) }); });`,
    };
    const page = { name: 'page.html', content: '<script src="reader.js"></script>' };
    const opener = { name: 'opener.js', content: `chrome.tabs.create({ url: 'page.html' });` };
    const more = { background: { service_worker: 'opener.js' }, host_permissions: ['<all_urls>', 'file:///*'] };
    assert.equal(
      (await upload(service, session, { reader: extension('reader', more, [reader, page, opener]) })).status,
      201,
    );
    await pages.waitFor(({ type }) => type === 'words-of-a-file');
  });
});
