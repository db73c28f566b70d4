import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../home';
import type { Channel } from './channel';
import type { Launcher } from './launcher';
import { Refused } from './failures';

/** Asks a throw-away Chromium to load a folder. Returns its own words when it refuses, undefined when it loads. */
export type Trial = (folder: string) => Promise<string | undefined>;

/** Runs `asking` with a throw-away Chromium, so that a refused extension leaves every session untouched. */
export async function withTrial<T>(launcher: Launcher, parent: string, asking: (trial: Trial) => Promise<T>): Promise<T> {
  const home = await mkdtemp(path.join(parent, 'q'));
  try {
    const chromium = await launcher.launch(home, { width: 800, height: 600 });
    try {
      return await asking((folder) => tryLoading(chromium.devtools, folder));
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
