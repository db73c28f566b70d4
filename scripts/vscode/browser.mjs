// The Chromium that shows VS Code to the window tests: one for all windows of a process.
import path from 'node:path';
import { chromium } from 'playwright-core';
import { temporaryFolder } from '../temporary.mjs';
import { freePort } from './server.mjs';

/** All that a page can remember. What of VS Code was loaded and compiled is not of it, and stays. */
const REMEMBERED = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';

async function launch({ scale }) {
  const folder = temporaryFolder();
  const context = await chromium.launchPersistentContext(path.join(folder.path, 'profile'), {
    executablePath: process.env.BROWSER_SESSIONS_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    // Scrollbars take space, and presses, as those of a person's window do.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...process.env, TMPDIR: folder.path },
    // It asks nothing of the network by itself.
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // The page that it starts with: the browser would end with its last one.
  const [first = await context.newPage()] = context.pages();
  const devtools = await context.newCDPSession(first);
  return {
    folder: folder.path,
    context,
    port: await freePort(),
    async forget(origin) {
      const windows = context.pages().filter((page) => page !== first);
      await Promise.all(windows.map((page) => page.close()));
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: REMEMBERED });
    },
    async end() {
      await context.close();
      folder.remove();
    },
  };
}

let shared;

/**
 * The browser of this process; the first who asks starts it.
 * @param options `scale` is how many pixels of a screenshot one of the window has.
 */
export function theBrowser({ scale = 1 } = {}) {
  return (shared ??= launch({ scale }));
}

export async function endBrowser() {
  const ending = shared;
  shared = undefined;
  await (await ending)?.end();
}
