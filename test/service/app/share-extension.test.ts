import assert from 'node:assert/strict';
import { ExtensionFolder } from '../../support/person';
import { until } from '../../support/until';
import { DevServer, ShareFixture } from './share-fixture';

describe('A development build of an extension, whose port is shared', () => {
  let fixture: ShareFixture;
  let dev: DevServer;

  before(async () => {
    [fixture, dev] = await Promise.all([ShareFixture.open(), DevServer.start()]);
    dev.on('/client.js', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(
        `const socket = new WebSocket('ws://localhost:${dev.port}/hot');
         socket.onopen = () => socket.send('ready');
         socket.onmessage = ({ data }) => (document.title = data);`,
      ),
    );
  });
  after(async () => {
    dev.stop();
    await fixture.close();
  });

  it('imports its modules and hears of changes in its pages, and asks from its worker and content scripts', async () => {
    const folder = new ExtensionFolder({
      permissions: ['storage'],
      host_permissions: ['http://localhost/*'],
      content_scripts: [{ matches: ['http://localhost/*'], js: ['content.js'] }],
      content_security_policy: { extension_pages: `script-src 'self' http://localhost:${dev.port}` },
    });
    folder.write('worker.js', `fetch('${dev.origin}/from-worker').then((answer) => answer.text());`);
    folder.write(
      'content.js',
      `fetch('/from-content').then((answer) => (document.title = 'content ' + answer.status));`,
    );
    folder.write('page.html', `<title>page</title><script type="module" src="${dev.origin}/client.js"></script>`);
    await fixture.share(dev.port);
    await fixture.person.upload(folder.path, fixture.service.session, 'built');
    await until('the worker has asked', () => dev.lines.includes('GET /from-worker'));
    const [loaded] = await fixture.person.loaded(fixture.service.session);
    const id = loaded?.id ?? assert.fail();
    const page = await fixture.open(`chrome-extension://${id}/page.html`);
    await until('the page has heard', async () => (await page.run('document.title')) === 'ready');
    assert.equal(dev.sockets[0]?.request.headers.origin, `chrome-extension://${id}`);
    const site = await fixture.open(`${dev.origin}/site`);
    await until('the content script has asked', async () => (await site.run('document.title')) === 'content 200');
  });
});
