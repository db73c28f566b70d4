import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from './home';
import type { Channel } from './channel';
import type { Launcher } from './launcher';
import { Refused } from './failures';

/** Asks a throw-away Chromium to load a folder. Returns its own words when it refuses, undefined when it loads. */
export type Trial = (folder: string) => Promise<string | undefined>;

/**
 * Runs `asking` with a throw-away Chromium, so that a refused extension leaves every session untouched.
 * @param parent the folder for its profile. `asking` is told the version too, as `150.0.7871.100`.
 */
export async function withTrial<T>(launcher: Launcher, parent: string, asking: (trial: Trial, version: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(path.join(parent, 'q'));
  try {
    const chromium = await launcher.launch(home, { width: 800, height: 600 });
    try {
      const { product } = await chromium.devtools.send('Browser.getVersion');
      return await asking((folder) => tryLoading(chromium.devtools, folder), product.replace(/^.*\//, ''));
    } finally {
      await chromium.kill();
    }
  } finally {
    await removeFolder(home);
  }
}

async function tryLoading(devtools: Channel, folder: string): Promise<string | undefined> {
  try {
    await devtools.send('Extensions.loadUnpacked', { path: folder });
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
