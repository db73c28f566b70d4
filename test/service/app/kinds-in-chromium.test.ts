import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { Channel } from '../../../src/chromium/channel';
import { findChromium } from '../../../src/chromium/find-chromium';
import { removeFolder } from '../../../src/chromium/home';
import { Launcher } from '../../../src/chromium/launcher';
import { lay } from '../../verdicts/case';
import { until } from '../../until';

const OLD = { manifest_version: 2, name: 'a', version: '1', permissions: ['background', 'http://127.0.0.1/*'] };

async function evaluate(page: Channel, expression: string): Promise<unknown> {
  const { result } = await page.send('Runtime.evaluate', { expression, awaitPromise: true });
  return result.value;
}

/** Tests the messages of src/packaging/verdict/manifest/kind-checks.ts. */
describe('What our words say that Chromium makes of what is no extension', () => {
  let home: string;
  let launcher: Launcher;
  let devtools: Channel;
  let extensions: Channel;
  let site: Server;
  let address: string;
  const asked: string[] = [];
  before(async () => {
    const executable = findChromium();
    assert.ok(executable, 'There is no Chromium on this machine.');
    site = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.end('<title>site</title>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on a port
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    home = await mkdtemp(path.join(tmpdir(), 'k-'));
    launcher = new Launcher(executable);
    ({ devtools } = await launcher.launch(home, { width: 800, height: 600 }));
    extensions = await open('chrome://extensions');
  });
  after(async () => {
    await launcher.close();
    site.closeAllConnections();
    site.close();
    await removeFolder(home);
  });

  async function open(url: string): Promise<Channel> {
    const { targetId } = await devtools.send('Target.createTarget', { url });
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
    return devtools.page(sessionId);
  }

  /**
   * Loads a folder.
   * @param scripts by name: what each script requests from the site when it runs.
   * @returns the extension's ID.
   */
  async function load(name: string, manifest: object, scripts: Readonly<Record<string, string>> = {}): Promise<string> {
    const folder = path.join(home, name);
    const files = Object.entries(scripts).map(([file, wanted]) => [
      file,
      `fetch('${address}${wanted}', { mode: 'no-cors' })`,
    ]);
    await lay(folder, { name, files: { 'manifest.json': manifest, 'page.html': '', ...Object.fromEntries(files) } });
    return (await devtools.send('Extensions.loadUnpacked', { path: folder })).id;
  }

  async function cannotBeLaunched(id: string): Promise<void> {
    await until(
      'the page of extensions is there',
      async () => (await evaluate(extensions, 'typeof chrome.management?.launchApp')) === 'function',
    );
    const words = await evaluate(
      extensions,
      `new Promise((resolve) => chrome.management.launchApp('${id}', () => resolve(chrome.runtime.lastError?.message)))`,
    );
    assert.match(String(words), /deprecated/);
  }

  it('a Chrome app runs its background scripts, and cannot be launched', async () => {
    const id = await load(
      'chrome-app',
      { ...OLD, app: { background: { scripts: ['a.js'] } } },
      { 'a.js': '/chrome-app' },
    );
    await until('its background script runs', () => asked.includes('/chrome-app'));
    await cannotBeLaunched(id);
  });

  it('a packaged app runs its scripts, and cannot be launched', async () => {
    const manifest = {
      ...OLD,
      app: { launch: { local_path: 'page.html' } },
      background: { scripts: ['a.js'] },
      content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['b.js'] }],
    };
    const id = await load('packaged-app', manifest, { 'a.js': '/packaged-app', 'b.js': '/in-a-page' });
    await until('its background script runs', () => asked.includes('/packaged-app'));
    await open(`${address}/page`);
    await until('its content script runs', () => asked.includes('/in-a-page'));
    await cannotBeLaunched(id);
  });

  it('a hosted app has its background page opened, and cannot be launched', async () => {
    const background = 'https://127.0.0.1:9/background';
    const id = await load('hosted-app', {
      ...OLD,
      permissions: ['background'],
      app: { urls: ['https://127.0.0.1/'], launch: { web_url: 'https://127.0.0.1:9/' } },
      background: { page: background },
    });
    await until('its background page is opened', async () =>
      (await devtools.send('Target.getTargets', { filter: [{}] })).targetInfos.some(({ url }) => url === background),
    );
    await cannotBeLaunched(id);
  });

  it('an extension of ChromeOS runs its service worker', async () => {
    await load(
      'chromeos',
      {
        ...OLD,
        manifest_version: 3,
        permissions: [],
        chromeos_system_extension: {},
        background: { service_worker: 'a.js' },
      },
      { 'a.js': '/chromeos' },
    );
    await until('its service worker runs', () => asked.includes('/chromeos'));
  });

  it('a theme of manifest version 2 is shown', async () => {
    await load('theme', { ...OLD, permissions: [], theme: { colors: { ntp_background: [1, 2, 3] } } });
    const page = await open('chrome://new-tab-page');
    await until(
      'a new tab has its color',
      async () =>
        (await evaluate(page, 'document.body && getComputedStyle(document.body).backgroundColor')) === 'rgb(1, 2, 3)',
    );
  });
});
