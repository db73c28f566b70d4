import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { TOKEN } from './stage';
import { useWindow } from './window';

/** A service that takes connections and then does not go on: `stalled` reads nothing of an upload, `silent` all of it and never answers. */
async function startServer(kind: 'stalled' | 'silent'): Promise<Server> {
  const server = createServer((request) => (kind === 'stalled' ? request.pause() : request.resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('Cancelling an upload, in the window', () => {
  let server: Server;
  const window = useWindow({ env: { BROWSER_SESSIONS_TOKEN: TOKEN } });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function uploadTo(kind: 'stalled' | 'silent', folder: string): Promise<void> {
    server = await startServer(kind);
    await window.changeSettings({ 'browserSessions.address': addressOf(server) });
    const { workbench } = window;
    await workbench.run('Browser Sessions: Add Session by ID…');
    await workbench.answer('The ID of a running browser session', 'some-session');
    await workbench.menu(workbench.row(folder), 'Upload Folder to Browser Session…');
    await workbench.asked('in the Browser').waitFor();
    await workbench.page.keyboard.press('Enter');
  }

  it('while it is sent closes the connection, and says that nothing was loaded', async () => {
    const folder = path.join(window.workspace, 'large-extension');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Large', version: '1' }));
    writeFileSync(path.join(folder, 'data.bin'), randomBytes(20_000_000));
    await uploadTo('stalled', 'large-extension');
    const { workbench } = window;
    await workbench.toast('Uploading Large into some-session').filter({ hasText: /sending [\d.]+ [kM]?B of 20\.0 MB \(\d+%\)/ }).waitFor();
    await workbench.screenshot('upload-4-sending');
    const connections = new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    assert.equal(await connections, 1);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await workbench.toastButton('Uploading Large', 'Cancel');
    await workbench.statusItem('Upload cancelled, nothing was loaded').waitFor();
    await closed;
  });

  it('after all was sent says that it may be loaded all the same', async () => {
    await uploadTo('silent', 'hello-extension');
    const { workbench } = window;
    await workbench.toast('all sent, the browser restarts…').waitFor();
    await workbench.screenshot('upload-5-restarting');
    await workbench.toastButton('all sent', 'Cancel');
    await workbench.toast('You cancelled after all was sent: some-session may restart with the extension all the same.').waitFor();
  });
});
