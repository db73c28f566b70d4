import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../../chromium/process-folders';

/** Provides a temporary folder while `work` runs. */
export async function withStaging<T>(root: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(root, 's'));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}
