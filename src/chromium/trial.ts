import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError } from '../core/devtools-failure';
import { removeFolder } from './process-folders';
import type { ChromiumProcess, Launcher } from './launcher';
import { BrowserGone, NotDevTools } from './failures';

/**
 * Loads a folder in a temporary Chromium. Returns Chromium's own message if it rejects the folder, `CRASHED` if it
 * ends, undefined if it loads the folder.
 */
export type Trial = (folder: string) => Promise<string | undefined>;

/**
 * Runs `asking` with a temporary Chromium, so that a rejected extension does not affect any session. `signal` ends it.
 * @param parent the folder for its profile.
 * @param asking also receives the version, such as `150.0.7871.100`.
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
 * Some folders crash Chromium itself: a `messages.json` that is an array crashes Chromium 150. Such an extension would
 * crash a session too.
 */
const CRASHED = 'Chromium itself crashed when it loaded this extension.';

/** Milliseconds: the pipe closes a moment before the process has ended. */
const ENDING_TIME = 5_000;

async function tryLoading({ devtools, endedBy }: ChromiumProcess, folder: string): Promise<string | undefined> {
  if (!devtools.isOpen) throw new BrowserGone();
  try {
    await devtools.send('Extensions.loadUnpacked', { path: folder });
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    if (error instanceof NotDevTools || !(error instanceof BrowserGone)) throw error;
    const signal = await Promise.race([endedBy, delay(ENDING_TIME, null, { ref: false })]);
    // No extension makes it end by this signal: another process has killed it, or the system because of low memory.
    if (signal === 'SIGKILL') throw error;
    return CRASHED;
  }
}
