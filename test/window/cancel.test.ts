import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import path from 'node:path';
import { connectedTo } from '../connection';
import { TOKEN } from './stage';
import { useWindow } from './window';

interface Halting {
  readonly server: Server;
  readonly requests: IncomingMessage[];
  url: string;
  kind: 'stalled' | 'silent';
}

/**
 * A service that accepts connections and then stops: it reads nothing of an upload (`stalled`), or reads all of it and
 * never answers (`silent`).
 */
async function startServer(): Promise<Halting> {
  const requests: IncomingMessage[] = [];
  const service: Halting = {
    requests,
    kind: 'silent',
    url: '',
    server: createServer((request) => {
      requests.push(request);
      if (service.kind === 'stalled') request.pause();
      else request.resume();
    }),
  };
  await once(service.server.listen(0, '127.0.0.1'), 'listening');
  const address = service.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  service.url = `http://127.0.0.1:${address.port}`;
  return service;
}

describe('Cancelling an upload, in the window', () => {
  let service: Halting;
  before(async () => (service = await startServer()));
  after(() => {
    service.server.closeAllConnections();
    service.server.close();
  });
  const window = useWindow(() => ({
    settings: connectedTo(service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
    opens: 'once',
  }));

  async function uploadTo(kind: Halting['kind'], folder: string): Promise<void> {
    service.kind = kind;
    const { workbench } = window;
    await workbench.run('Browser Sessions: Add Session by ID…');
    await workbench.answer('ID of a running browser session', 'some-session');
    await workbench.menu(workbench.row(folder), 'Upload Folder to Browser Session…');
    await workbench.asked('”: Name').waitFor();
    await workbench.page.keyboard.press('Enter');
  }

  before(() => {
    const folder = path.join(window.workspace, 'large-extension');
    mkdirSync(folder);
    writeFileSync(
      path.join(folder, 'manifest.json'),
      JSON.stringify({ manifest_version: 3, name: 'Large', version: '1' }),
    );
    writeFileSync(path.join(folder, 'data.bin'), randomBytes(20_000_000));
  });

  it('while it is sent closes the connection, and says that nothing was loaded', async () => {
    await uploadTo('stalled', 'large-extension');
    const { workbench } = window;
    await workbench
      .toast('Uploading “Large” to “some-session”')
      .filter({ hasText: /sending [\d.]+ [KM]?B of 19\.1 MB \(\d+%\)/ })
      .waitFor();
    await workbench.screenshot('upload-4-sending');
    await workbench.toastButton('Uploading “Large”', 'Cancel');
    await workbench.statusItem('Upload canceled, nothing was uploaded').waitFor();
    const [request, ...others] = service.requests;
    assert.ok(request);
    assert.deepEqual(others, []);
    // Without reading, the server would not see that the connection has ended.
    request.on('error', () => {});
    const closed = new Promise<void>((resolve) => request.socket.on('error', () => {}).once('close', () => resolve()));
    request.resume();
    await closed;
    assert.ok(!request.complete);
  });

  it('after all was sent says that it may be loaded all the same', async () => {
    await uploadTo('silent', 'hello-extension');
    const { workbench } = window;
    await workbench.toast('restarting browser…').waitFor();
    await workbench.screenshot('upload-5-restarting');
    await workbench.toastButton('restarting browser…', 'Cancel');
    await workbench.toast('Canceled too late: “some-session” may still load the extension.').waitFor();
  });
});
