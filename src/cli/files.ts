import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { makeChosenFolder, writeChosenFile } from '../packaging';
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

/** @throws UsageError if there is a link or no regular file, or if it cannot be written. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  await asUsage(writeChosenFile(file, content));
}

/** @throws UsageError if there is a link or a file, or if it cannot be made. */
export async function makeOutputFolder(folder: string): Promise<void> {
  await asUsage(makeChosenFolder(folder));
}

async function asUsage(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw error instanceof UserError ? new UsageError(error.text) : error;
  }
}
