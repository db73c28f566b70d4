import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeFolder } from './home';
import type { ChromiumProcess, Launcher } from './launcher';
import { BrowserGone, NotDevTools, Refused } from './failures';

/**
 * Asks a throw-away Chromium to load a folder. Returns its own words when it refuses, `CRASHED` when it ends, undefined
 * when it loads.
 */
export type Trial = (folder: string) => Promise<string | undefined>;

/**
 * Runs `asking` with a throw-away Chromium, so that a refused extension leaves every session untouched. `signal` ends
 * it.
 * @param parent the folder for its profile. `asking` is told the version too, as `150.0.7871.100`.
 */
export async function withTrial<T>(
  launcher: Launcher,
  parent: string,
  asking: (trial: Trial, version: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const home = await mkdtemp(path.join(parent, 'q'));
  try {
    const chromium = await launcher.launch(home, { width: 800, height: 600 }, signal);
    try {
      const { product } = await chromium.devtools.send('Browser.getVersion');
      return await asking((folder) => tryLoading(chromium, folder), product.replace(/^.*\//, ''));
    } finally {
      await chromium.kill();
    }
  } finally {
    await removeFolder(home);
  }
}

/**
 * Some folders end Chromium itself: a `messages.json` that is an array ends Chromium 150. An extension like that ends a
 * session too.
 */
export const CRASHED = 'Chromium itself crashed when it loaded this extension.';

/** Milliseconds: its pipe closes a moment before it has ended. */
const ENDING_TIME = 5_000;

async function tryLoading({ devtools, endedBy }: ChromiumProcess, folder: string): Promise<string | undefined> {
  if (!devtools.isOpen) throw new BrowserGone();
  try {
    await devtools.send('Extensions.loadUnpacked', { path: folder });
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (error instanceof NotDevTools || !(error instanceof BrowserGone)) throw error;
    const signal = await Promise.race([endedBy, delay(ENDING_TIME, null, { ref: false })]);
    // Nothing that it loads ends it by this signal: somebody has killed it, or the system that is short of memory.
    if (signal === 'SIGKILL') throw error;
    return CRASHED;
  }
}
