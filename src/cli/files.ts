import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../core/message';
import { UsageError, type Context } from './context';

/**
 * The absolute path of a folder that a command is about.
 * @throws UsageError if there is none.
 */
export async function folderOf({ cwd }: Pick<Context, 'cwd'>, folder: string): Promise<string> {
  const absolute = path.resolve(cwd, folder);
  const found = await stat(absolute).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(message('Folder not found: {0}.', folder));
  return absolute;
}

/** @throws UsageError if it cannot be written. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new UsageError(
      message('Couldn’t write {0}. Details: “{1}”', file, error instanceof Error ? error.message : ''),
    );
  }
}
